package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastHeartbeatRange = lint.Rule{
	ID: "hazelcast-heartbeat-range", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Title: "heartbeats of a Hazelcast member come too seldom for its timeout",
	What: `hazelcast.max.no.heartbeat.seconds and hazelcast.heartbeat.interval.seconds as they come
to, defaults of 60 and 5 s included: neither may be 0 or less, and the timeout must be
longer than the interval.`,
	Why: `Members accept any numbers. With a timeout that is no longer than the interval a member
that sends its heartbeats on time is late nevertheless, and the others remove it. An
interval of 0 or less is one second.`,
	FixSafety:  "Unsafe: the failure detector works again, and with other times.",
	Exceptions: "A cluster of one member, which sends no heartbeats.",
	Evidence: `Measured on two members of 5.3.1 and of 5.7.0: with a timeout of 2 s and an interval of
4 s one is removed within 14 s of quiet; with 3 s and 3 s both stay as long as nothing
is late; with 4 s and 0 both stay, the source says why: one second in place of 0.`,
	Examples: []lint.Example{{
		Name: "hazelcast.yaml",
		Bad:  "hazelcast:\n  properties:\n    hazelcast.max.no.heartbeat.seconds: 5\n",
		Good: "hazelcast:\n  properties:\n    hazelcast.max.no.heartbeat.seconds: 30\n",
	}},
	References: []string{
		"https://docs.hazelcast.com/hazelcast/5.3/clusters/failure-detector-configuration",
		"https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/cluster/impl/ClusterHeartbeatManager.java",
	},
	Check: func(p *lint.Pass) {
		h := p.Heartbeats
		if h == nil || p.Workload.Members.N == 1 || !h.Timeout.Known() || !h.Interval.Known() {
			return
		}
		const usual = 60_000
		if text := h.Interval.Text; strings.TrimSpace(text.String()) != fmt.Sprint(h.Interval.N/1000) && text.Located() {
			f := p.Report([]source.Text{text}, "an interval of %s s is none: the member sends a heartbeat every %s", text, lint.Seconds(h.Interval.N))
			f.Suggest(lint.Unsafe, "send one every 5 s, as by default", lint.Replace(text, "5"))
			return
		}
		if h.Timeout.N > h.Interval.N {
			return
		}
		f := p.Report([]source.Text{h.Timeout.Text, h.Interval.Text}, "a heartbeat every %s is too seldom: after %s without one a member is removed",
			lint.WithOrigin(h.Interval), inSeconds(h.Timeout))
		f.Because(h.Interval.Text, "interval")
		f.Because(h.Timeout.Text, "timeout")
		if h.Interval.Text.Located() && !h.Timeout.Text.Located() {
			f.Suggest(lint.Unsafe, "send one every 5 s, as by default", lint.Replace(h.Interval.Text, "5"))
			return
		}
		timeout := int64(usual)
		if h.Interval.N > usual/3 {
			timeout = h.TimeoutFor(2 * h.Interval.N)
		}
		f.Suggest(lint.Unsafe, fmt.Sprintf("wait %d s for a heartbeat", timeout/1000), p.SetProperty(hazelcast.HeartbeatTimeout, fmt.Sprint(timeout/1000)))
	},
}

// inSeconds writes a time that may be none, and that it is a default.
func inSeconds(v source.Value) string {
	if v.N <= 0 {
		return fmt.Sprintf("%d s", v.N/1000)
	}
	return lint.WithOrigin(v)
}
