package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var startWork = lint.Parameter{Name: "start-work", Unit: lint.UnitMilliseconds, Default: 15_000, Least: 1000, Most: 3_600_000, Doc: "how long a CPU may have to work until the program answers"}

var livenessKillsStart = lint.Rule{
	ID: "liveness-kills-start", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Groups:     []lint.Group{lint.GroupStart},
	Title:      "the liveness probe kills the container before its JVM has started",
	Parameters: []lint.Parameter{startWork},
	Check: func(p *lint.Pass) {
		w := p.Workload
		if w.Container == nil || w.Container.Liveness.Latest == 0 || w.Short || w.Exporter || w.Accompanies || w.Helper {
			return
		}
		live, share := w.Container.Liveness, int64(1000)
		if w.CPULimit.Known() {
			share = min(share, w.CPULimit.N)
		}
		work, enough := live.Latest*share, p.Parameter(startWork)
		if live.Latest*1000 > 2*enough && work >= enough {
			return
		}
		f := p.Report([]source.Text{live.At}, "the container is killed %d to %d s after each start unless it answers this probe by then", live.Earliest, live.Latest)
		if share < 1000 {
			f.Message += fmt.Sprintf(": %.3g s of a CPU with its limit of %s", float64(work)/1000, w.CPULimit.Text)
			f.Because(w.CPULimit.Text, "CPU limit")
		}
		if !w.Framework || 2*work >= enough {
			f.Severity = lint.Info
		}
		f.Note("nothing gives the start more time: there is no startupProbe; a service of Spring Boot was measured to take 9 to 16 s of a CPU until it answers")
		f.Suggest(lint.Manual, "add a startupProbe that asks the same, with failureThreshold times periodSeconds as long as the slowest start takes")
	},
}
