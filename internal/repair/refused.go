// Package repair makes edits of refusals: what several rules share that say why
// a JVM or a member does not start, and what to write instead.
package repair

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/source"
)

// reporters are the rules that report refusals to start, by cause. What none of them reports is for sizeConflict.
var reporters = map[jvmflag.Cause]string{
	jvmflag.UnknownOption: "unknown-flag", jvmflag.LockedFlag: "locked-flag",
	jvmflag.BadValue: "bad-flag-value", jvmflag.CollectorConflict: "collector-conflict",
}

func reporter(c jvmflag.Cause) string { return cmp.Or(reporters[c], "size-conflict") }

// Refused is a refusal that a rule reports, in its workload.
type Refused struct {
	*jvmflag.Refusal
	pass   *lint.Pass
	option jvmflag.Option // at fault, as written; without a place where there is none
	among  *among
}

func Refusals(p *lint.Pass, rule string) []Refused {
	own := lists.Where(p.Refusals(), func(r *jvmflag.Refusal) bool { return reporter(r.Cause) == rule })
	if len(own) == 0 || !p.Workload.HasJVM() {
		return nil
	}
	var all []Refused
	others := newAmong(p)
	for _, r := range own {
		if !behindProgramWord(all, r) {
			all = append(all, Refused{r, p, others.optionAt(r), others})
		}
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

// Report adds a finding at the first of the places that stands in a file, with the JVM's own words below.
func (r Refused) Report(at []source.Text, format string, args ...any) *lint.Finding {
	f := r.pass.ReportRefusal(r.Refusal, at, format, args...)
	f.Note(fmt.Sprintf("JDK %d says: %s", r.pass.JDK, r.Quote()))
	if origin := r.At.Origin(); origin != "" && r.At.Len() > 0 && !slices.ContainsFunc(at, source.Text.Located) {
		f.Note(fmt.Sprintf("%s is set in %s", r.At, origin))
	}
	return f
}

// InQuotes is the option with the quotes around it and others that a variable of a container holds. A start script
// that splits the value leaves them in its words, and one that evaluates it hands all on as one word.
func (r Refused) InQuotes() (o jvmflag.Option, is bool) {
	word := r.option.Word()
	return r.option, r.pass.Workload.Container != nil && r.option.Channel == jvmflag.CommandLine && jvmflag.QuotedTogether(word.String())
}

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

// among are the options among which others are refused. What each refusal asks of all of them is worked out once.
type among struct {
	pass    *lint.Pass
	at      map[source.Place]int // of the options that the JVM gets, the first of each place
	unlocks []unlock
	logs    parallel.Memo[int, unifiedLog] // by JDK
}

// unlock is an option that unlocks flags, and its place in the order of reading.
type unlock struct {
	jvmflag.Option
	at int
}

type unifiedLog struct {
	option   string
	replaced []jvmflag.Option
}

func newAmong(p *lint.Pass) *among {
	a := &among{pass: p, at: lint.FirstAt(p.Options.Options)}
	for i, o := range p.Options.Options {
		if s := o.String(); strings.HasPrefix(s, "-XX:+Unlock") && !slices.ContainsFunc(a.unlocks, func(u unlock) bool { return u.String() == s }) && len(a.unlocks) < mostUnlocks {
			a.unlocks = append(a.unlocks, unlock{o, i})
		}
	}
	return a
}

// mostUnlocks is more than there are flags that unlock others.
const mostUnlocks = 10

// optionAt is the option at fault. One in a file of flags has no -XX: before
// it, and is not among those that the JVM gets.
func (a *among) optionAt(r *jvmflag.Refusal) jvmflag.Option {
	if i := a.pass.OptionAt(r.At); i >= 0 {
		return a.pass.Workload.Options[i]
	}
	if i, ok := a.at[r.At.Place()]; ok {
		return a.pass.Options.Options[i]
	}
	return jvmflag.Option{Text: r.At, Channel: r.Channel}
}

// unlocksBefore are the options that unlock flags before a place.
func (a *among) unlocksBefore(t source.Text) (all []jvmflag.Option) {
	at, found := a.at[t.Place()]
	for _, u := range a.unlocks {
		if !found || u.at < at {
			all = append(all, jvmflag.Option{Text: source.Unlocated(u.String(), "a fix"), Channel: jvmflag.JavaToolOptions})
		}
	}
	return all
}

func (a *among) unifiedLogging(jdk int) unifiedLog {
	return a.logs.Of(jdk, func(jdk int) (log unifiedLog) {
		log.option, log.replaced = jvmflag.UnifiedLogging(jdk, a.pass.Options.Options)
		return log
	})
}

// RefusedOn are the JDKs, of those that may run the workload, on which the option is refused for the same reason.
func (r Refused) RefusedOn() []int {
	jdks := lists.Where(r.pass.Workload.JDK.Candidates, func(jdk int) bool {
		refused := r.alone(jdk, r.At.String()).Refusal
		return jdk == r.pass.JDK || refused != nil && refused.Cause == r.Cause
	})
	slices.Sort(jdks)
	return jdks
}

// TakenBeside reports whether the JDK, which is judged by the facts of another, may take the option: a release beside
// it does. It is not told to refuse a tag of the log that it may have.
func (r Refused) TakenBeside() bool {
	after := slices.IndexFunc(jvmflag.Tables[:], func(jdk int) bool { return jdk >= r.pass.JDK })
	return after > 1 && !strings.HasPrefix(r.Log, "Invalid tag") && jvmflag.Tables[after] > r.pass.JDK && slices.ContainsFunc(jvmflag.Tables[after-1:after+1], func(jdk int) bool {
		return r.alone(jdk, r.At.String()).Refusal == nil
	})
}

// alone reads a word in the place of the option by itself, behind those that unlock flags before it.
func (r Refused) alone(jdk int, word string) *jvmflag.Resolution {
	options := r.among.unlocksBefore(r.At)
	channel := r.option.Channel
	if channel == jvmflag.JDKJavaOptions && jdk < 9 {
		channel = jvmflag.CommandLine
	}
	options = append(options, jvmflag.Option{Text: source.Unlocated(word, "a fix"), Channel: channel})
	return readAlone.Of(fmt.Sprintf("%d %s %q", jdk, channel, options), func(string) *jvmflag.Resolution {
		return jvmflag.Resolve(jdk, options)
	})
}

// readAlone is what words come to by themselves: the same fault stands in many files.
var readAlone parallel.Memo[string, *jvmflag.Resolution]

// mends reports whether a word in place of the option is read on every JDK that may run the workload and does not
// refuse the option for another reason. With keep it must mean what the option means where that is read.
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
	return maps.EqualFunc(a.Settings, b.Settings, sameValue) &&
		maps.EqualFunc(a.Properties, b.Properties, func(a, b jvmflag.Property) bool { return a.Value.String() == b.Value.String() })
}

// only is the one word that mends the option; empty where none does, or more.
func (r Refused) only(words []string) string {
	mends := func(w string) bool { return w != r.At.String() && r.mends(w, true) }
	mending := lists.Where(lists.With(nil, words...), mends)
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

// Remove offers to take the option out. An argument of its own that may follow it would be left, and run.
func (r Refused) Remove(f *lint.Finding) {
	if named := programWord.FindStringSubmatch(r.At.String()); named != nil { // without it nothing would run
		f.Suggest(lint.Manual, fmt.Sprintf("write %s and %s as two words", named[1], named[2]))
		return
	}
	if optionBehind.MatchString(r.At.String()) {
		f.Suggest(lint.Manual, "make each option a word of its own: a shell splits a variable that is not in quotes")
		return
	}
	if property.MatchString(r.At.String()) {
		f.Suggest(lint.Manual, "write -DNAME=VALUE, as the program reads it: this looks like a property")
		return
	}
	if i := r.pass.OptionAt(r.At); i > 0 && jvmflag.RunsCommand(r.pass.Workload.Options[i-1].String()) {
		f.Suggest(lint.Manual, "write -XX:+ExitOnOutOfMemoryError, or name a script: this command is split at its blanks")
		return
	}
	edit := r.pass.RemoveOption(r.option)
	if _, has := r.next(); has && strings.HasPrefix(r.At.String(), "--") {
		edit = source.Edit{}
	}
	f.Suggest(lint.Unsafe, "remove "+r.At.String(), edit)
}

// next is the word behind the option in its channel, where that is no option itself.
func (r Refused) next() (next jvmflag.Option, is bool) {
	options, i := r.pass.Workload.Options, r.pass.OptionAt(r.At)
	if i < 0 || i+1 == len(options) {
		return next, false
	}
	next = options[i+1]
	return next, next.Channel == r.option.Channel && !strings.HasPrefix(next.String(), "-")
}

// programWord finds a word that names the program or its classes, and that should be two.
var programWord = lazyregexp.New(`^(-jar|-cp|-classpath|--class-path|-p|--module-path|-m|--module)[\s=]*(\S.*)$`)

// property finds a name with dots and a value, as properties have them.
var property = lazyregexp.New(`^-[a-z]+(?:\.\w+)+[:=]`)

// optionBehind finds another option in the same word.
var optionBehind = lazyregexp.New(`\s-(?:X|D|javaagent:|agentlib:)`)

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

// KindBehind is the kind of flags that an unlock opens.
var KindBehind = map[string]string{jvmflag.Experimental.Unlock(): "experimental", jvmflag.Diagnostic.Unlock(): "diagnostic"}

// FlagText is the name of the flag, with what sets it where a value is locked.
func (r Refused) FlagText() source.Text {
	argument, xx := r.argument()
	at := strings.Index(argument.String(), r.Flag)
	flag, _ := jvmflag.Lookup(r.pass.JDK, r.Flag)
	if locked := flag.Kind.Unlock() != "" || flag.Kind.Debug(); !xx || at < 0 || r.Flag == "" || !locked {
		return argument
	}
	return argument.Slice(at, at+len(r.Flag))
}

// UnlockElsewhere says where an unlock stands that comes too late or does not count.
func (r Refused) UnlockElsewhere(unlock string) string {
	if o, ok := r.lateUnlock(unlock); ok {
		if o.Channel != r.option.Channel {
			where := either.Of(o.Channel == jvmflag.CommandLine, "on the command line", "in "+o.Channel.String())
			return fmt.Sprintf(": the unlock is %s, which is read later", where)
		}
		return ": the unlock comes after it"
	}
	return ""
}

// lateUnlock is the unlock that is read behind the flag.
func (r Refused) lateUnlock(unlock string) (jvmflag.Option, bool) {
	return lists.First(r.pass.Options.Options, func(o jvmflag.Option) bool {
		return o.String() == "-XX:+"+unlock && r.ReadAfter(o)
	})
}

// ReadAfter reports whether the JVM reads an option behind this one.
func (r Refused) ReadAfter(other jvmflag.Option) bool {
	own, is := r.among.at[r.At.Place()]
	at, behind := r.among.at[other.Text.Place()]
	switch {
	case is:
		return !behind || own <= at
	case behind:
		return false
	}
	return r.option.Channel == jvmflag.FlagsFile
}

// UnlockedIn are the releases that take the option as it stands.
func (r Refused) UnlockedIn() []int {
	if here, ok := jvmflag.Lookup(r.pass.JDK, r.Flag); !ok || here.Kind.Unlock() == "" {
		return nil // a value is locked
	}
	return lists.Where(jvmflag.Tables[:], func(jdk int) bool {
		flag, ok := jvmflag.Lookup(jdk, r.Flag)
		return ok && flag.Kind.Unlock() == "" && r.alone(jdk, r.At.String()).Refusal == nil
	})
}

// SuggestUnlock puts the unlock before the first flag that needs it, so that
// one is enough. One that comes too late moves there.
func (r Refused) SuggestUnlock(f *lint.Finding, unlock string, first Refused) {
	misspelt := func(other *jvmflag.Refusal) bool { return other.Flag == unlock && other.Cause != jvmflag.LockedFlag }
	if other, is := lists.First(r.pass.Refusals(), misspelt); is {
		f.Because(other.At, "meant to unlock it")
		return
	}
	option := "-XX:+" + unlock
	if r.option.Channel == jvmflag.FlagsFile {
		f.Suggest(lint.Manual, "put +"+unlock+" before it")
		return
	}
	title, edits := "put "+option+" before it", []source.Edit{lint.AddBefore(first.option, option)}
	if first.At.Span() != r.At.Span() {
		title = fmt.Sprintf("put %s before %s", option, first.At)
	}
	if late, ok := r.lateUnlock(unlock); ok {
		f.Because(late.Text, "comes too late")
		if moved := r.pass.RemoveOption(late); !moved.Span.IsZero() {
			edits = append(edits, moved)
		}
	}
	f.Suggest(lint.Unsafe, title, edits...)
}
