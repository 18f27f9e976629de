package kube

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// manifests reads the Kubernetes objects of a file.
type manifests struct {
	file
	namespace string               // of it
	object    *yamldoc.Node        // that is read
	own       []*reading.Object    // ConfigMaps and Secrets of the file
	taken     map[source.Span]bool // variables of them that a container takes, by where they stand

	scripts map[*yamldoc.Node][]*workload.Workload // entries of ConfigMaps, and the JVMs that are read of each
	mounts  map[*yamldoc.Node][]mount              // entries, and who finds each as a file
	others  map[*reading.Object]bool               // ConfigMaps of other files whose entries were read

	ran []*yamldoc.Node // entries that containers run: their JVMs are those of the containers

	takes int // entries, by all containers

	unknown map[*yamldoc.Node]unapplied // objects, and what changes each in ways that are not known
}

// isManifest tells a Kubernetes object.
func isManifest(root *yamldoc.Node) bool {
	return !slices.ContainsFunc([]string{"apiVersion", "kind"}, func(key string) bool {
		n := root.Get(key)
		return n.Kind() != yamldoc.Scalar || n.IsNull()
	})
}

// readManifests reads the containers of all objects. A reference to another
// object is followed within the file, and to those beside it. It tells false where no document is one.
func (in file) readManifests(documents []*yamldoc.Document) bool {
	in.Objects = reading.Objects{}
	m := in.manifests()
	whole := lists.Where(documents, func(d *yamldoc.Document) bool { return isManifest(d.Root) || isKustomization(d.Root) })
	objects := lists.Flat(whole, func(d *yamldoc.Document) []*yamldoc.Node { return in.objectsOf(d.Root) })
	for _, o := range objects {
		m.addGenerated(o, "")
	}
	m.read(objects)
	return len(whole) > 0
}

func (in file) manifests() *manifests {
	return &manifests{
		file: in, taken: map[source.Span]bool{}, scripts: map[*yamldoc.Node][]*workload.Workload{}, mounts: map[*yamldoc.Node][]mount{},
		others: map[*reading.Object]bool{},
	}
}

func (m *manifests) read(objects []*yamldoc.Node) {
	in := m.file
	for _, o := range objects {
		name := nameOf(o)
		switch kindOf(o) {
		case "ConfigMap":
			m.addObject(o, o.Get("data"))
			m.readEntries(o.Get("data"), name)
		case "Secret":
			m.addObject(o, o.Get("stringData"))
		case "HorizontalPodAutoscaler", "ScaledObject":
			m.addAutoscaler(o)
		default:
			m.addAccess(o, kindOf(o))
		}
	}
	m.readClusters(objects)
	for _, o := range objects {
		kind := kindOf(o)
		if why := unreadKinds[kind]; why != "" {
			in.NotJudged(o.Get("kind").Span(), "%s", why)
			continue
		}
		if kind != "ConfigMap" && kind != "Secret" && !isResource(o, "Hazelcast", "Map") {
			before, named := len(in.Workloads), len(in.Unjudged)
			m.namespace, m.object = o.Get("metadata", "namespace").Value(), o
			m.find(o, podOwner{kind: kind, name: nameOf(o)})
			if !pods[kind] && !m.readCustomResource(o) && len(in.Workloads) == before {
				valuesReader{in, true}.read(o.Get("spec"), part{path: []string{kind}})
			}
			if !pods[kind] {
				m.readInnerYAML(o, "")
				m.nameUnread(o, before)
			}
			m.leaveUnknown(o, before, named)
		}
	}
	m.placeScripts()
	m.addUntaken()
	if len(in.Workloads) > 0 {
		in.Format = KubernetesManifest
	}
}

// readEntries reads what stands in the entries of a ConfigMap as files of their own.
func (m *manifests) readEntries(data *yamldoc.Node, name string) {
	for _, e := range data.Entries() {
		before := len(m.Workloads)
		m.readEmbedded(e.Value, name, e.Key.Value())
		m.scripts[e.Value] = slices.Clone(m.Workloads[before:]) // of which some are taken out again
	}
}

// mostTaken bounds how many entries of ConfigMaps and volumes all containers of a
// file take: each may take all there are.
const mostTaken = 500_000

// take reports whether a container may take further entries, and says once where it may not.
func (m *manifests) take(entries int, container *yamldoc.Node) bool {
	before := m.takes
	if m.takes += entries; m.takes <= mostTaken {
		return true
	}
	if before <= mostTaken {
		m.Exceeds(container.Span(), "containers take more than %d entries of ConfigMaps, Secrets and volumes: from here on they are not read", mostTaken)
	}
	return false
}

