package rules

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var flagWithoutEffect = lint.Rule{
	ID: "flag-without-effect", Severity: lint.Warning, Confidence: lint.Likely, Tag: lint.WithoutEffect, Groups: ofStart,
	Title: "the option changes nothing in this JVM",
	Check: func(p *lint.Pass) {
		reportBehindProgram(p)
		reportAsProperty(p)
		if p.JVM == nil {
			return
		}
		if o, counts := p.Options.CompilerOff(); o.Text.Located() && !counts {
			f := p.Report(lint.Places{o.Text}, "%s does nothing beside -Xdebug", o)
			f.InfoIf(o.Perhaps) // for a debugger, beside which nobody misses the compilers
			f.Confidence = lint.Certain
			same := func(o jvmflag.Option) bool { return jvmflag.WithoutValue(o.String()) == "-Djava.compiler" } // it may stand twice
			f.Suggest(lint.Unsafe, "remove it", lists.Of(lists.Where(p.Options.Options, same), p.RemoveOption)...)
		}
		for set := range ownSettings(p.Options) {
			why, idle := idleHere(p, set)
			if !idle || p.Workload.JDK.Open && (why.Light || !idleElsewhere(p, set, true)) {
				continue
			}
			f := p.Report(lint.Places{set.Option.Text}, "%s does nothing %s", jvmflag.WithoutValue(set.Option.String()), why.Message)
			f.Confidence = lint.Certain
			// It was not meant to change anything, or switches off what is not on.
			f.InfoIf(set.IsDefault() || why.Light || set.Flag.Type == jvmflag.Bool && !set.Bool())
			f.Because(why.Text, why.Role)
			if origin := why.Text.Origin(); origin != "" && why.Text.Len() > 0 && !why.Text.Located() { // its own setting is what was meant
				f.Note(fmt.Sprintf("%s comes from %s", why.Text, origin))
				f.Suggest(lint.Manual, fmt.Sprintf("set what gives %s, or remove %s", why.Text, jvmflag.WithoutValue(set.Option.String())))
				continue
			}
			if why.Lacks != "" {
				f.Suggest(lint.Manual, fmt.Sprintf("switch it on with -XX:+%s, or remove %s", why.Lacks, jvmflag.WithoutValue(set.Option.String())))
				continue
			}
			f.Note(why.Unless)
			same := idleElsewhere(p, set, false)
			repair.SuggestRemoval(p, f, repair.Safest(same && why.Unless == ""), set)
		}
	},
}

// ownSettings goes over the settings of options that are in a file and name the flag, in the order of reading.
func ownSettings(r *jvmflag.Resolution) iter.Seq[jvmflag.Setting] {
	return func(yield func(jvmflag.Setting) bool) {
		for _, set := range r.History {
			last := r.Settings[set.Flag.Name]
			if set.Option.Text.Located() && last.Option.Text.Same(set.Option.Text) &&
				strings.Contains(jvmflag.WithoutValue(set.Option.String())+"=", set.Flag.Name+"=") && !yield(last) {
				return
			}
		}
	}
}

// idleElsewhere reports whether the flag does nothing on each other JDK that may run the workload. Unread is the answer
// where one starts and does not read the option.
func idleElsewhere(p *lint.Pass, set jvmflag.Setting, unread bool) bool {
	return repair.OnAll(p, set.Option, func(other *lint.Pass) bool {
		s, isSet := other.Options.Set(set.Flag.Name)
		if !isSet || other.JVM == nil {
			return unread || other.JVM == nil
		}
		_, idle := idleHere(other, s)
		return idle
	})
}

// idleHere returns why a flag does nothing in this JVM, and whether that is so.
func idleHere(p *lint.Pass, set jvmflag.Setting) (hotspot.Idle, bool) {
	return hotspot.Setup{JVM: p.JVM, Options: p.Options, Part: p.Workload.Known < workload.AllOptions, Memory: p.Workload.Memory.Known(),
		Without: func(o jvmflag.Option) *hotspot.JVM { return repair.Without(p, o) }}.Idle(set)
}

