package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastRefusedInUse = lint.Rule{
	ID: "hazelcast-refused-in-use", Severity: lint.Error, Confidence: lint.Certain, Groups: ofMemberStart,
	Title: "a member refuses a setting that its schema and its parser let pass",
	Check: func(p *lint.Pass) {
		reportServiceDNS(p)
		reportTolerance(p)
		_, reading := p.HazelcastReading()
		refused := func(c *hazelcast.Config, open source.Text) []hazelcast.UseRefusal {
			return c.UseRefusals(reading.Filled, p.Workload.HazelcastSchema, open)
		}
		all := slices.Concat(refused(p.Workload.Hazelcast, p.Workload.OpenSource), refused(p.Workload.HazelcastClient, source.Text{}))
		for _, m := range p.HazelcastMaps() {
			if !p.Workload.Hazelcast.Imports() { // which may complete it
				all = append(append(all, m.StoreRefusals()...), m.ExpiryRefusals(p.Workload.HazelcastSchema)...)
			}
		}
		for _, r := range all {
			if r.Block != "" && p.Overrides().Any(r.Block) {
				continue
			}
			f := p.Report(lint.Places{r.At}, "%s", r.Message)
			f.Because(r.Other, "excludes it")
			if r.Unless != "" && !(r.ByProgram && p.Workload.OpenSource.Located()) {
				f.Severity, f.Confidence = lint.Warning, lint.Likely
				f.Note("unless " + r.Unless)
			}
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
	kubernetes := config.Get("network", "join", "kubernetes")
	dns := kubernetes.Get("service-dns")
	name, known := reading.Filled(dns.Value())
	if !known || !strings.Contains("."+name, "..") || kubernetes.Get("enabled").Value() != "true" {
		return
	}
	f := p.Report(lint.Places{dns.Text()}, "service-dns becomes %q, which no resolver finds: no member finds another", name)
	f.Severity = lint.Warning
	f.Suggest(lint.Manual, "give each part of the name a value")
}

// reportTolerance tells of split-brain protection that takes members for gone between two of their heartbeats.
func reportTolerance(p *lint.Pass) {
	if p.Workload.Hazelcast == nil || p.Heartbeats == nil || !p.Heartbeats.Interval.Known() || p.Overrides().Any("split-brain-protection") {
		return
	}
	interval := p.Heartbeats.Interval
	for _, e := range p.Workload.Hazelcast.Root.Get("split-brain-protection").Entries() {
		for _, path := range [][]string{
			{"recently-active-split-brain-protection", "heartbeat-tolerance-millis"}, {"probabilistic-split-brain-protection", "acceptable-heartbeat-pause-millis"},
		} {
			at := e.Value.Get(path...)
			if ms, err := strconv.ParseInt(at.Value(), 10, 64); err == nil && ms <= interval.N && e.Value.Get("enabled").Value() == "true" {
				f := p.Report(lint.Places{at.Text()}, "%d ms are no longer than the %s between heartbeats: the member does not start", ms, lint.WithOrigin(interval))
				f.Because(interval.Text, "interval")
				f.Suggest(lint.Manual, "wait for several heartbeats")
			}
		}
	}
}