// mount is a container, and whether it ends by itself.
type mount struct {
	container *yamldoc.Node
	ends      bool
	ignored   bool // nothing in it reads the file there
	sized     bool // a variable of it sizes a heap: which of both counts, its script decides
}

// placeScripts gives the JVMs of a file in a ConfigMap what is known of the one container that mounts it.
func (m *manifests) placeScripts() {
	for _, entry := range m.ran {
		m.Workloads = slices.DeleteFunc(m.Workloads, func(w *workload.Workload) bool { return slices.Contains(m.scripts[entry], w) })
		delete(m.scripts, entry)
	}
	ordered := func(a, b *yamldoc.Node) int { return a.Span().Start - b.Span().Start }
	for _, entry := range slices.SortedFunc(maps.Keys(m.scripts), ordered) {
		mounts, workloads := m.mounts[entry], m.scripts[entry]
		if reads := func(in mount) bool { return !in.ignored }; len(mounts) > 0 && !slices.ContainsFunc(mounts, reads) {
			for _, w := range workloads {
				why := m.NotJudged(entry.Key().Span(), "image %s does not read it", mounts[0].container.Get("image").Value())
				w.Doubt, w.Known, w.Options, w.Variables = why, workload.Nothing, nil, nil
			}
			continue
		} else if len(mounts) != 1 {
			continue
		}
		in := mounts[0]
		for _, w := range workloads {
			m.resources(w, in.container)
			w.Short, w.Image = in.ends, in.container.Get("image").Text()
			m.NamedJDK(w, images.Parse(w.Image.String()), w.Image)
			if in.sized {
				w.Options = slices.DeleteFunc(w.Options, reading.OfHeap)
				w.KnowsAtMost(workload.PartOfOptions)
			}
		}
		for _, u := range slices.Clone(m.Unjudged) {
			if len(workloads) > 0 && u.At == in.container.Get("image").Text().Span() {
				m.Forget(u) // the file says what it is started with
			}
		}
	}
}

// pods are the kinds that Kubernetes itself knows to start containers. Other objects with options are resources of
// some operator, which reads them as a chart reads its values.
var pods = map[string]bool{"Pod": true, "Deployment": true, "StatefulSet": true, "DaemonSet": true, "Job": true, "CronJob": true, "ReplicaSet": true, "PodTemplate": true, "DeploymentConfig": true, "ReplicationController": true}

// unreadKinds are kinds whose containers are not read, with the reason.
var unreadKinds = map[string]string{
	"AdmissionReview": "an AdmissionReview deploys nothing", // it is what a webhook is asked
	"Template":        "the objects of a Template of OpenShift are not read",
}

// listed are the objects of a List, and any other object itself.
func listed(o *yamldoc.Node) []*yamldoc.Node {
	if !strings.HasSuffix(o.Get("kind").Value(), "List") || o.Get("items") == nil {
		return []*yamldoc.Node{o}
	}
	return lists.Flat(o.Get("items").Items(), listed)
}

// podOwner is the object that a pod belongs to.
type podOwner struct {
	kind, name string
	replicas   *yamldoc.Node // nil where nobody says
	strategy   *yamldoc.Node // of its updates; nil where nobody says
	parallel   bool          // a StatefulSet that does not wait for one pod before it takes the next
	hook       bool          // Helm starts it at a time of its own, and waits for its end
	ends       bool          // its containers end by themselves
	pod        *yamldoc.Node // what holds the containers
	status     *yamldoc.Node // of a pod; nil where nobody asked the cluster
}

// find looks for pods in an object of any kind: whatever has a list of containers is one.
func (m *manifests) find(n *yamldoc.Node, owner podOwner) {
	for _, item := range n.Items() {
		m.find(item, owner)
	}
	if replicas := n.Get("replicas"); replicas.Kind() == yamldoc.Scalar {
		owner.replicas = replicas
	}
	if status := n.Get("status"); status != nil {
		owner.status = status
	}
	owner.strategy = cmp.Or(owner.strategy, n.Get("strategy"))
	owner.parallel = owner.parallel || n.Get("podManagementPolicy").Value() == "Parallel"
	owner.hook = owner.hook || n.Get("metadata", "annotations", "helm.sh/hook") != nil
	for _, e := range n.Entries() {
		switch key := e.Key.Value(); {
		case (key == "containers" || key == "initContainers") && len(e.Value.Items()) > 0:
			owner.pod = n
			ends := owner.kind == "Job" || owner.kind == "CronJob" || owner.hook && owner.kind == "Pod"
			for _, c := range e.Value.Items() {
				owner.ends = ends || key == "initContainers" && c.Get("restartPolicy").Value() != "Always" // which runs on beside the others
				m.readContainer(c, owner)
			}
		case key != "status":
			m.find(e.Value, owner)
		}
	}
}

