package input

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
)

func environmentOf(variables []hazelcast.Variable) []string {
	var all []string
	for _, v := range variables {
		all = append(all, v.Name.String())
	}
	return all
}

func TestVariables(t *testing.T) {
	w := read("values.yaml", `env:
- {name: HZ_CLUSTERNAME, value: a}
- name: HZ_LICENSEKEY
  valueFrom: {secretKeyRef: {name: s, key: k}}
- {name: HZ_CLUSTERNAME, value: b}
- {name: EMPTY, value: ""}
- {value: nameless}
hazelcast:
  javaOpts: -Xmx1g
`).Workloads[0]
	assert.Equal(t, []string{"HZ_LICENSEKEY", "HZ_CLUSTERNAME", "EMPTY"}, environmentOf(w.Environment))
	assert.Equal(t, "HZ_CLUSTERNAME", w.Environment[1].Name.Span().String())
}

func TestGracePeriodOfTheChart(t *testing.T) {
	type grace struct {
		ms     int64
		origin source.Origin
		text   string
	}
	for values, want := range map[string]grace{
		"": {600_000, source.Default, ""},
		"gracefulShutdown: {maxWaitSeconds: 60}\n":   {60_000, source.Configured, "60"},
		"gracefulShutdown: {enabled: false}\n":       {30_000, source.Default, ""},
		"gracefulShutdown: {maxWaitSeconds: 1m}\n":   {},
		"gracefulShutdown: {maxWaitSeconds: '90'}\n": {90_000, source.Configured, "90"},
	} {
		got := read("values.yaml", values+"hazelcast: {javaOpts: -Xmx1g}\n").Workloads[0].GracePeriod
		assert.Equal(t, want, grace{got.N, got.Origin, got.Text.String()}, values)
	}
}

const pod = `apiVersion: apps/v1
kind: StatefulSet
spec:
  replicas: 3
  template:
    spec:
      terminationGracePeriodSeconds: 90
      containers:
      - name: member
        image: registry.example.com/hazelcast/hazelcast:5.3.1
        env:
        - {name: JAVA_OPTS, value: "-Xmx1g -Dhz.cluster-name=a"}
        - {name: HZ_JET_ENABLED, value: "true"}
      - name: sidecar
        image: example/app:1
`

func TestPod(t *testing.T) {
	in := read("pod.yaml", pod)
	assert.Len(t, in.Workloads, 1)
	w := in.Workloads[0]
	assert.True(t, w.IsMember)
	assert.Equal(t, hazelcast.Version{Major: 5, Minor: 3, Patch: 1}, w.HazelcastVersion)
	assert.Equal(t, []int{11}, w.JDK.Candidates)
	assert.Equal(t, []int64{3, 90_000}, []int64{w.Members.N, w.GracePeriod.N})
	assert.Equal(t, []string{"JAVA_OPTS", "HZ_JET_ENABLED"}, environmentOf(w.Environment))
	var options []string
	for _, o := range w.Options {
		options = append(options, o.String())
	}
	assert.Equal(t, []string{"-Djava.net.preferIPv4Stack=true", "-XX:MaxRAMPercentage=80.0", "-XX:MaxGCPauseMillis=5", "-Xmx1g", "-Dhz.cluster-name=a"}, options)
}
