package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/custom"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/pages"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/rules"
)

func explainCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:               "explain [RULE]",
		Short:             "Show the page of a rule: what, why, how to fix it, the evidence",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completeRules,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return pages.RuleTable(a.stdout, rules.All())
			}
			named := func(r *lint.Rule) bool { return r.ID == args[0] }
			if r, is := lists.First(rules.All(), named); is {
				return pages.RulePage(a.stdout, r)
			}
			here, err := a.openHere()
			if err != nil {
				return err
			}
			if r, is := lists.First(here.Here().CustomRules(), named); is {
				return pages.RulePage(a.stdout, r)
			}
			return spelling.Unknown("rule", args[0], here.RuleIDs())
		},
	}
}

func rulesCommand(a *app) *cobra.Command {
	format := "text"
	cmd := &cobra.Command{
		Use:   "rules",
		Short: "Show the table of rules",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			switch all := rules.All(); format {
			case "text":
				return a.ruleTables(all)
			case "json":
				return pages.RulesJSON(a.stdout, all)
			case "markdown":
				return pages.RulesMarkdown(a.stdout, all)
			}
			return spelling.Unknown("format", format, []string{"text", "json", "markdown"})
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "output: text, json, markdown")
	cmd.AddCommand(&cobra.Command{
		Use:   "test",
		Short: "Run the examples of the project's own rules",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return a.testRules() },
	})
	return cmd
}

// ruleTables writes jvmlint's own rules, and apart from them the project's.
func (a *app) ruleTables(all []*lint.Rule) error {
	if err := pages.RuleTable(a.stdout, all); err != nil {
		return err
	}
	s, err := a.openHere()
	if err != nil || len(s.Here().Custom) == 0 {
		return err
	}
	fmt.Fprintf(a.stdout, "\nRules of this project, from %s:\n", s.Here().File.Name)
	return pages.RuleTable(a.stdout, s.Here().CustomRules())
}

func versionCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Show the version of jvmlint, and what it was built from",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(a.stdout, "jvmlint %s\n", version())
			return err
		},
	}
}

// testRules runs the examples of custom rules, and says which of them come out otherwise than they should.
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
