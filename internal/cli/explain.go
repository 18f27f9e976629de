package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report/pages"
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
			if i := slices.IndexFunc(rules.All(), named); i >= 0 {
				return pages.RulePage(a.stdout, rules.All()[i])
			}
			here, err := a.openHere()
			if err != nil {
				return err
			}
			own := here.Here().CustomRules()
			if i := slices.IndexFunc(own, named); i >= 0 {
				return pages.RulePage(a.stdout, own[i])
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
			writers := map[string]func([]*lint.Rule) error{
				"text":     a.ruleTables,
				"json":     func(all []*lint.Rule) error { return pages.RulesJSON(a.stdout, all) },
				"markdown": func(all []*lint.Rule) error { return pages.RulesMarkdown(a.stdout, all) },
			}
			write, ok := writers[format]
			if !ok {
				return spelling.Unknown("format", format, []string{"text", "json", "markdown"})
			}
			return write(rules.All())
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