// endOf is how a container ended last, as the status of its pod tells.
func endOf(status *yamldoc.Node, name string) string {
	for _, c := range slices.Concat(status.Get("containerStatuses").Items(), status.Get("initContainerStatuses").Items()) {
		for _, state := range []string{"lastState", "state"} {
			end := c.Get(state, "terminated")
			reason, code := end.Get("reason"), end.Get("exitCode")
			if c.Get("name").Value() == name && code.Value() != "" && code.Value() != "0" {
				return strings.TrimPrefix(reason.Value()+", exit code "+code.Value(), ", ")
			}
		}
	}
	return ""
}

// probesOf are the paths that the kubelet asks a container for.
func probesOf(container *yamldoc.Node) []source.Text {
	probes := []string{"livenessProbe", "readinessProbe", "startupProbe"}
	return lists.Found(probes, func(probe string) (source.Text, bool) {
		path := container.Get(probe, "httpGet", "path")
		return path.Text(), path != nil
	})
}

// helpersOf are the commands that the kubelet runs in a container and that may run at once. The startup probe ends
// before the others begin, and a container that ends is not starting.
func helpersOf(container *yamldoc.Node) []reading.HelperCommand {
	var all []reading.HelperCommand
	add := func(fields ...string) bool {
		command := container.Get(slices.Concat(fields, []string{"exec", "command"})...)
		if len(command.Items()) == 0 {
			return false
		}
		all = append(all, reading.HelperCommand{Name: fields[len(fields)-1], Words: reading.ItemsOf(command)})
		return true
	}
	live, ready := add("livenessProbe"), add("readinessProbe")
	if !live && !ready {
		add("startupProbe")
	}
	if !add("lifecycle", "postStart") {
		add("lifecycle", "preStop")
	}
	return all
}

// windowsOf is what sends a pod to nodes of Windows; empty where nothing does.
// https://kubernetes.io/docs/concepts/windows/user-guide/#ensuring-os-specific-workloads-land-on-the-appropriate-container-host
func windowsOf(pod *yamldoc.Node) source.Text {
	selector := pod.Get("nodeSelector")
	names := []*yamldoc.Node{
		pod.Get("os", "name"), selector.Get("kubernetes.io/os"), selector.Get("beta.kubernetes.io/os"),
	}
	name, _ := lists.First(names, func(n *yamldoc.Node) bool { return n.Value() == "windows" })
	return name.Text()
}

// noteMounts notes the files that a container mounts, whose JVMs were read since then.
func (m *manifests) noteMounts(container *yamldoc.Node, owner podOwner, files []mountedFile, since int) {
	known, _ := m.Options.Images.Find(images.Parse(container.Get("image").Value()))
	written := func(o jvmflag.Option) bool { return o.Text.Located() && reading.SizesHeap(o) }
	sized := slices.ContainsFunc(m.Workloads[min(since, len(m.Workloads)):], func(w *workload.Workload) bool {
		return slices.ContainsFunc(w.Options, written)
	})
	for _, f := range files {
		ignored := slices.Contains(known.Ignores, path.Base(f.path)) && slices.Contains(known.Files, path.Dir(f.path)) &&
			container.Get("command") == nil
		m.mounts[f.entry.Value] = append(m.mounts[f.entry.Value], mount{container, owner.ends, ignored, sized})
	}
}

