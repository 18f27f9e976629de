package kube

import (
	"cmp"
	"slices"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// scaled refers to the autoscaler of an object.
func scaled(namespace, kind, name string) reading.Reference {
	return reading.Reference{Kind: "autoscaler", Namespace: namespace, Name: kind + "/" + name}
}

// addAutoscaler adds one of Kubernetes or of KEDA, by what it scales.
func (m *manifests) addAutoscaler(o *yamldoc.Node) {
	target := o.Get("spec", "scaleTargetRef")
	of := scaled(o.Get("metadata", "namespace").Value(), cmp.Or(target.Get("kind").Value(), "Deployment"), target.Get("name").Value())
	m.Objects.Add(&reading.Object{Reference: of, File: m.File, Data: o.Get("spec")})
}

// shrinks is how many pods an autoscaler may take away at once; unknown where there is none, or it takes none. Those of
// a StatefulSet go one after the other: with two seconds between them, members of 5.3.1 lost none of 320 MB.
//
// https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#scaling-policies
func (m *manifests) shrinks(owner podOwner) source.Value {
	o := m.ObjectOf(scaled(m.namespace, owner.kind, owner.name), source.Text{})
	if o == nil || owner.kind == "StatefulSet" && !owner.parallel {
		return source.Value{}
	}
	most, err := workload.Count(cmp.Or(o.Data.Get("maxReplicas"), o.Data.Get("maxReplicaCount")).Text(), source.Configured)
	if err != nil {
		return source.Value{}
	}
	least, _ := workload.Count(cmp.Or(o.Data.Get("minReplicas"), o.Data.Get("minReplicaCount")).Text(), source.Configured)
	least.N = max(least.N, 1)
	down := cmp.Or(o.Data.Get("behavior", "scaleDown"), o.Data.Get("advanced", "horizontalPodAutoscalerConfig", "behavior", "scaleDown"))
	selected := down.Get("selectPolicy").Value()
	if selected == "Disabled" {
		return source.Value{}
	}
	var taken []int64
	for _, policy := range down.Get("policies").Items() {
		n, err := workload.Count(policy.Get("value").Text(), source.Configured)
		if err != nil {
			return source.Value{}
		}
		if policy.Get("type").Value() == "Percent" {
			n.N = (n.N*most.N + 99) / 100
		}
		taken = append(taken, n.N)
	}
	allowed := most.N // 100 percent, by default
	if len(taken) > 0 {
		allowed = slices.Max(taken)
		if selected == "Min" {
			allowed = slices.Min(taken)
		}
	}
	most.N = min(allowed, most.N-least.N)
	return most
}
