package rules

import (
	"cmp"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
)

var tempReadOnly = lint.Rule{
	ID: "temp-read-only", Severity: lint.Info, Confidence: lint.Likely, Groups: ofStart,
	Title: "the JVM cannot write temporary files",
	Check: func(p *lint.Pass) {
		w, c, set := p.Workload, p.Workload.Container, p.Options.Properties["java.io.tmpdir"]
		folder := cmp.Or(set.Value.String(), "/tmp")
		if c == nil || !w.Decided() || w.Branches || w.Helper || w.Accompanies || c.OwnVolumes && !w.Framework || strings.ContainsAny(folder, "$%") || !c.Forbids(folder) {
			return
		}
		f := p.Report(lint.Places{c.ReadOnly}, "the file system of the container is read-only and nothing that can be written is mounted at %s: temporary files of the program fail", folder)
		f.Because(set.Option.Text, "temporary files go there")
		f.Suggest(lint.Manual, "mount a tmpfs or an emptyDir at "+folder+", unless the image declares a volume there")
	},
}