func (m *manifests) readContainer(container *yamldoc.Node, owner podOwner) {
	if m.Full() {
		return
	}
	files, before := m.mountedFiles(container), len(m.Workloads)
	defer m.noteMounts(container, owner, files, before)
	m.embedScript(container)
	image, own := m.OwnImage(container.Get("image").Text())
	if image.NoJVM && container.Get("command") == nil && container.Get("args") == nil { // its variables are those of all services
		return
	}
	env := m.environmentOf(container, image.Environment)
	if len(files) > 0 {
		env.Files = textsOf(files).Over(env.Files)
	}
	env.Folder = cmp.Or(container.Get("workingDir").Value(), env.Folder)
	name := container.Get("name")
	w := workload.New(reading.JoinNames(owner.kind, owner.name, name.Value()), m.File, name.Text())
	w.Short, w.Container = owner.ends, m.containerOf(container, owner)
	defaults := m.imageOf(&w, container.Get("image"))
	if own {
		defaults = m.BaseImage(&w, image.Image)
		m.InstalledJDK(&w, image.Installed)
		w.JDK.Why = image.WhyJDK(w.JDK)
	}
	w.Ended = endOf(owner.status, container.Get("name").Value())
	faults := resourcesAt(&w, container.Get("resources"))
	m.limitByDefault(&w, container, owner)
	if at := windowsOf(owner.pod); at.Len() > 0 {
		m.Doubt(&w, at.Span(), "%s runs on Windows, where a JVM finds its machine in other ways", w.Name)
	}
	if w.IsMember {
		w.Members = m.count(owner.replicas)
		w.Pod = m.podOf(owner, w.Members)
		w.GracePeriod, w.ToolsShareOptions = gracePeriod(owner.pod), true
		w.Hazelcast = m.mountedConfiguration(files, m.MemberOptions(env), env)
	}
	unjudged := len(m.Unjudged)
	m.Closes(env, w.Image)
	start := image.In(containerStart(container, env), reading.ItemsOf(container.Get("args")), env, true)
	start.Built = image.Like
	start.Mounts = lists.Of(container.Get("volumeMounts").Items(), func(n *yamldoc.Node) string {
		return n.Get("mountPath").Value()
	})
	start.Own = own || !w.Container.AllMounts || slices.ContainsFunc(start.Mounts, reading.BringsScript)
	start.Probes = probesOf(container)
	start.Waits = start.Waits && owner.pod.Get("shareProcessNamespace").Value() != "true" && container.Get("lifecycle", "preStop") == nil
	m.ReadJVMs(w, env, start, defaults)
	for _, f := range files {
		if slices.ContainsFunc(start.Read, f.entry.Value.Text().Same) && len(m.Workloads) > before {
			m.ran = append(m.ran, f.entry.Value)
		}
	}
	m.AddHelpers(before, env, helpersOf(container), true)
	if named := len(m.Unjudged) > unjudged && w.Container.KilledBy > 0; len(m.Workloads) == before && (named || w.Container.HasOptions()) { // they reach no JVM
		if w.Known = workload.Nothing; named {
			w.Doubt = m.Unjudged[unjudged].Why
		}
		m.Add(w)
	}
	m.Mark(image, before, unjudged)
	if len(m.Workloads) > before {
		m.ReportQuantities(faults)
	}
}

func kindOf(o *yamldoc.Node) string { return o.Get("kind").Value() }

func nameOf(o *yamldoc.Node) string { return o.Get("metadata", "name").Value() }

// addObject notes what a ConfigMap or a Secret holds.
func (m *manifests) addObject(o, data *yamldoc.Node) {
	object := &reading.Object{
		Reference: reading.Reference{Kind: kindOf(o), Namespace: o.Get("metadata", "namespace").Value(), Name: nameOf(o)},
		File:      m.File, Data: data,
	}
	for _, e := range o.Get("data").Entries() {
		if object.Kind == "Secret" && data.Get(e.Key.Value()) == nil { // in base64
			object.Variables = append(object.Variables, reading.Variable{Name: e.Key.Value(), At: e.Key.Text()})
		}
	}
	for _, e := range data.Entries() {
		v := reading.Variable{Name: e.Key.Value(), At: e.Key.Text(), Value: e.Value.Text(), Known: e.Value.Kind() == yamldoc.Scalar, Raw: e.Value.Value()}
		if e.Value.IsNull() {
			v.Value, v.Raw = v.Value.Slice(0, 0), ""
		}
		object.Variables = append(object.Variables, v)
	}
	if _, unknown := m.unknown[o]; unknown {
		object.Open, object.Variables = true, nil
	}
	m.add(object)
}

func (m *manifests) add(o *reading.Object) {
	m.own = append(m.own, o)
	m.Objects.Add(o)
}

// generators are the lists of a kustomization that make objects.
// https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/configmapgenerator/
var generators = []generator{{"configMapGenerator", "ConfigMap"}, {"secretGenerator", "Secret"}}

