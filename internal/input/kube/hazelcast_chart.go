package kube

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// chartKeys are keys under hazelcast that the chart reads and a member's configuration does not have.
var chartKeys = []string{"javaOpts", "yaml", "existingConfigMap", "configurationFiles", "loggingLevel"}

// isChartValues reports whether a mapping is values of the official Hazelcast chart
// (https://github.com/hazelcast/charts): a whole document, or, where it is a sub-chart, what stands under its name.
func isChartValues(n *yamldoc.Node) bool {
	return n.Kind() == yamldoc.Mapping && slices.ContainsFunc(chartKeys, func(key string) bool { return n.Get("hazelcast", key) != nil })
}

// holdsChartValues reports whether a mapping, or one within it, is such values.
func holdsChartValues(n *yamldoc.Node) bool {
	return isChartValues(n) || slices.ContainsFunc(n.Entries(), func(e yamldoc.Entry) bool { return holdsChartValues(e.Value) })
}

// ofMember are the keys of the chart's values that say something of its JVMs; whatever
// stands beside them belongs to others.
var ofMember = []string{"hazelcast", "mancenter", "image", "resources", "env", "cluster", "gracefulShutdown", "metrics", "jet"}

// readChartValues reads the member, and Management Center where options are set for it.
func (in file) readChartValues(values *yamldoc.Node) {
	in.Format = HazelcastChartValues
	if enabled(values.Get("hazelcast", "enabled")) {
		in.Workloads = append(in.Workloads, in.member(values))
	}
	center := values.Get("mancenter")
	if opts := in.javaOpts(center, "mancenter.javaOpts"); opts.Len() > 0 && enabled(center.Get("enabled")) {
		w := workload.New("mancenter", in.File, opts)
		in.resources(&w, center)
		w.Options = jvmflag.Known(jvmflag.Runs, in.JVMOptions(jvmflag.CommandLine, opts))
		in.Workloads = append(in.Workloads, &w)
	}
}

func (in file) member(values *yamldoc.Node) *workload.Workload {
	w := new(workload.New("hazelcast", in.File, source.Text{}))
	w.IsMember = true
	in.resources(w, values)
	if within := values.Get("hazelcast"); values.Get("resources") == nil && within.Get("resources") != nil { // of a chart that puts them there
		in.resources(w, within)
	}
	if e, ok := values.Entry("hazelcast"); ok {
		w.At = e.Key.Text()
	}
	defaults := in.image(w, cmp.Or(values.Get("image"), values.Get("hazelcast", "image")))
	w.Members = in.count(values.Get("cluster", "memberCount"))
	env := in.manifests().environmentOf(values, nil)
	w.Environment = env.Overrides()
	w.GracePeriod = chartGracePeriod(values.Get("gracefulShutdown"))
	if config, ok := values.Get("hazelcast", "yaml").Entry("hazelcast"); ok && !isSet(values.Get("hazelcast", "existingConfigMap")) {
		w.Hazelcast = &hazelcast.Config{
			Root: config.Value, Key: config.Key, Documents: []*yamldoc.Node{values.Get("hazelcast", "yaml")}, Helm: true,
		}
	}
	in.ReadOwnChannels(w, env)
	w.Options = slices.Concat(
		w.Options,
		in.JVMOptions(jvmflag.CommandLine, defaults),
		in.JVMOptions(jvmflag.CommandLine, in.chartOptions(values)), // as JAVA_OPTS, behind that of env: the last counts
		reading.HeapOptions(env),
	)
	jvmflag.Known(jvmflag.Runs, w.Options)
	if env.Hides("MIN_HEAP_SIZE", "MAX_HEAP_SIZE") {
		w.KnowsAtMost(workload.PartOfOptions)
	}
	return w
}

// image takes over what the image brings, and gives its JAVA_OPTS_DEFAULT.
// Without a tag the chart's own counts, which depends on its version.
func (in file) image(w *workload.Workload, n *yamldoc.Node) source.Text {
	repository := "hazelcast/hazelcast" // the chart's default
	if r := n.Get("repository"); r.Kind() == yamldoc.Scalar && !r.IsNull() {
		repository = r.Value()
		if hazelcast.IsOpenSource(repository) {
			w.OpenSource = r.Text()
		}
	}
	w.ToolsShareOptions = hazelcast.IsOfficial(repository)
	if tag := n.Get("tag"); tag.Kind() == yamldoc.Scalar && !tag.IsNull() {
		w.Image = source.Join(source.Unlocated(repository+":", "repository of the image"), tag.Text())
		return in.OfficialImage(w, repository, tag.Value(), tag.Text())
	}
	return in.OfficialImage(w, repository, "", source.Text{})
}

