package repair

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// IsLogging tells the options that the JDK turns into unified logging.
func IsLogging(parting jvmflag.Parting) bool {
	return parting.State == jvmflag.Deprecated && parting.Special.Log != ""
}

// LogOptions are those of the options.
func LogOptions(p *lint.Pass) []jvmflag.Parting {
	var all []jvmflag.Parting
	for _, parting := range p.Options.Partings() {
		set, isFlag := p.Options.Set(parting.Special.Name)
		if IsLogging(parting) && (!isFlag || set.Bool()) {
			all = append(all, parting)
		}
	}
	return all
}

// SuggestLogging offers the options of unified logging that log the same.
func SuggestLogging(p *lint.Pass, f *lint.Finding, logging []jvmflag.Parting) {
	instead := jvmflag.SameLog(logging)
	title := "write " + strings.Join(instead, " ")
	if len(instead) == 0 {
		f.Suggest(lint.Manual, "write -Xlog with its file name in quotes")
		return
	}
	if old, refused := unknownLogging(p); refused {
		xlog, _ := jvmflag.UnifiedLogging(p.JDK, old)
		f.Suggest(lint.Manual, "write "+xlog+", which includes the logging options that this JDK does not know")
		return
	}
	if hasXlog(p) || !sameChannel(logging) {
		f.Suggest(lint.Manual, title+", and check that it fits the other log options")
		return
	}
	for _, option := range instead {
		if !ReadEverywhere(p, WordAt(p, logging[0]), option) {
			f.Suggest(lint.Manual, title)
			return
		}
	}
	first := WordAt(p, logging[0])
	edits := []source.Edit{lint.Replace(first.Word, instead[0])}
	for _, option := range instead[1:] {
		edits = append(edits, lint.AddBehind(first, option))
	}
	for _, l := range logging[1:] {
		edits = append(edits, p.RemoveOption(WordAt(p, l)))
	}
	f.Suggest(lint.Safe, title, edits...)
}

// unknownLogging gives all logging options of JDK 8 where some are unknown to
// this JDK, which then does not start.
func unknownLogging(p *lint.Pass) ([]jvmflag.Option, bool) {
	_, replaced := jvmflag.UnifiedLogging(p.JDK, p.Options.Options)
	for _, o := range replaced {
		for _, refusal := range p.Options.Refusals {
			if refusal.At.Same(o.Text) && refusal.Cause == jvmflag.UnknownOption {
				return replaced, true
			}
		}
	}
	return nil, false
}

// hasXlog reports whether unified logging is set up already.
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
