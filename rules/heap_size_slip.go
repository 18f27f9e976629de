package rules

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var heapSizeSlip = lint.Rule{
	ID: "heap-size-slip", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofMemory,
	Title: "-Xms stands where -Xmx was meant, or the other way round",
	Check: func(p *lint.Pass) {
		var initial, maximum []jvmflag.Option
		for _, o := range slices.Concat(p.Workload.Options, p.Workload.Open) {
			switch {
			case o.Text.Foremost().IsZero():
			case strings.HasPrefix(o.String(), "-Xms"):
				initial = append(initial, o)
			case strings.HasPrefix(o.String(), "-Xmx"):
				maximum = append(maximum, o)
			}
		}
		if len(maximum) == 0 && !p.Sets("MaxHeapSize", "MaxRAMPercentage", "MaxRAMFraction", "MaxRAM") {
			reportMaximumMeant(p, initial)
		}
		if !p.Sets("InitialHeapSize") && len(initial) == 0 {
			if first, second := sameTwice(p, maximum); second.Len() > 0 {
				f := p.Report(lint.Places{second}, "%s is set twice, and -Xms is not set", second)
				f.Severity = lint.Info
				f.Because(first, "the same")
				f.Suggest(lint.Unsafe, "start with the whole heap: write -Xms", lint.Replace(first.Slice(0, len("-Xmx")), "-Xms"))
			}
		}
	},
}

// namesMaximum finds a variable that speaks of a maximum, in place of a size.
var namesMaximum = lazyregexp.New(`(?i)^-Xms.*\$\{?\w*max`)

func reportMaximumMeant(p *lint.Pass, initial []jvmflag.Option) {
	first, meant := sameTwice(p, initial)
	named := slices.IndexFunc(initial, func(o jvmflag.Option) bool { return namesMaximum.MatchString(o.String()) })
	if n := len(initial) - 1; n > 0 && named < 0 && initial[n].String() != initial[n-1].String() && !initial[n].Text.Located() {
		named = n // of a script and a variable, as overridden-flag tells no places of
	}
	open := meant.Len() == 0
	switch {
	case open && named < 0:
		return
	case open:
		meant = initial[named].Text
	}
	f := p.Report(lint.Places{meant, meant.Slice(0, len("-Xms"))}, "%s sets the initial heap, and no -Xmx stands beside it", meant)
	f.Because(first, "the same")
	if open {
		f.Suggest(lint.Manual, "write -Xmx, the maximum")
		return
	}
	f.Suggest(lint.Unsafe, "write -Xmx, the maximum", lint.Replace(meant.Slice(0, len("-Xms")), "-Xmx"))
}

// sameTwice returns two places of one channel with the same option; nothing where there are none. One of two
// branches of a script counts.
func sameTwice(p *lint.Pass, options []jvmflag.Option) (first, second source.Text) {
	if p.Workload.FlagsInBranches() {
		return first, second
	}
	for i, o := range options {
		if i > 0 && options[i-1].String() == o.String() && options[i-1].Channel == o.Channel {
			return options[i-1].Text, o.Text
		}
	}
	return first, second
}
