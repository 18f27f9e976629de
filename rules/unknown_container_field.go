package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var unknownContainerField = lint.Rule{
	ID: "unknown-container-field", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0", Tag: lint.WithoutEffect,
	Groups: []lint.Group{lint.GroupStart},
	Title:  "Kubernetes ignores a variable or a limit in the wrong place",
	What: `A container of a pod has a key that Kubernetes does not know and whose name belongs
elsewhere: a variable such as JAVA_OPTS beside env, JVM options under resources, limits or
requests beside resources, memory or cpu directly under resources. The fields are those of Kubernetes 1.34. Other unknown keys are
not reported, nor are any in an object of another kind, which an operator may read.`,
	Why: `Kubernetes drops the field: the JVM gets none of the options, and the container gets no
limit. kubectl refuses such a manifest unless it is told not to validate; an installation with
Helm or an operator prints a warning at most. Usually the indentation lacks two blanks.`,
	FixSafety:  "No automatic fix: the options or the limits would take effect.",
	Exceptions: "Never: nothing reads the field.",
	Evidence: `The fields were taken from k8s.io/api v0.34.0. Real charts render JVM_OPTS beside env, and limits beside
an empty resources.`,
	Examples: []lint.Example{mended("pod.yaml", "", `apiVersion: v1
kind: Pod
metadata: {name: shop}
spec:
  containers:
    - name: shop
      image: shop:1
      env:
      JAVA_OPTS: -Xmx1g -Xss1m
`, "JAVA_OPTS:", `  - name: JAVA_OPTS
          value:`)},
	References: []string{
		"https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#Container",
		"https://github.com/kubernetes/api/blob/v0.34.0/core/v1/types.go",
	},
	Check: func(p *lint.Pass) {
		if p.Workload.Container == nil {
			return
		}
		for _, field := range p.Workload.Container.Unknown {
			loses := "it reaches no process"
			if field.Into != "env" {
				loses = "it limits nothing"
			}
			f := p.Report([]source.Text{field.Key}, "Kubernetes has no field %s in %s: %s", field.Key, ofContainer[field.Of], loses)
			f.Suggest(lint.Manual, fmt.Sprintf("move it into %s", field.Into))
		}
	},
}

var ofContainer = map[string]string{"container": "a container", "resources": "resources"}
