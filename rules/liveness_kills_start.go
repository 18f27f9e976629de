package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/lint"
)

var startWork = lint.Parameter{Name: "start-work", Unit: lint.UnitMilliseconds, Default: 15_000, Least: 1000, Most: 3_600_000, Doc: "how long a CPU may have to work until the program answers"}

var livenessKillsStart = lint.Rule{
	ID: "liveness-kills-start", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofStart,
	Title:      "the liveness probe kills the container before its JVM has started",
	Parameters: []lint.Parameter{startWork},
	Check: func(p *lint.Pass) {
		w, c := p.Workload, p.Workload.Container
		if c == nil || c.KilledBy == 0 || w.Short || w.Exporter || w.Accompanies || w.Helper {
			return
		}
		work, enough, part := c.KilledBy*1000, p.Parameter(startWork), w.CPULimit.Known() && w.CPULimit.N < 1000
		if part {
			work = c.KilledBy * w.CPULimit.N
		}
		if c.KilledBy*1000 > 2*enough && work >= enough {
			return
		}
		f := p.Report(lint.Places{c.Liveness}, "the container is killed %d to %d s after each start unless it answers this probe by then", c.KilledFrom, c.KilledBy)
		if part {
			f.Message += fmt.Sprintf(", which at its limit of %[2]s gives it %.3[1]g s of CPU time", float64(work)/1000, w.CPULimit.Text)
			f.Because(w.CPULimit.Text, "CPU limit")
		}
		f.InfoIf(!w.Framework || 2*work >= enough)
		f.Note("nothing gives the start more time: there is no startupProbe")
		if w.Framework {
			f.Note("a service of Spring Boot was measured to take 9 to 16 s of a CPU until it answers")
		}
		f.Suggest(lint.Manual, "add a startupProbe that asks the same, with failureThreshold times periodSeconds as long as the slowest start takes")
	},
}