// chartOptions is the value of JAVA_OPTS as the chart's StatefulSet puts it
// together: its own options first, then hazelcast.javaOpts.
func (in file) chartOptions(values *yamldoc.Node) source.Text {
	chart := func(s string) source.Text { return source.Unlocated(s, "the chart") }
	jet := chart("true")
	if n := values.Get("jet", "enabled"); n.Kind() == yamldoc.Scalar && !n.IsNull() {
		jet = n.Text()
	}
	parts := []source.Text{chart("-Dhazelcast.config=/data/hazelcast/hazelcast.yaml -Dhz.jet.enabled="), jet, chart(" ")}
	if shutdown := values.Get("gracefulShutdown"); enabled(shutdown.Get("enabled")) {
		wait := chart("600")
		if n := shutdown.Get("maxWaitSeconds"); n.Kind() == yamldoc.Scalar {
			wait = n.Text()
		}
		parts = append(parts, chart("-Dhazelcast.shutdownhook.policy=GRACEFUL -Dhazelcast.shutdownhook.enabled=true -Dhazelcast.graceful.shutdown.max.wait="), wait, chart(" "))
	}
	if n := values.Get("metrics", "enabled"); n != nil && enabled(n) {
		parts = append(parts, chart("-Dhazelcast.jmx=true "))
	}
	parts = append(parts, in.javaOpts(values.Get("hazelcast"), "hazelcast.javaOpts"))
	return source.Join(parts...)
}

// javaOpts is the text of options under a key that must hold one.
func (in file) javaOpts(n *yamldoc.Node, name string) source.Text {
	opts := n.Get("javaOpts")
	switch {
	case !isSet(opts):
		return source.Text{}
	case opts.Kind() != yamldoc.Scalar:
		in.Unreadable(opts.Span(), "%s must be a string of options", name)
		return source.Text{}
	}
	return opts.Text()
}

// isSet reports whether a key is there and holds something.
func isSet(n *yamldoc.Node) bool { return n != nil && !n.IsNull() }

// resources reads resources of the container of a JVM.
func (in file) resources(w *workload.Workload, values *yamldoc.Node) {
	in.ReportQuantities(resourcesAt(w, values.Get("resources")))
}

// resourcesAt reads limits and requests. What nobody can mean is a slip, and what was meant is not known.
func resourcesAt(w *workload.Workload, resources *yamldoc.Node) (faults []reading.QuantityFault) {
	read := func(kind, key string, quantity func(source.Text, source.Origin) (source.Value, error)) source.Value {
		n := resources.Get(kind, key)
		if n.Kind() != yamldoc.Scalar || n.IsNull() {
			return source.Value{}
		}
		v, err := quantity(n.Text(), source.Configured)
		if err != nil && !errors.Is(err, workload.ErrZero) {
			faults = append(faults, reading.QuantityFault{At: n, Key: fmt.Sprintf("resources.%s.%s", kind, key), Err: err})
		}
		return v
	}
	memory := func(kind string) source.Value {
		v := read(kind, "memory", workload.Bytes)
		if !workload.IsSlip(v) {
			return v
		}
		w.Slips = append(w.Slips, workload.Slip{Key: kind, Size: v})
		return source.Value{}
	}
	w.Memory, w.Request = memory("limits"), memory("requests")
	w.CPUs = read("limits", "cpu", workload.CPUs)
	w.CPURequest = read("requests", "cpu", workload.Millicores)
	if workload.IsSlipOfCPUs(w.CPUs, w.Memory) {
		w.Slips = append(w.Slips, workload.Slip{Key: "limits", Size: w.CPUs, CPUs: true})
		w.CPUs = source.Value{}
	}
	if w.CPUs.Known() {
		w.CPULimit, _ = workload.Millicores(w.CPUs.Text, source.Configured)
	}
	w.Limited = !slices.ContainsFunc(faults, func(f reading.QuantityFault) bool { return strings.HasPrefix(f.Key, "resources.limits.") })
	return faults
}

func (in file) count(n *yamldoc.Node) source.Value {
	if n.Kind() != yamldoc.Scalar || n.IsNull() {
		return source.Value{}
	}
	v, err := workload.Count(n.Text(), source.Configured)
	if err != nil {
		in.Problem(n.Span(), "cluster.memberCount: %s", err)
	}
	return v
}

// enabled reads a switch of the chart that is on by default, as Helm does: null
// and the words for false of YAML 1.1 switch it off, a string never does.
func enabled(n *yamldoc.Node) bool {
	return n == nil || n.Quoted() || !n.IsNull() && !slices.Contains([]string{"false", "no", "off", "n"}, strings.ToLower(n.Value()))
}

// defaultGracePeriod is what Kubernetes gives a pod that asks for nothing.
// https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
var defaultGracePeriod = source.Value{N: 30_000, Origin: source.Default, Why: "default of Kubernetes"}

// chartGracePeriod is what the chart sets: as long as the member may take, and nothing where graceful shutdown is off.
func chartGracePeriod(shutdown *yamldoc.Node) source.Value {
	if !enabled(shutdown.Get("enabled")) {
		return defaultGracePeriod
	}
	if n := shutdown.Get("maxWaitSeconds"); n.Kind() == yamldoc.Scalar {
		return seconds(n)
	}
	return source.Value{N: 600_000, Origin: source.Default, Why: "default of the chart"}
}

// gracePeriod is what a pod asks for.
func gracePeriod(pod *yamldoc.Node) source.Value {
	n := pod.Get("terminationGracePeriodSeconds")
	if n.Kind() != yamldoc.Scalar || n.IsNull() {
		return defaultGracePeriod
	}
	return seconds(n)
}

// seconds reads a number of them, in milliseconds; what is none is unknown.
func seconds(n *yamldoc.Node) source.Value {
	v, _ := workload.Count(n.Text(), source.Configured)
	v.N *= 1000
	return v
}
