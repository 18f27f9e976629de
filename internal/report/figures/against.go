package figures

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/realjvm"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Confrontation is what was predicted of a workload beside what a real JVM did.
type Confrontation struct {
	realjvm.Rehearsal
	JVM    realjvm.JVM
	Pass   *predict.Prediction // of the rehearsed workload
	Answer realjvm.Answer
}

// differences are the flags that come out otherwise than predicted; compared
// counts all that both name.
func (c Confrontation) differences() (compared int, differences []hotspot.Difference) {
	if c.Pass.JVM == nil || !c.Answer.Started {
		return 0, nil
	}
	return c.Pass.JVM.Against(c.Answer.Flags)
}

// missing are the lines of the predicted refusal that the real JVM lacks.
func (c Confrontation) missing() []string {
	var missing []string
	if r := c.Pass.Start.Refusal; r != nil {
		output := strings.Join(c.Answer.Output, "\n")
		for _, line := range r.Lines {
			if !strings.Contains(output, line) {
				missing = append(missing, line)
			}
		}
	}
	return missing
}

// Agrees reports whether all came as predicted.
func (c Confrontation) Agrees() bool {
	_, differences := c.differences()
	return c.Pass.Start.OK == c.Answer.Started && len(differences) == 0 && len(c.missing()) == 0
}

// AgainstText writes for people where predictions and a real JVM differ.
func AgainstText(w io.Writer, all []Confrontation, colour bool) error {
	of := func(c Confrontation) *workload.Workload { return c.Workload }
	return writeEach(w, all, of, func(b *strings.Builder, c Confrontation, _ report.Secrets) { c.writeText(b, report.Style(colour)) })
}

func (c Confrontation) writeText(b *strings.Builder, style report.Style) {
	fmt.Fprintf(b, "%s\n", style.Bold(fmt.Sprintf("%s of %s", c.Workload.Name, c.Workload.File.Name)))
	fmt.Fprintf(b, "JDK %s (%s) with %s\n", c.JVM.Version, report.Show(c.JVM.Java), report.Show(strings.Join(c.Options, " ")))
	for _, o := range c.LeftOut {
		fmt.Fprintf(b, "  left out: %s\n", report.Show(o))
	}
	compared, differences := c.differences()
	switch {
	case !c.Answer.Started && c.Pass.Start.OK:
		fmt.Fprintf(b, "%s, and was predicted to\n", style.Bold("does not start"))
	case c.Answer.Started && !c.Pass.Start.OK:
		fmt.Fprintf(b, "%s, and was predicted not to\n", style.Bold("starts"))
	case !c.Answer.Started && len(c.missing()) == 0:
		fmt.Fprintf(b, "%s, as predicted\n", style.Bold("does not start"))
	case !c.Answer.Started:
		fmt.Fprintf(b, "%s, as predicted, but for another reason\n", style.Bold("does not start"))
	case len(differences) == 0:
		fmt.Fprintf(b, "%s, as predicted; all of %s agree\n", style.Bold("starts"), plural.Of(compared, "flag"))
	default:
		fmt.Fprintf(b, "%s, as predicted; %d of %s differ\n", style.Bold("starts"), len(differences), plural.Of(compared, "flag"))
	}
	if !c.Answer.Started {
		c.writeLines(b, "says", c.Answer.Output)
	}
	if r := c.Pass.Start.Refusal; r != nil && !c.Agrees() {
		c.writeLines(b, "predicted", r.Lines)
	}
	if len(differences) == 0 {
		return
	}
	rows := [][]string{{"flag", "predicted", "is", "predicted because"}}
	for _, d := range differences {
		rows = append(rows, []string{d.Name, fmt.Sprint(d.Value), d.Is, d.Origin.String()})
	}
	b.WriteString("\n" + report.Table(rows) + "\n")
}

func (c Confrontation) writeLines(b *strings.Builder, what string, lines []string) {
	for _, line := range lines {
		if line != "" {
			fmt.Fprintf(b, "  %s: %s\n", what, report.Show(line))
		}
	}
}

type jsonAgainst struct {
	Name        string           `json:"name"`
	Java        string           `json:"java"`
	Version     string           `json:"version"`
	Options     []report.Masked  `json:"options"`
	LeftOut     []report.Masked  `json:"left_out"`
	Agrees      bool             `json:"agrees"`
	Predicted   jsonStart        `json:"predicted"`
	Real        jsonStart        `json:"real"`
	Compared    int              `json:"flags_compared"`
	Differences []jsonDifference `json:"differences"`
}

type jsonDifference struct {
	Flag      string `json:"flag"`
	Predicted any    `json:"predicted"`
	Origin    string `json:"origin"`
	Is        string `json:"is"`
}

// AgainstJSON writes the same for machines.
func AgainstJSON(w io.Writer, all []Confrontation) error {
	out := struct {
		Schema  int               `json:"schema"`
		Against []json.RawMessage `json:"against"`
	}{report.Schema, []json.RawMessage{}}
	for _, c := range all {
		compared, differences := c.differences()
		a := jsonAgainst{
			Name: c.Workload.Name, Java: c.JVM.Java, Version: c.JVM.Version, Options: masked(c.Options), LeftOut: masked(c.LeftOut), Agrees: c.Agrees(),
			Predicted: startJSON(c.Pass.Start), Real: jsonStart{OK: c.Answer.Started, Messages: masked(c.Answer.Output)},
			Compared: compared, Differences: []jsonDifference{},
		}
		for _, d := range differences {
			a.Differences = append(a.Differences, jsonDifference{d.Name, d.Value, d.Origin.String(), d.Is})
		}
		shown, err := encoded(c.Workload, a)
		if err != nil {
			return err
		}
		out.Against = append(out.Against, shown)
	}
	return report.Encode(w, out)
}

func masked(lines []string) []report.Masked {
	all := make([]report.Masked, len(lines))
	for i, line := range lines {
		all[i] = report.Mask(line)
	}
	return all
}
