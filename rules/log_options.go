package rules

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// isLogging tells the options that the JDK turns into unified logging.
func isLogging(parting jvmflag.Parting) bool {
	return parting.State == jvmflag.Deprecated && parting.Special.Log != ""
}

// logOptions are those of the options.
func logOptions(p *lint.Pass) []jvmflag.Parting {
	var all []jvmflag.Parting
	for _, parting := range p.Options.Partings() {
		set, isFlag := p.Options.Set(parting.Special.Name)
		if isLogging(parting) && (!isFlag || set.Bool()) {
			all = append(all, parting)
		}
	}
	return all
}

// reportLogging reports all logging options at the first of them: they are
// replaced together.
func reportLogging(p *lint.Pass, logging []jvmflag.Parting) {
	var names []string
	for _, l := range logging {
		names = append(names, name(l.At.String()))
	}
	verb := " is deprecated since JDK "
	if len(names) > 1 {
		verb = " are deprecated since JDK "
	}
	f := p.Report([]source.Text{logging[0].At}, "%s%s9", strings.Join(names, ", "), verb)
	worst := logging[0]
	for _, l := range logging {
		f.Because(l.At, "goes along")
		if e := l.Special.ExpiredIn; e > 0 && (worst.Special.ExpiredIn == 0 || e < worst.Special.ExpiredIn) {
			worst = l
		}
	}
	announceEnd(p, f, worst.Special, name(worst.At.String()))
	instead := jvmflag.SameLog(logging)
	title := "write " + strings.Join(instead, " ")
	if len(instead) == 0 {
		f.Suggest(lint.Manual, "write -Xlog, whose file name goes into quotes")
		return
	}
	if old, refused := unknownLogging(p); refused {
		xlog, _ := jvmflag.UnifiedLogging(p.JDK, old)
		f.Suggest(lint.Manual, "write "+xlog+", which takes in the logging options that this JDK does not know")
		return
	}
	if hasXlog(p) || !sameChannel(logging) {
		f.Suggest(lint.Manual, title+", and see how it goes with the other log options")
		return
	}
	for _, option := range instead {
		if !readEverywhere(p, wordAt(p, logging[0]), option) {
			f.Suggest(lint.Manual, title)
			return
		}
	}
	first := wordAt(p, logging[0])
	edits := []source.Edit{lint.Replace(first.Word, instead[0])}
	for _, option := range instead[1:] {
		edits = append(edits, lint.AddBehind(first, option))
	}
	for _, l := range logging[1:] {
		edits = append(edits, p.RemoveOption(wordAt(p, l)))
	}
	f.Suggest(lint.Safe, title, edits...)
}

// unknownLogging gives all logging options of JDK 8 where some are unknown to
// this JDK, which then does not start.
func unknownLogging(p *lint.Pass) ([]jvmflag.Option, bool) {
	_, replaced := jvmflag.UnifiedLogging(p.JDK, p.Options.Options)
	for _, o := range replaced {
		for _, refusal := range p.Options.Refusals {
			if at(refusal.At, o.Text) && refusal.Cause == jvmflag.UnknownOption {
				return replaced, true
			}
		}
	}
	return nil, false
}

// hasXlog tells whether unified logging is set up already.
func hasXlog(p *lint.Pass) bool {
	for _, o := range p.Options.Options {
		if s := o.String(); strings.HasPrefix(s, "-Xlog:") || s == "-Xlog" {
			return true
		}
	}
	return false
}

func sameChannel(logging []jvmflag.Parting) bool {
	for _, l := range logging {
		if l.Option.Channel != logging[0].Option.Channel {
			return false
		}
	}
	return true
}
