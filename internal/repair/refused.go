// Package repair makes edits of refusals: what several rules share that say why
// a JVM or a member does not start, and what to write instead.
package repair

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// reporters are the rules that report refusals to start, by cause. What none
// of them reports is for sizeConflict.
var reporters = map[jvmflag.Cause]string{
	jvmflag.UnknownOption: "unknown-flag", jvmflag.LockedFlag: "locked-flag",
	jvmflag.BadValue: "bad-flag-value", jvmflag.CollectorConflict: "collector-conflict",
}

func reporter(c jvmflag.Cause) string {
	if id, ok := reporters[c]; ok {
		return id
	}
	return "size-conflict"
}

// Refused is a refusal that a rule reports, in its workload.
type Refused struct {
	*jvmflag.Refusal
	pass   *lint.Pass
	option jvmflag.Option // at fault, as written; without a place where there is none
	among  *among
}

// Refusals are those that a rule reports.
func Refusals(p *lint.Pass, rule string) []Refused {
	var all []Refused
	if !p.Workload.HasJVM() {
		return nil
	}
	var others *among
	for _, r := range p.Refusals() {
		if reporter(r.Cause) != rule || behindProgramWord(all, r) {
			continue
		}
		if others == nil {
			others = newAmong(p)
		}
		all = append(all, Refused{r, p, others.optionAt(r), others})
	}
	return all
}

// behindProgramWord reports whether a word names the program, as "-jar app.jar" in one word does, and the refused
// option stands behind it: it is an argument of the program once that word is mended.
func behindProgramWord(before []Refused, r *jvmflag.Refusal) bool {
	return slices.ContainsFunc(before, func(b Refused) bool {
		at := b.pass.OptionAt(r.At)
		program := b.pass.OptionAt(b.At)
		options := b.pass.Workload.Options
		return programWord.MatchString(b.At.String()) && program >= 0 && at > program &&
			options[at].Channel == options[program].Channel
	})
}

// NewRefused finds the option at fault.
func NewRefused(p *lint.Pass, r *jvmflag.Refusal) Refused {
	others := newAmong(p)
	return Refused{r, p, others.optionAt(r), others}
}

// Report adds a finding at the first of the places that stands in a file, with
// the JVM's own words below.
func (r Refused) Report(at []source.Text, format string, args ...any) *lint.Finding {
	f := r.pass.ReportRefusal(r.Refusal, at, format, args...)
	f.Note(fmt.Sprintf("JDK %d says: %s", r.pass.JDK, r.Quote()))
	if origin := r.At.Origin(); origin != "" && r.At.Len() > 0 && !slices.ContainsFunc(at, source.Text.Located) {
		f.Note(fmt.Sprintf("%s is set in %s", r.At, origin))
	}
	return f
}

// InQuotes is the option with the quotes around it and others that a variable of a container
// holds. A start script that splits the value leaves them in its words, and one that evaluates
// it hands all on as one word.
func (r Refused) InQuotes() (word source.Text, is bool) {
	word = r.option.Word
	return word, r.pass.Workload.Container != nil && r.option.Channel == jvmflag.CommandLine && severalInQuotes.MatchString(word.String())
}

var severalInQuotes = lazyregexp.New(`^(?:"-[^"]*\s-[^"]*"|'-[^']*\s-[^']*')$`)

// argument is what stands behind -XX: of the option, or all of an option in a
// file of flags; xx tells that it is one of these.
func (r Refused) argument() (argument source.Text, xx bool) {
	s := r.At.String()
	switch {
	case strings.HasPrefix(s, "-XX:"):
		return r.At.Slice(len("-XX:"), len(s)), true
	case r.option.Channel == jvmflag.FlagsFile:
		return r.At, true
	}
	return r.At, false
}
