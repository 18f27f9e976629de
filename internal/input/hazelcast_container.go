package input

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// readHazelcastPods finds containers of the official member image in pods of
// Kubernetes. Read are the variables, the options in JAVA_OPTS and the grace
// period; the configuration stands elsewhere, and the JVM is not judged.
func (in *Input) readHazelcastPods(n, replicas *yamldoc.Node) {
	if r := n.Get("replicas"); r.Kind() == yamldoc.Scalar {
		replicas = r
	}
	for _, item := range n.Items() {
		in.readHazelcastPods(item, replicas)
	}
	for _, e := range n.Entries() {
		in.readHazelcastPods(e.Value, replicas)
	}
	if n.Kind() != yamldoc.Mapping {
		return
	}
	for _, container := range n.Get("containers").Items() {
		started := container.Get("command") != nil || container.Get("args") != nil // as something else, maybe
		if container.Get("image").Kind() == yamldoc.Scalar && !started {
			in.readHazelcastContainer(n, container, replicas)
		}
	}
}

func (in *Input) readHazelcastContainer(pod, container, replicas *yamldoc.Node) {
	text := container.Get("image").Text()
	colon := strings.LastIndexByte(text.String(), ':')
	if colon < 0 {
		return
	}
	image, ok := hazelcast.OfficialImage(text.String()[:colon], text.String()[colon+1:])
	if !ok {
		return
	}
	w := &workload.Workload{
		Name: "hazelcast", File: in.File, At: container.Get("name").Text(), Image: text,
		IsMember: true, HazelcastVersion: image.Version, ToolsShareOptions: true,
		JDK:         workload.JDK{Candidates: []int{image.JDK}, Why: "image " + text.String(), At: text.Slice(colon+1, text.Len())},
		Environment: variables(container.Get("env")), GracePeriod: gracePeriod(pod),
	}
	if v, err := workload.Count(replicas.Text(), source.Configured); err == nil {
		w.Members = v
	}
	env := container.Get("env")
	w.Options = slices.Concat(in.environment(env),
		in.options(jvmflag.CommandLine, source.Unlocated(image.Options, "JAVA_OPTS_DEFAULT of image "+text.String())))
	if opts := variable(env, "JAVA_OPTS"); opts != nil {
		w.Options = append(w.Options, in.options(jvmflag.CommandLine, opts.Text())...)
	}
	w.Options = append(w.Options, in.heapVariables(env)...)
	in.Workloads = append(in.Workloads, w)
}

// gracePeriod is what a pod asks for.
func gracePeriod(pod *yamldoc.Node) source.Value {
	n := pod.Get("terminationGracePeriodSeconds")
	if n.Kind() != yamldoc.Scalar || n.IsNull() {
		return defaultGracePeriod()
	}
	v, err := workload.Count(n.Text(), source.Configured)
	if err != nil {
		return source.Value{}
	}
	v.N *= 1000
	return v
}
