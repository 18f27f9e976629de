package report

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
)

// writeSideBySide sets what several JDKs make of one workload in columns. Rows
// that come out alike everywhere say so once.
func writeSideBySide(b *strings.Builder, all []prediction, style style) {
	fmt.Fprintf(b, "%s\n", lint.ContextOfAll(all[0].Workload))
	for _, p := range all {
		verdict := style.verdict(p.Start.OK, p.verdict())
		if facts := p.Options.Table; facts != p.JDK {
			verdict += fmt.Sprintf(", answered from the facts of JDK %d, the nearest that is known", facts)
		}
		fmt.Fprintf(b, "JDK %d %s\n", p.JDK, verdict)
		p.writeMessages(b)
	}
	header := []string{"what"}
	var rows [][]string
	line := map[string]int{} // of a row, by what it is about
	for i, p := range all {
		header = append(header, fmt.Sprintf("JDK %d", p.JDK))
		for _, r := range p.summary() {
			at, ok := line[r.what]
			if !ok {
				at = len(rows)
				line[r.what] = at
				rows = append(rows, append([]string{r.what}, make([]string, len(all)+1)...))
			}
			rows[at][i+1] = r.value
			if rows[at][len(all)+1] == "" {
				rows[at][len(all)+1] = r.set
			}
		}
	}
	if len(rows) > 0 {
		b.WriteString("\n" + renderTable(append([][]string{append(header, "set")}, rows...)) + "\n")
	}
	for _, p := range all {
		if budget, ok := p.Budget(); ok && budget.Compared != nil {
			fmt.Fprintf(b, "\nJDK %d, %s", p.JDK, measuredText(budget.Compared))
		}
	}
}

// summary are the rows with the full GC and the memory; none where the JVM
// does not start.
func (p prediction) summary() []entry {
	if p.JVM == nil {
		return nil
	}
	rows := p.rows()
	if pause, ok := p.JVM.FullGCPause(p.LiveData()); ok {
		rows = append(rows,
			entry{what: "full-GC workers", value: fmt.Sprint(pause.Workers)},
			entry{what: "full GC", value: fmt.Sprintf("%d ms", pause.Expected)},
			entry{what: "at worst", value: fmt.Sprintf("%d ms", pause.High)})
	}
	if budget, ok := p.Budget(); ok {
		rows = append(rows,
			entry{what: "memory at start", value: lint.MiB(budget.Committed())},
			entry{what: "memory planned", value: lint.MiB(budget.Planned())},
			entry{what: "memory at most", value: lint.MiB(budget.Ceiling())})
	}
	return rows
}
