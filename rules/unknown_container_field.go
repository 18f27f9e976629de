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

var ofContainer = map[string]string{"container": "a container", "resources": "resources", "spec": "what the operator reads"}
