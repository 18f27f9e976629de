package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var hazelcastHeartbeatRange = lint.Rule{
	ID: "hazelcast-heartbeat-range", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofHazelcast,
	Title: "a Hazelcast member sends heartbeats too rarely for its timeout",
	Check: func(p *lint.Pass) {
		h := p.Heartbeats
		if h == nil || p.Workload.Members.N == 1 || !h.Timeout.Known() || !h.Interval.Known() {
			return
		}
		const usual = 60_000
		if text := h.Interval.Text; strings.TrimSpace(text.String()) != fmt.Sprint(h.Interval.N/1000) && text.Located() {
			f := p.Report(lint.Places{text}, "an interval of %s s is not possible: the member sends a heartbeat every %s", text, lint.Seconds(h.Interval.N))
			f.Suggest(lint.Unsafe, "send one every 5 s, the default", lint.Replace(text, "5"))
			return
		}
		if h.SafePause() > 0 {
			reportFewHeartbeats(p)
			return
		}
		after := either.Of(h.Timeout.N <= 0, fmt.Sprintf("%d s", h.Timeout.N/1000), lint.WithOrigin(h.Timeout))
		f := p.Report(lint.Places{h.Timeout.Text, h.Interval.Text}, "a heartbeat every %s is too rare: after %s without one a member is removed",
			lint.WithOrigin(h.Interval), after)
		f.Because(h.Interval.Text, "interval")
		f.Because(h.Timeout.Text, "timeout")
		if h.Interval.Text.Located() && !h.Timeout.Text.Located() {
			f.Suggest(lint.Unsafe, "send one every 5 s, the default", lint.Replace(h.Interval.Text, "5"))
			return
		}
		timeout := either.Of(h.Interval.N > usual/3, h.TimeoutFor(2*h.Interval.N), int64(usual))
		f.Suggest(lint.Unsafe, fmt.Sprintf("wait %d s for a heartbeat", timeout/1000), p.SetProperty(hazelcast.HeartbeatTimeout, fmt.Sprint(timeout/1000)))
	},
}

// reportFewHeartbeats reports a timeout in which hardly a heartbeat may be lost. Where the JVM is known,
// hazelcast-heartbeat-vs-full-gc judges the timeout by its pauses.
func reportFewHeartbeats(p *lint.Pass) {
	h := p.Heartbeats
	if p.Workload.HasJVM() || h.Phi != nil || h.Timeout.N > 2*h.Interval.N {
		return
	}
	f := p.Report(lint.Places{h.Timeout.Text, h.Interval.Text}, "after %s without a heartbeat a member is removed, and it sends one every %s: two that are late are enough",
		lint.WithOrigin(h.Timeout), lint.WithOrigin(h.Interval))
	f.Severity = lint.Info
	f.Because(h.Interval.Text, "interval")
	f.Because(h.Timeout.Text, "timeout")
	f.Suggest(lint.Manual, "wait for several heartbeats: 60 s is the default for one every 5 s")
}
