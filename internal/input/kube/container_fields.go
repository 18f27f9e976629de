package kube

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// containerFields are those that Kubernetes knows; it drops all others.
//
// https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#Container
var containerFields = []string{
	"name", "image", "imagePullPolicy", "command", "args", "workingDir", "ports", "env", "envFrom", "volumeMounts", "volumeDevices",
	"resources", "resizePolicy", "restartPolicy", "restartPolicyRules", "lifecycle", "terminationMessagePath", "terminationMessagePolicy",
	"livenessProbe", "readinessProbe", "startupProbe", "securityContext", "stdin", "stdinOnce", "tty",
}

func unknownFields(container *yamldoc.Node) []workload.Field {
	var all []workload.Field
	for _, e := range container.Entries() {
		if !slices.Contains(containerFields, e.Key.Value()) {
			all = append(all, workload.Field{Name: e.Key.Text(), Value: e.Value.Text()})
		}
	}
	return all
}

// addUnknownFields gives the first JVM of a container its fields that Kubernetes
// drops. Where one holds options, there is a JVM that does not get them.
func (m *manifests) addUnknownFields(w workload.Workload, container *yamldoc.Node, before int) {
	fields := unknownFields(container)
	if len(fields) == 0 || !pods[m.kind] {
		return
	}
	if len(m.Workloads) == before {
		if !slices.ContainsFunc(fields, func(f workload.Field) bool {
			return reading.Assigned{Name: f.Name.String(), Value: f.Value}.HoldsOptions()
		}) {
			return
		}
		w.Known, w.Options, w.Variables = workload.Nothing, nil, nil
		m.Add(w)
	}
	if len(m.Workloads) > before {
		m.Workloads[before].UnknownFields = fields
	}
}