type generator struct{ list, kind string }

// isKustomization tells a file that makes objects, which need not say its kind.
func isKustomization(root *yamldoc.Node) bool {
	return slices.ContainsFunc(generators, func(g generator) bool { return root.Get(g.list).Kind() == yamldoc.Sequence })
}

// addGenerated notes the objects that a kustomization makes, whose folder is that of the file that is read, or one
// from there. What it merges into one that is not known is not all that this holds.
func (m *manifests) addGenerated(o *yamldoc.Node, folder string) {
	for _, g := range generators {
		for _, item := range o.Get(g.list).Items() {
			namespace := cmp.Or(item.Get("namespace"), o.Get("namespace"))
			object := &reading.Object{
				Reference: reading.Reference{Kind: g.kind, Namespace: namespace.Value(), Name: item.Get("name").Value()},
				File:      m.File,
			}
			env := &reading.Environment{}
			if item.Get("behavior").Value() == "merge" {
				m.mergeInto(object, env)
			}
			for _, file := range append(item.Get("envs").Items(), item.Get("env")) {
				missing := file.Kind() == yamldoc.Scalar && !m.EnvironmentFile(path.Join(folder, file.Value()), env)
				object.Open = object.Open || missing
			}
			for _, literal := range item.Get("literals").Items() {
				if v, ok := literalOf(literal.Text()); ok {
					env.Set(v)
				}
			}
			object.Variables = slices.Collect(env.All())
			m.add(object)
		}
	}
}

// mergeInto has a generated object begin with what one of its name holds already.
func (m *manifests) mergeInto(object *reading.Object, env *reading.Environment) {
	below := m.Objects.Named(object.Reference)
	if object.Open = len(below) == 0; object.Open {
		return
	}
	last := below[len(below)-1]
	object.Open = last.Open
	for _, v := range last.Variables {
		env.Set(v)
	}
}

// literalOf reads NAME=value, whose value may stand in quotes.
func literalOf(t source.Text) (reading.Variable, bool) {
	v := reading.VariableOf(t)
	value := v.Value.String()
	if v.Raw = value; len(value) > 1 && (value[0] == '"' || value[0] == '\'') && value[len(value)-1] == value[0] {
		v.Value = v.Value.Slice(1, len(value)-1)
	}
	return v, v.Known
}

// referTo is a reference from the object that is read, in its namespace.
func (m *manifests) referTo(kind string, name *yamldoc.Node) *reading.Object {
	if name.Kind() != yamldoc.Scalar {
		return nil
	}
	return m.ObjectOf(reading.Reference{Kind: kind, Namespace: m.namespace, Name: name.Value()}, name.Text())
}

// addUntaken adds a JVM for each variable of options that no container of the file takes: others may.
func (m *manifests) addUntaken() {
	for _, o := range m.own {
		for _, v := range o.Variables {
			if !v.HoldsOptions() || m.taken[v.At.Span()] || strings.Contains(v.Value.String(), "\n") {
				continue
			}
			w := workload.New(reading.JoinNames(o.Kind, o.Name, v.Name), m.File, v.At)
			w.AnyProgram, w.Known = true, workload.PartOfOptions
			w.Options = jvmflag.Known(reading.EvidenceOf(v.Name), m.JVMOptions(jvmflag.CommandLine, v.Value))
			m.Add(w)
		}
	}
}

// parameter is what OpenShift puts the value of a parameter in for, and nothing else: a shell may read ${NAME:-x}.
var parameter = lazyregexp.New(`\$\{\{?(\w+)\}\}?`)

// objectsOf are the objects of a Template of OpenShift, with the values that its parameters have by default, and else
// an object itself. What somebody must give or what is generated stays open.
//
// https://docs.okd.io/latest/openshift_images/using-templates.html#templates-writing-parameters_using-templates
func (in file) objectsOf(o *yamldoc.Node) []*yamldoc.Node {
	if kindOf(o) != "Template" {
		return listed(o)
	}
	env := &reading.Environment{}
	for _, p := range o.Get("parameters").Items() {
		if value := p.Get("value"); value.Kind() == yamldoc.Scalar {
			env.Set(reading.Variable{Name: p.Get("name").Value(), Value: value.Text(), Known: true})
		}
	}
	reading.NewInterpolation(in.Input, env, parameter).Into(o.Get("objects"))
	return lists.Flat(o.Get("objects").Items(), listed)
}
