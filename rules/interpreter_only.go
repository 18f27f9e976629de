package rules

import "github.com/jvmlint/jvmlint/internal/lint"

var interpreterOnly = lint.Rule{
	ID: "interpreter-only", Severity: lint.Warning, Confidence: lint.Certain, Groups: ofStart,
	Title: "a property has the JVM compile nothing",
	Check: func(p *lint.Pass) {
		if o, counts := p.Options.CompilerOff(); counts {
			f := p.Report(lint.Places{o.Text}, "%s switches the compilers off: the JVM only interprets", o)
			f.Suggest(lint.Unsafe, "remove it", p.RemoveOption(o))
		}
	},
}
