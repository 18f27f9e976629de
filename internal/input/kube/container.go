package kube

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// containerStart reads command and args: words, in which Kubernetes expands
// $(NAME), and which a shell sees only where they start one.
func containerStart(n *yamldoc.Node, env *reading.Environment) reading.StartCommand {
	command, arguments := reading.ItemsOf(n.Get("command")), reading.ItemsOf(n.Get("args"))
	start := reading.Started(append(command, arguments...), env, true)
	if start.Replaced = len(command) > 0; start.Replaced {
		return start
	}
	start.Arguments = len(arguments) > 0 // of the entry point of the image, which may read any variable
	start.Likely, start.Children, start.Exported = true, true, map[string]bool{}
	for v := range env.All() {
		start.Exported[v.Name] = true
	}
	return start
}

// imageOf takes over what the image brings, and gives the options that its start script puts first.
func (in file) imageOf(w *workload.Workload, n *yamldoc.Node) source.Text {
	if n.Kind() != yamldoc.Scalar || n.IsNull() {
		return source.Text{}
	}
	return in.BaseImage(w, n.Text())
}

// containerFields and resourceFields are all that Kubernetes 1.34 knows of a
// container and of its resources; earlier releases know some of them.
// https://github.com/kubernetes/api/blob/v0.34.0/core/v1/types.go, Container, ResourceRequirements
var (
	containerFields = []string{
		"name", "image", "command", "args", "workingDir", "ports", "envFrom", "env", "resources", "resizePolicy",
		"restartPolicy", "restartPolicyRules", "volumeMounts", "volumeDevices", "livenessProbe", "readinessProbe", "startupProbe",
		"lifecycle", "terminationMessagePath", "terminationMessagePolicy", "imagePullPolicy", "securityContext", "stdin", "stdinOnce", "tty",
	}
	resourceFields = []string{"limits", "requests", "claims"}
)

// environmentName is a name that people give variables, and Kubernetes no field.
var environmentName = lazyregexp.New(`^[A-Z][A-Z0-9]*_[A-Z0-9_]*$`)

// containerOf is what is described of a container beside its JVM. An operator may
// put further volumes and fields into what is no pod of Kubernetes.
func (m *manifests) containerOf(container *yamldoc.Node, owner podOwner) *workload.Container {
	c := &workload.Container{Kubernetes: true, Folder: container.Get("workingDir").Value(), AllMounts: pods[owner.kind]}
	addLiveness(c, container)
	c.ReadOnly = container.Get("securityContext", "readOnlyRootFilesystem").Text()
	projected := m.projected(container, owner.pod)
	for _, mount := range container.Get("volumeMounts").Items() {
		folders := &c.Mounts
		if mount.Get("readOnly").Value() == "true" || projected[mount.Get("name").Value()] {
			folders = &c.Fixed
		}
		*folders = append(*folders, mount.Get("mountPath").Value())
	}
	if pods[owner.kind] {
		c.Unknown = unknownFields(container)
	}
	return c
}

// addLiveness says when the kubelet kills a container that does not answer. What a command asks is not known: it may
// succeed at once. The kubelet asks once a period, and first at any time within one.
// https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#Probe
func addLiveness(c *workload.Container, container *yamldoc.Node) {
	probe, n := container.Get("livenessProbe"), [...]int64{0, 10, 3, 1}
	if probe.Kind() != yamldoc.Mapping || probe.Get("exec") != nil {
		return
	}
	for i, key := range [...]string{"initialDelaySeconds", "periodSeconds", "failureThreshold", "timeoutSeconds"} {
		if given := probe.Get(key); given != nil && !given.IsNull() && given.Value() != "0" {
			v, err := workload.Count(given.Text(), source.Configured)
			if n[i] = v.N; err != nil {
				return // it is not known
			}
		}
	}
	if probe.Get("tcpSocket") == nil { // which the kernel answers while the JVM stands still
		c.Patience = source.Value{N: 1000 * (n[1]*(n[2]-1) + n[3]), Origin: source.Configured, Text: probe.Key().Text()}
	}
	if container.Get("startupProbe").Kind() != yamldoc.Mapping {
		c.Liveness, c.KilledFrom, c.KilledBy = probe.Key().Text(), n[0]+n[1]*(n[2]-1), n[0]+n[1]*n[2]
	}
}

// projected are the volumes of a pod that hold what Kubernetes knows, and nothing that a container writes.
func (m *manifests) projected(container, pod *yamldoc.Node) map[string]bool {
	volumes := pod.Get("volumes").Items()
	if !m.take(len(volumes), container) {
		return nil
	}
	known := lists.Where(volumes, func(v *yamldoc.Node) bool {
		return cmp.Or(v.Get("configMap"), v.Get("secret"), v.Get("downwardAPI"), v.Get("projected")) != nil
	})
	return lists.Set(lists.Of(known, func(v *yamldoc.Node) string { return v.Get("name").Value() }))
}

// unknownFields are keys of a container that belong into its environment or its resources, by what they are called.
func unknownFields(container *yamldoc.Node) []workload.Field {
	var all []workload.Field
	for _, e := range container.Entries() {
		switch key := e.Key.Value(); {
		case slices.Contains(containerFields, key):
		case (slices.Contains(resourceFields, key) || key == "resource") && e.Value.Kind() == yamldoc.Mapping:
			all = append(all, workload.Field{Key: e.Key.Text(), Of: "container", Into: "resources"})
		case environmentName.MatchString(key) && e.Value.Kind() == yamldoc.Scalar || setsOptions(e):
			all = append(all, variableField(e, "container"))
		}
	}
	resources := container.Get("resources")
	for _, e := range resources.Entries() {
		switch key := e.Key.Value(); {
		case key == "memory", key == "cpu":
			all = append(all, workload.Field{Key: e.Key.Text(), Of: "resources", Into: "limits"})
		case key == "limit", key == "request":
			all = append(all, workload.Field{Key: e.Key.Text(), Of: "resources", Into: key + "s"})
		}
	}
	entries := slices.Concat(resources.Entries(), resources.Get("limits").Entries(), resources.Get("requests").Entries())
	return append(all, lists.Of(lists.Where(entries, setsOptions), func(e yamldoc.Entry) workload.Field {
		return variableField(e, "resources")
	})...)
}

