package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var unknownLogTag = lint.Rule{
	ID: "unknown-log-tag", Severity: lint.Warning, Confidence: lint.Certain, Tag: lint.WithoutEffect, Groups: ofStart,
	Title: "-Xlog selects a set of tags that the JDK never logs",
	Check: func(p *lint.Pass) {
		for _, u := range p.Options.LogsNothing {
			same := func(x jvmflag.Unlogged) bool { return x.Selection == u.Selection && x.Option.Text.Same(u.Option.Text) }
			nowhere := repair.OnAll(p, u.Option, func(other *lint.Pass) bool {
				return slices.ContainsFunc(other.Options.LogsNothing, same)
			})
			if p.Workload.JDK.Open && !nowhere || jvmflag.UpdatesWith(p.JDK, u.Selection) != "" {
				continue
			}
			f := p.Report(lint.Places{u.At(), u.Option.Text}, "-Xlog selection %s matches nothing: no log line has exactly these tags", u.Selection)
			if len(u.Similar) > 0 {
				f.Note("the JVM suggests " + strings.Join(u.Similar, ", "))
			}
			f.Suggest(lint.Manual, fmt.Sprintf("select existing tags: java -Xlog:help lists those of JDK %d", p.JDK))
		}
	},
}
