package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"

	"github.com/jvmlint/jvmlint/internal/either"
)

var unknownContainerField = lint.Rule{
	ID: "unknown-container-field", Severity: lint.Warning, Confidence: lint.Certain, Tag: lint.WithoutEffect,
	Groups: []lint.Group{lint.GroupStart},
	Title:  "Kubernetes ignores a variable or a limit in the wrong place",
	Check: func(p *lint.Pass) {
		if p.Workload.Container == nil {
			return
		}
		for _, field := range p.Workload.Container.Unknown {
			loses := either.Of(field.Into != "env", "it limits nothing", "it reaches no process")
			f := p.Report(lint.Places{field.Key}, ofContainer[field.Of]+": "+loses, field.Key)
			help := either.Of(field.Key.String()+"s" == field.Into, "rename it to ", "move it into ")
			f.Suggest(lint.Manual, help+field.Into)
		}
	},
}

// ofContainer says which fields have no such key, by what holds it.
var ofContainer = map[string]string{
	"container": "Kubernetes has no field %s in a container", "resources": "Kubernetes has no field %s in resources",
	"spec": "the operator does not read %s",
}