// setsOptions reports whether an entry reads as a variable of JVM options, whatever its name.
func setsOptions(e yamldoc.Entry) bool {
	return e.Value.Kind() == yamldoc.Scalar && reading.Assigned{Name: e.Key.Value(), Value: e.Value.Text()}.HoldsOptions()
}

// variableField is a field that belongs into the environment.
func variableField(e yamldoc.Entry, of string) workload.Field {
	return workload.Field{Key: e.Key.Text(), Value: e.Value.Text(), Of: of, Into: "env", Options: setsOptions(e)}
}

// environmentOf reads envFrom and env of a container, over what its image sets, where that is known.
func (m *manifests) environmentOf(container *yamldoc.Node, image *reading.Environment) *reading.Environment {
	env := cmp.Or(image, &reading.Environment{}).Clone()
	for _, from := range container.Get("envFrom").Items() {
		m.takeAll(env, from, container)
	}
	list := container.Get("env")
	for _, item := range list.Items() {
		name := item.Get("name")
		if name.Kind() != yamldoc.Scalar {
			continue
		}
		v := reading.Variable{Name: name.Value(), At: name.Text(), List: list.Span()}
		if item.Get("valueFrom") != nil {
			if of, found := m.valueFrom(item); found && of.Known {
				v.Value, v.Known = of.Value, true // as it is: Kubernetes puts nothing in there
			} else {
				v.Value, v.Known = resourceField(item, container)
			}
		} else if value := item.Get("value"); value.IsNull() || len(item.Entries()) == 1 { // which sets nothing to it
			v.Value, v.Known = value.Text().Slice(0, 0), true
		} else if value.Kind() == yamldoc.Scalar {
			v.Value, v.Known, v.Raw = reading.ExpandReferences(value.Text(), env), true, value.Value()
		}
		env.Set(v)
	}
	return env
}

// takeAll takes over all variables of a ConfigMap or a Secret.
func (m *manifests) takeAll(env *reading.Environment, from, container *yamldoc.Node) {
	kind, name := "ConfigMap", from.Get("configMapRef", "name")
	if name == nil {
		kind, name = "Secret", from.Get("secretRef", "name")
	}
	object := m.referTo(kind, name)
	if object == nil || !m.take(len(object.Variables), container) {
		env.OpenTo(name.Text())
		return
	}
	if object.Open {
		env.OpenTo(name.Text())
	}
	prefix := from.Get("prefix").Value()
	for _, v := range object.Variables {
		m.taken[v.At.Span()] = true
		v.Name, v.Raw, v.Bulk = prefix+v.Name, "", true
		env.Set(v)
	}
}

// valueFrom is the variable of a ConfigMap or a Secret that an entry of env refers to; false where that is not known.
func (m *manifests) valueFrom(item *yamldoc.Node) (reading.Variable, bool) {
	kind, ref := "ConfigMap", item.Get("valueFrom", "configMapKeyRef")
	if ref == nil {
		kind, ref = "Secret", item.Get("valueFrom", "secretKeyRef")
	}
	object := m.referTo(kind, ref.Get("name"))
	if object == nil {
		return reading.Variable{}, false
	}
	v, found := object.Variable(ref.Get("key").Value())
	if found {
		m.taken[v.At.Span()] = true
	}
	return v, found
}

// resourceField is the value of a variable that refers to a limit or a request of a container of the same pod: how
// many divisors it holds, rounded up. A memory limit that is not set here is known by its name alone.
// https://github.com/kubernetes/kubernetes/blob/v1.30.0/pkg/api/v1/resource/helpers.go, ExtractContainerResourceValue
func resourceField(item, container *yamldoc.Node) (source.Text, bool) {
	ref := item.Get("valueFrom", "resourceFieldRef")
	name := ref.Get("resource")
	if name.Kind() != yamldoc.Scalar {
		return source.Text{}, false
	}
	if other := ref.Get("containerName").Value(); other != "" && other != container.Get("name").Value() {
		named := func(c *yamldoc.Node) bool { return c.Get("name").Value() == other }
		container, _ = lists.First(container.Parent().Items(), named)
	}
	divisor := ref.Get("divisor").Value()
	if divisor == "" || divisor == "0" {
		divisor = "1"
	}
	n := container.Get(append([]string{"resources"}, strings.SplitN(name.Value(), ".", 2)...)...)
	if n.Kind() != yamldoc.Scalar || reading.HasPlaceholder(n.Value()) {
		return source.Vague(reading.MemoryLimit(divisor), name.Span()), name.Value() == "limits.memory"
	}
	quantity, err := workload.Bytes(n.Text(), source.Configured)
	unit, bad := workload.Bytes(source.Unlocated(divisor, "divisor"), source.Configured)
	if err != nil || bad != nil || unit.N <= 0 || !strings.HasSuffix(name.Value(), ".memory") {
		return source.Text{}, false
	}
	return source.Vague(strconv.FormatInt((quantity.N+unit.N-1)/unit.N, 10), name.Span()), true
}
