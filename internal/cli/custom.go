package cli

import (
	"errors"
	"fmt"

	"github.com/jvmlint/jvmlint/internal/custom"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
)

// testRules runs the examples of custom rules, and says which of them come out
// otherwise than they should.
func (a *app) testRules() error {
	here, err := a.openHere()
	if err != nil {
		return err
	}
	all := here.Here().Custom
	if len(all) == 0 {
		return errors.New("there are no custom-rules in the configuration")
	}
	examples, wrong := 0, 0
	for _, r := range all {
		for _, of := range []struct {
			list []custom.Example
			bad  bool
			says string
		}{{r.Bad, true, "does not trigger on the bad example"}, {r.Good, false, "triggers on the good example"}} {
			for _, e := range of.list {
				examples++
				outcome, failed := tried(r, e)
				if failed == "" && outcome == of.bad {
					continue
				}
				wrong++
				says := fmt.Sprintf("%s %s %q", r.ID, of.says, e.Options)
				if failed != "" {
					says = fmt.Sprintf("%s does not judge the example %q: %s", r.ID, e.Options, failed)
				}
				at := e.Options.Span()
				fmt.Fprintln(a.stdout, report.Error(&source.Problem{File: at.File, Span: at, Message: says}))
			}
		}
		if len(r.Bad)+len(r.Good) == 0 {
			fmt.Fprintf(a.stdout, "%s has no examples\n", r.ID)
		}
	}
	fmt.Fprintf(a.stdout, "%s of %s, %d wrong\n", plural.Of(examples, "example"), plural.Of(len(all), "rule"), wrong)
	if wrong > 0 {
		return errFindings
	}
	return nil
}

// tried reports whether a rule triggers on an example, or why it cannot say.
func tried(r *custom.Rule, e custom.Example) (triggers bool, failed string) {
	in := input.Read(source.NewFile("example.options", []byte(e.Options.String()+"\n")))
	if len(in.Workloads) == 0 {
		return false, "these are not JVM options"
	}
	for _, w := range in.Workloads {
		e.Facts.Apply(w)
	}
	result, err := lint.Check(in.Workloads[:1:1], []*lint.Rule{r.Rule})
	switch {
	case err != nil:
		return false, err.Error()
	case len(result.NotJudged) > 0:
		return false, "it needs " + result.NotJudged[0].Facts()
	}
	return len(result.Findings) > 0, ""
}
