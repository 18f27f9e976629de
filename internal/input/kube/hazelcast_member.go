package kube

import (
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// defaultGracePeriod is what Kubernetes gives a pod that asks for nothing.
//
// https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
func defaultGracePeriod() source.Value {
	return source.Value{N: 30_000, Origin: source.Default, Why: "default of Kubernetes"}
}

// chartGracePeriod is what the chart sets: as long as the member may take, and
// nothing where graceful shutdown is off.
func chartGracePeriod(shutdown *yamldoc.Node) source.Value {
	if !enabled(shutdown.Get("enabled")) {
		return defaultGracePeriod()
	}
	if n := shutdown.Get("maxWaitSeconds"); n.Kind() == yamldoc.Scalar {
		v, err := workload.Count(n.Text(), source.Configured)
		if err != nil {
			return source.Value{}
		}
		v.N *= 1000
		return v
	}
	return source.Value{N: 600_000, Origin: source.Default, Why: "default of the chart"}
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
