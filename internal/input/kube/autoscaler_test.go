package kube

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/input/reading"
)

// https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#scaling-policies: all at once by default, and
// of several policies the one that takes the most.
func TestShrinks(t *testing.T) {
	for _, c := range []struct {
		name, kind, spec string
		owner            podOwner
		want             int64
	}{
		{"all but the least", "HorizontalPodAutoscaler", "minReplicas: 3, maxReplicas: 10", podOwner{kind: "Deployment", name: "a"}, 7},
		{"the least is 1", "HorizontalPodAutoscaler", "maxReplicas: 10", podOwner{kind: "Deployment", name: "a"}, 9},
		{"KEDA, down to none", "ScaledObject", "minReplicaCount: 0, maxReplicaCount: 10", podOwner{kind: "Deployment", name: "a"}, 9},
		{"some pods", "HorizontalPodAutoscaler", "maxReplicas: 10, behavior: {scaleDown: {policies: [{type: Pods, value: 2}]}}", podOwner{kind: "Deployment", name: "a"}, 2},
		{"a share, rounded up", "HorizontalPodAutoscaler", "maxReplicas: 9, behavior: {scaleDown: {policies: [{type: Percent, value: 10}]}}", podOwner{kind: "Deployment", name: "a"}, 1},
		{"the larger of two", "HorizontalPodAutoscaler", "maxReplicas: 10, behavior: {scaleDown: {policies: [{type: Pods, value: 2}, {type: Percent, value: 50}]}}", podOwner{kind: "Deployment", name: "a"}, 5},
		{"the smaller of two", "HorizontalPodAutoscaler", "maxReplicas: 10, behavior: {scaleDown: {selectPolicy: Min, policies: [{type: Pods, value: 2}, {type: Percent, value: 50}]}}", podOwner{kind: "Deployment", name: "a"}, 2},
		{"no policies", "HorizontalPodAutoscaler", "maxReplicas: 10, behavior: {scaleDown: {policies: []}}", podOwner{kind: "Deployment", name: "a"}, 9},
		{"KEDA's policies", "ScaledObject", "maxReplicaCount: 10, advanced: {horizontalPodAutoscalerConfig: {behavior: {scaleDown: {policies: [{type: Pods, value: 3}]}}}}", podOwner{kind: "Deployment", name: "a"}, 3},
		{"never", "HorizontalPodAutoscaler", "maxReplicas: 10, behavior: {scaleDown: {selectPolicy: Disabled}}", podOwner{kind: "Deployment", name: "a"}, 0},
		{"a policy that is filled in", "HorizontalPodAutoscaler", "maxReplicas: 10, behavior: {scaleDown: {policies: [{type: Pods, value: '${N}'}]}}", podOwner{kind: "Deployment", name: "a"}, 0},
		{"the most is not known", "HorizontalPodAutoscaler", "minReplicas: 3", podOwner{kind: "Deployment", name: "a"}, 0},
		{"of another object", "HorizontalPodAutoscaler", "maxReplicas: 10", podOwner{kind: "Deployment", name: "b"}, 0},
		{"of another kind", "HorizontalPodAutoscaler", "maxReplicas: 10", podOwner{kind: "ReplicaSet", name: "a"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := file{&reading.Input{Objects: reading.Objects{}}}.manifests()
			m.addAutoscaler(parsed(t, "{kind: "+c.kind+", spec: {scaleTargetRef: {kind: Deployment, name: a}, "+c.spec+"}}"))
			assert.Equal(t, c.want, m.shrinks(c.owner).N)
		})
	}
}

// The pods of a StatefulSet go one after the other, unless they are managed in parallel.
func TestShrinksOfAStatefulSet(t *testing.T) {
	m := file{&reading.Input{Objects: reading.Objects{}}}.manifests()
	m.addAutoscaler(parsed(t, "{kind: ScaledObject, spec: {scaleTargetRef: {name: a}, maxReplicaCount: 5}}"))
	m.addAutoscaler(parsed(t, "{kind: HorizontalPodAutoscaler, metadata: {namespace: x}, spec: {scaleTargetRef: {kind: StatefulSet, name: s}, maxReplicas: 5}}"))
	m.namespace = "x"
	assert.Zero(t, m.shrinks(podOwner{kind: "StatefulSet", name: "s"}))
	assert.EqualValues(t, 4, m.shrinks(podOwner{kind: "StatefulSet", name: "s", parallel: true}).N)
	assert.EqualValues(t, 4, m.shrinks(podOwner{kind: "Deployment", name: "a"}).N, "KEDA scales a Deployment unless it says so")
	m.namespace = "y"
	assert.Zero(t, m.shrinks(podOwner{kind: "StatefulSet", name: "s", parallel: true}), "of another namespace")
}
