package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var requestAboveLimit = lint.Rule{
	ID: "request-above-limit", Severity: lint.Error, Confidence: lint.Certain,
	Groups: []lint.Group{lint.GroupStart, lint.GroupMemory},
	Title:  "Kubernetes refuses a container that requests more than its limit",
	Check: func(p *lint.Pass) {
		w := p.Workload
		if w.Manager != workload.Kubernetes {
			return
		}
		reportAboveLimit(p, "memory", w.Request, w.Memory)
		reportAboveLimit(p, "cpu", w.CPURequest, w.CPULimit)
	},
}

func reportAboveLimit(p *lint.Pass, what string, request, limit source.Value) {
	if !request.Known() || !limit.Known() || request.N <= limit.N || request.Text.Len() == 0 || limit.Text.Len() == 0 {
		return
	}
	f := p.Report(lint.Places{request.Text, limit.Text},
		"a %s request of %s is above the limit of %s: Kubernetes refuses the pod, it "+
			"\"must be less than or equal to %s limit\"",
		what, request.Text, limit.Text, what)
	f.Because(limit.Text, what+" limit")
	f.Suggest(lint.Unsafe, "request "+limit.Text.String()+", the limit", lint.Replace(request.Text, limit.Text.String()))
	f.Suggest(lint.Unsafe, "raise the limit to "+request.Text.String(), lint.Replace(limit.Text, request.Text.String()))
	if request.Text.Written().Foremost().File != limit.Text.Written().Foremost().File {
		repair.Leave(&f.Fixes[0], "who wrote the request may have meant another limit than that of the other file")
	}
}
