package rules

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastRefusedInUse = lint.Rule{
	ID: "hazelcast-refused-in-use", Severity: lint.Error, Confidence: lint.Certain, Groups: ofMemberStart,
	Title: "a member refuses a setting that its schema and its parser let pass",
	Check: func(p *lint.Pass) {
		reportServiceDNS(p)
		_, reading := p.HazelcastReading()
		for _, r := range slices.Concat(p.Workload.Hazelcast.UseRefusals(reading.Filled), p.Workload.HazelcastClient.UseRefusals(reading.Filled)) {
			f := p.Report([]source.Text{r.At}, "%s", r.Message)
			f.Because(r.Other, "excludes it")
			if r.Meant != "" {
				f.Suggest(lint.Unsafe, "write "+r.Meant, lint.Replace(r.At, r.Meant))
			}
			if r.Advice != "" {
				f.Suggest(lint.Manual, r.Advice)
			}
		}
	},
}

// reportServiceDNS tells of a name with an empty part, as properties without a value leave it: no resolver finds one.
func reportServiceDNS(p *lint.Pass) {
	config, reading := p.HazelcastReading()
	if config == nil {
		return
	}
	kubernetes := config.Root.Get("network", "join", "kubernetes")
	dns := kubernetes.Get("service-dns")
	name, known := reading.Filled(dns.Value())
	if !known || !strings.Contains("."+name, "..") || kubernetes.Get("enabled").Value() != "true" {
		return
	}
	f := p.Report([]source.Text{dns.Text()}, "service-dns becomes %q, which no resolver finds: no member finds another", name)
	f.Severity = lint.Warning
	f.Suggest(lint.Manual, "give each part of the name a value")
}
