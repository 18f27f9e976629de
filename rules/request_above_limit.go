package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var requestAboveLimit = lint.Rule{
	ID: "request-above-limit", Severity: lint.Error, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupStart, lint.GroupMemory},
	Title:  "Kubernetes refuses a container that requests more than its limit",
	What: `The request of memory is compared with the limit of memory, and the request of CPUs with the limit of CPUs,
for containers that run a JVM. The amounts count, not how they are written: 1Gi is 1024Mi, and 1000m is one CPU.
Without a request, the request is the limit; without a limit, any request is accepted.`,
	Why: `The API server validates each pod: a request "must be less than or equal to memory limit", or cpu limit. A
Pod is refused when it is applied. A Deployment or a StatefulSet is accepted, and then none of its pods is created:
only an event of its ReplicaSet or StatefulSet says why. In a chart it happens when the request and the limit come from
different values files.`,
	FixSafety:  "Unsafe. The first fix requests the limit; the other raises the limit to the request.",
	Exceptions: "None: a webhook of the cluster would have to rewrite the container before it is validated.",
	Evidence: `Kubernetes validates a request against its limit when a pod is created, for memory and for CPUs; its
documentation of limit ranges shows the refusal.`,
	Examples: []lint.Example{mended("values.yaml", "", `javaOpts: "-Xmx256m"
resources:
  requests:
    memory: 3584Mi
  limits:
    memory: 768Mi
`, "3584Mi", "768Mi")},
	References: []string{
		"https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/",
		"https://kubernetes.io/docs/concepts/policy/limit-range/",
	},
	Check: func(p *lint.Pass) {
		w := p.Workload
		if w.Plain { // no pod
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
	f := p.Report([]source.Text{request.Text, limit.Text},
		"a %s request of %s is above the limit of %s: Kubernetes refuses the pod, it "+
			"\"must be less than or equal to %s limit\"",
		what, request.Text, limit.Text, what)
	f.Because(limit.Text, what+" limit")
	f.Suggest(lint.Unsafe, "request "+limit.Text.String()+", the limit", lint.Replace(request.Text, limit.Text.String()))
	f.Suggest(lint.Unsafe, "raise the limit to "+request.Text.String(), lint.Replace(limit.Text, request.Text.String()))
}
