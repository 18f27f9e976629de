package repair

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// RefusedOn are the JDKs, of those that may run the workload, on which the
// option is refused for the same reason.
func (r Refused) RefusedOn() []int {
	var jdks []int
	for _, jdk := range r.pass.Workload.JDK.Candidates {
		if refused := r.alone(jdk, r.At.String()).Refusal; jdk == r.pass.JDK || refused != nil && refused.Cause == r.Cause {
			jdks = append(jdks, jdk)
		}
	}
	slices.Sort(jdks)
	return jdks
}

// alone reads a word in the place of the option by itself, behind those that
// unlock flags before it.
func (r Refused) alone(jdk int, word string) *jvmflag.Resolution {
	options := r.among.unlocksBefore(r.At)
	channel := r.option.Channel
	if channel == jvmflag.JDKJavaOptions && jdk < 9 {
		channel = jvmflag.CommandLine
	}
	return jvmflag.Resolve(jdk, append(options, jvmflag.Option{Text: source.Unlocated(word, "a fix"), Channel: channel}))
}

// mends reports whether a word in place of the option is read on every JDK that
// may run the workload and does not refuse the option for another reason. With
// keep it must mean what the option means where that is read.
func (r Refused) mends(word string, keep bool) bool {
	for _, jdk := range r.pass.Workload.JDK.Candidates {
		if !r.option.For(jdk) {
			continue
		}
		before, after := r.alone(jdk, r.At.String()), r.alone(jdk, word)
		switch {
		case before.Refusal != nil && before.Refusal.Cause != r.Cause && jdk != r.pass.JDK:
		case after.Refusal != nil, before.Refusal == nil && keep && !sameMeaning(before, after):
			return false
		}
	}
	return true
}

func sameMeaning(a, b *jvmflag.Resolution) bool {
	return maps.EqualFunc(a.Settings, b.Settings, func(a, b jvmflag.Setting) bool {
		return a.Number == b.Number && a.Double == b.Double && (a.Flag.Type != jvmflag.String || a.Text == b.Text)
	}) && maps.EqualFunc(a.Properties, b.Properties, func(a, b jvmflag.Property) bool { return a.Value.String() == b.Value.String() })
}

// only is the one word that mends the option; empty where none does, or more.
func (r Refused) only(words []string) string {
	var mending []string
	for _, w := range words {
		if w != r.At.String() && !slices.Contains(mending, w) && r.mends(w, true) {
			mending = append(mending, w)
		}
	}
	if len(mending) != 1 {
		return ""
	}
	return mending[0]
}

// Write offers to make another word of the option: of that part which stands
// in a file, where a script or a chart puts the rest before it.
func (r Refused) Write(f *lint.Finding, safety lint.Safety, word, why string) {
	word, edit := r.Rewrite(word)
	f.Suggest(safety, "write "+word+why, edit)
}

// Rewrite is what of another word is written, and the edit that writes it.
func (r Refused) Rewrite(word string) (string, source.Edit) {
	s := r.At.String()
	start := 0
	for start < min(len(s), len(word)) && word[start] == s[start] && !r.At.Slice(start, start+1).Located() {
		start++
	}
	if start == len(s) || !r.At.Slice(start, len(s)).Located() {
		start = 0
	}
	return word[start:], lint.Replace(r.At.Slice(start, len(s)), word[start:])
}

// Remove offers to take the option out. An argument of its own that may follow
// it would be left, and run.
func (r Refused) Remove(f *lint.Finding) {
	if named := programWord.FindStringSubmatch(r.At.String()); named != nil { // without it nothing would run
		f.Suggest(lint.Manual, fmt.Sprintf("write %s and %s as two words", named[1], named[2]))
		return
	}
	if optionBehind.MatchString(r.At.String()) {
		f.Suggest(lint.Manual, "make each option a word of its own: a shell splits a variable that is not in quotes")
		return
	}
	edit := r.pass.RemoveOption(r.option)
	options := r.pass.Workload.Options
	i := r.pass.OptionAt(r.At)
	if i > 0 && runsCommand.MatchString(options[i-1].String()) {
		f.Suggest(lint.Manual, "write -XX:+ExitOnOutOfMemoryError, or name a script: this command is split at its blanks")
		return
	}
	if i >= 0 && i+1 < len(options) {
		next := options[i+1]
		if strings.HasPrefix(r.At.String(), "--") && next.Channel == options[i].Channel && !strings.HasPrefix(next.String(), "-") {
			edit = source.Edit{}
		}
	}
	f.Suggest(lint.Unsafe, "remove "+r.At.String(), edit)
}

// programWord finds a word that names the program or its classes, and that should be two.
var programWord = lazyregexp.New(`^(-jar|-cp|-classpath|--class-path|-p|--module-path|-m|--module)[\s=]*(\S.*)$`)

// optionBehind finds another option in the same word.
var optionBehind = lazyregexp.New(`\s-(?:X|D|javaagent:|agentlib:)`)

// runsCommand finds an option with a command, of which a word may have become an option.
var runsCommand = lazyregexp.New(`^-XX:On(?:OutOfMemory)?Error=`)

// joined puts removals together that share the blanks between their words, and
// keeps one blank where something is left on both sides.
func joined(edits []source.Edit) []source.Edit {
	var all []source.Edit
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b source.Edit) int { return a.Span.Start - b.Span.Start })
	for _, e := range edits {
		last := len(all) - 1
		if last < 0 || e.New != "" || all[last].New != "" || e.Span.File == nil || e.Span.File != all[last].Span.File || e.Span.Start >= all[last].Span.End {
			all = append(all, e)
			continue
		}
		span := &all[last].Span
		data := span.File.Data
		for span.End = max(span.End, e.Span.End); span.End < len(data) && data[span.End] == ' '; {
			span.End++
		}
	}
	return all
}
