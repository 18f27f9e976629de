package figures

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
)

// writeSideBySide sets what several JDKs make of one workload in columns. Rows
// that come out alike everywhere say so once.
func writeSideBySide(b *strings.Builder, all []Prediction, style report.Style) {
	fmt.Fprintf(b, "%s\n", lint.ContextOfAll(all[0].Workload))
	for _, p := range all {
		verdict := style.Verdict(p.Start.OK, p.Verdict())
		if facts := p.Options.Table; facts != p.JDK {
			verdict += fmt.Sprintf(", judged by the facts of JDK %d, the nearest that is known", facts)
		}
		if p.JDK == jvmflag.EarlyAccess {
			verdict += ", early access"
		}
		fmt.Fprintf(b, "JDK %d %s\n", p.JDK, verdict)
		p.writeMessages(b)
	}
	if rows := sideBySide(all); len(rows) > 1 {
		b.WriteString("\n" + report.Table(rows) + "\n")
	}
	if full, ok := all[0].FullGCPause(); ok {
		fmt.Fprintf(b, "\nfull GC: estimated for %s\n", full.Machine)
	}
	for _, p := range all {
		if budget, ok := p.Budget(); ok && budget.Compared != nil {
			fmt.Fprintf(b, "\nJDK %d, %s", p.JDK, measuredText(budget.Compared))
		}
	}
}

// sideBySide has a row for each thing, and a column for each JDK.
func sideBySide(all []Prediction) [][]string {
	header := []string{"what"}
	var rows [][]string
	line := map[string]int{} // of a row, by what it is about
	for i, p := range all {
		header = append(header, fmt.Sprintf("JDK %d", p.JDK))
		for _, r := range p.summary() {
			at, ok := line[r.What]
			if !ok {
				at = len(rows)
				line[r.What] = at
				rows = append(rows, append([]string{r.What}, make([]string, len(all)+1)...))
			}
			rows[at][i+1] = r.Value
			if rows[at][len(all)+1] == "" {
				rows[at][len(all)+1] = r.Set
			}
		}
	}
	return append([][]string{append(header, "set")}, rows...)
}

// summary are the rows with the full GC and the memory; none where the JVM
// does not start.
func (p Prediction) summary() []Row {
	if p.JVM == nil {
		return nil
	}
	rows := p.Rows()
	if pause, ok := p.FullGCPause(); ok {
		rows = append(rows,
			Row{What: "full-GC workers", Value: fmt.Sprint(pause.Workers)},
			Row{What: "full GC", Value: fmt.Sprintf("%d ms", pause.Expected)},
			Row{What: "at worst", Value: fmt.Sprintf("%d ms", pause.High)})
	}
	if budget, ok := p.Budget(); ok {
		rows = append(rows,
			Row{What: "memory at start", Value: lint.MiB(budget.Committed())},
			Row{What: "memory planned", Value: lint.MiB(budget.Planned())},
			Row{What: "memory at most", Value: lint.MiB(budget.Ceiling())})
	}
	return rows
}