// ofJDK matches properties that the JDK reads, and hardly a program.
var ofJDK = lazyregexp.New(`^-D(?:java|javax|com\.sun|sun|jdk)\.`)

// launchers matches programs that take -D themselves.
var launchers = lazyregexp.New(`(?i)gradle|maven|classworlds|\bant\b|jmh|benchmarks|jmeter|sonar-application|[/ ]start\.jar$|thorntail|jboss-modules|^org\.jboss\.modules\.Main$`)

// reportBehindProgram reports words after -jar or the main class that are likely
// meant for the JVM: in one finding, because they have one cause.
func reportBehindProgram(p *lint.Pass) {
	program := p.Options.Program
	what, before := program.Name, program.Name
	switch {
	case program.Kind == jvmflag.JarFile:
		what, before = "-jar "+what, "-jar"
	case program.Kind == jvmflag.MainModule:
	case reportMissingDash(p), reportStrayWord(p), !program.NamesClass():
		return
	}
	options, sure := p.Options.MeantForJVM()
	if len(options) == 0 || launchers.MatchString(what) {
		return
	}
	message, fix := "%s comes after %s: the program gets it, the JVM does not", "move it before "
	at := slices.IndexFunc(options, func(o jvmflag.Option) bool { return ofJDK.MatchString(o.String()) })
	if at > 0 && !sure {
		options[0], options[at] = options[at], options[0] // the one that no program reads
	}
	name := jvmflag.WithoutValue(options[0].String())
	if more := len(options) - 1; more > 0 {
		name += " and " + plural.Of(more, "more option")
		message, fix = "%s come after %s: the program gets them, the JVM does not", "move them before "
	}
	f := p.Report(lint.Places{options[0].Text}, message, name, what)
	fix += before
	f.CertainIf(sure)
	if !sure {
		f.InfoIf(at < 0) // the program may read them itself
		fix += ", unless the program reads them itself"
	}
	f.Suggest(lint.Manual, fix)
}

// reportAsProperty reports options that a D makes properties, which nothing reads.
func reportAsProperty(p *lint.Pass) {
	for _, o := range p.Workload.Options[:jvmflag.ProgramAt(p.Workload.Options)] {
		meant, is := jvmflag.AsProperty(o.String())
		if !is {
			continue
		}
		f := p.Report(lint.Places{o.Text}, "%s sets a property that nothing reads", o)
		f.Confidence = lint.Certain
		f.Suggest(lint.Manual, "write "+meant)
	}
}

// reportMissingDash reports an option that java takes for the main class, unless the JVM is known to refuse it.
func reportMissingDash(p *lint.Pass) bool {
	word := p.Options.ProgramAt.Text
	option, nearly := jvmflag.Nearly(p.JDK, p.Options.Program.Name)
	if p.Options.Program.Kind != jvmflag.MainClass || !nearly {
		return false
	}
	if p.Options.ProgramAt.Evidence >= jvmflag.Runs || !strings.HasPrefix(option, "-") || strings.HasPrefix(option, "-jar ") {
		return true
	}
	f := p.Report(lint.Places{word}, "%s has no dash: java takes it for the main class, and everything after it for its arguments", jvmflag.WithoutValue(word.String()))
	f.Confidence = lint.Certain
	f.Suggest(lint.Manual, "write "+option)
	return true
}

// reportStrayWord reports a word among options that java takes for the main class: what follows shows that it
// is none.
func reportStrayWord(p *lint.Pass) bool {
	lost, stray := p.Options.StrayWord()
	if !stray {
		return false
	}
	at := p.Options.ProgramAt
	f := p.Report(lint.Places{at.Text}, "%s is no option: java takes it for the main class, and %s for an argument of the program", at, jvmflag.WithoutValue(lost.String()))
	f.Because(lost.Text, "an argument of the program")
	f.Suggest(lint.Manual, "remove the word, or join it to the option that it belongs to")
	return true
}
