package input

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// manifests reads the Kubernetes objects of a file.
type manifests struct {
	*Input
	configMaps map[string]*yamldoc.Node // by name: what stands under data
	secrets    map[string]*yamldoc.Node // stringData
}

// isManifest tells a Kubernetes object.
func isManifest(root *yamldoc.Node) bool {
	for _, key := range []string{"apiVersion", "kind"} {
		if n := root.Get(key); n.Kind() != yamldoc.Scalar || n.IsNull() {
			return false
		}
	}
	return true
}

// readManifests reads the containers of all objects. A reference to another
// object is followed within the file.
func (in *Input) readManifests(documents []*yamldoc.Document) {
	m := manifests{Input: in, configMaps: map[string]*yamldoc.Node{}, secrets: map[string]*yamldoc.Node{}}
	var objects []*yamldoc.Node
	for _, d := range documents {
		if isManifest(d.Root) {
			objects = append(objects, listed(d.Root)...)
		}
	}
	for _, o := range objects {
		name := o.Get("metadata", "name").Value()
		switch o.Get("kind").Value() {
		case "ConfigMap":
			m.configMaps[name] = o.Get("data")
		case "Secret":
			m.secrets[name] = o.Get("stringData")
		}
	}
	for _, o := range objects {
		if kind := o.Get("kind").Value(); kind != "ConfigMap" && kind != "Secret" {
			m.find(o, podOwner{kind: kind, name: o.Get("metadata", "name").Value()})
		}
	}
	if len(in.Workloads) > 0 {
		in.Format = KubernetesManifest
	}
}

// listed are the objects of a List, and any other object itself.
func listed(o *yamldoc.Node) []*yamldoc.Node {
	if !strings.HasSuffix(o.Get("kind").Value(), "List") || o.Get("items") == nil {
		return []*yamldoc.Node{o}
	}
	var all []*yamldoc.Node
	for _, item := range o.Get("items").Items() {
		all = append(all, listed(item)...)
	}
	return all
}

// podOwner is the object that a pod belongs to.
type podOwner struct {
	kind, name string
	replicas   *yamldoc.Node // nil where nobody says
}

// find looks for pods in an object of any kind: whatever has a list of
// containers is one.
func (m *manifests) find(n *yamldoc.Node, owner podOwner) {
	for _, item := range n.Items() {
		m.find(item, owner)
	}
	if replicas := n.Get("replicas"); replicas.Kind() == yamldoc.Scalar {
		owner.replicas = replicas
	}
	for _, e := range n.Entries() {
		switch key := e.Key.Value(); {
		case (key == "containers" || key == "initContainers") && len(e.Value.Items()) > 0:
			for _, c := range e.Value.Items() {
				m.readContainer(c, owner)
			}
		case key != "status":
			m.find(e.Value, owner)
		}
	}
}

// readContainer reads the JVMs that a container of a pod starts: one by its
// command, one that is a Hazelcast member, else one for each variable that holds
// options, which a start script of the image will read.
func (m *manifests) readContainer(container *yamldoc.Node, owner podOwner) {
	env := m.environmentOf(container)
	w := workload.Workload{
		Name: joinNames(owner.kind, owner.name, container.Get("name").Value()), File: m.File, At: container.Get("name").Text(),
		HasJVM: true, JDK: workload.OpenJDK(),
	}
	defaults := m.containerImage(&w, container.Get("image"))
	m.limits(&w, container)
	w.Options, w.Variables = m.ownChannels(env)
	switch start := containerStart(container, env); {
	case start.java.Located():
		m.addCommand(w, env, start)
	case w.IsMember:
		w.Members = m.count(owner.replicas)
		w.Options = slices.Concat(w.Options, m.options(jvmflag.CommandLine, defaults), m.memberOptions(env))
		w.Hazelcast = m.mountedConfiguration(container, w.Options)
		m.add(w)
	default:
		m.addVariables(w, env)
	}
}

func (m *manifests) add(w workload.Workload) { m.Workloads = append(m.Workloads, &w) }

// addCommand adds the JVM of a java command, and the variables that are set for
// it and that it does not read.
func (m *manifests) addCommand(w workload.Workload, env *environment, start startCommand) {
	unread := w
	w.Options, w.Whole, w.Part, w.AnyProgram = append(w.Options, start.options...), start.complete, !start.complete, !w.IsMember
	m.add(w)
	for _, v := range env.variables {
		if v.holdsOptions() && !start.reads(v.name) {
			unread.Name, unread.At, unread.HasJVM, unread.Options, unread.Variables, unread.Unread = v.name, v.at, false, nil, nil, start.unread(v)
			m.add(unread)
		}
	}
}

// addVariables adds a JVM for each variable of options, and one where the JVM
// itself reads options of its own.
func (m *manifests) addVariables(w workload.Workload, env *environment) {
	shared := w.Options
	w.Part, w.AnyProgram = true, true
	named := false
	for _, v := range env.variables {
		if v.holdsOptions() {
			each := w
			each.Name, each.At, named = joinNames(w.Name, v.name), v.at, true
			each.Options = slices.Concat(shared, m.options(jvmflag.CommandLine, v.value))
			m.add(each)
		}
	}
	if !named && len(shared) > 0 {
		m.add(w)
	}
}

// containerImage takes over what the image brings, and gives the options that
// its start script puts first.
func (m *manifests) containerImage(w *workload.Workload, n *yamldoc.Node) source.Text {
	if n.Kind() != yamldoc.Scalar || n.IsNull() {
		return source.Text{}
	}
	w.Image = n.Text()
	image := images.Parse(n.Value())
	if w.IsMember = hazelcast.IsOfficial(image.Repository); w.IsMember {
		return m.officialImage(w, image.Repository, image.Tag, n.Text())
	}
	if jdk, named := images.JDK(image); named {
		m.bringsJDK(w, jdk, n.Text())
	}
	if jvm := images.OtherJVM(image); jvm != "" {
		m.note(n.Span(), "the JVM is not judged: image %s runs %s, which is not HotSpot", w.Image, jvm)
		w.HasJVM = false
	}
	return source.Text{}
}

// memberOptions are what the start script of a member's image puts behind its
// own: JAVA_OPTS, and the heap that two further variables set.
func (m *manifests) memberOptions(env *environment) []jvmflag.Option {
	var options []jvmflag.Option
	if value, ok := env.known("JAVA_OPTS"); ok {
		options = m.options(jvmflag.CommandLine, value)
	}
	for _, v := range heapVariables {
		if value, ok := env.known(v.name); ok && value.Len() > 0 {
			options = append(options, v.option(value))
		}
	}
	return options
}

// joinNames is the way to a container: StatefulSet/store/hazelcast.
func joinNames(names ...string) string {
	return strings.Join(slices.DeleteFunc(names, func(s string) bool { return s == "" }), "/")
}
