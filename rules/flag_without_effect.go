package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var flagWithoutEffect = lint.Rule{
	ID: "flag-without-effect", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0", Tag: lint.WithoutEffect,
	Title: "the option changes nothing in this JVM",
	What: `The JVM takes the option, says nothing, and never looks at it: the flag belongs to a
collector that is not in use, a size that it would choose is given by another option,
what it tunes is switched off, or the option stands behind -jar or the main class, where
it is an argument of the program. An option without its dash, XX:SurvivorRatio=10, is a
main class to java, which makes all that follows arguments of it. What is set to its own default is
information. Where neither an option nor known CPUs and memory
decide on the collector, a flag is reported only if none of the two that the JVM chooses
from reads it.`,
	Why: `The option was set to change something, and that something goes on. A team lowered
PretenureSizeThreshold for weeks to keep large objects out of the young generation of
G1, which does not read it. -XX:MaxRAMPercentage=75 beside -Xmx512m leaves a heap of
512m. java -jar app.jar -Xmx4g runs with a quarter of the memory.`,
	FixSafety: `Safe: the option goes, and the JVM does what it did before. Where it has an effect on
another JDK that may run this, it is unsafe. An option behind -jar is for a person to
move: in front of it, it begins to count.`,
	Exceptions: `Options kept for the day when the collector is changed. A program that takes -D or -X
options itself, as launchers of other JVMs do: -D alone behind the main class is information, and
likely only.`,
	Evidence: `Which collector reads which flag was looked up in the sources of JDK 8, 11, 17, 21 and
25: all places that read a flag, by release. A flag of which any doubt was left is not
in the table. Under each collector of each of these JDKs all flags that it does not read
were set at once: -XX:+PrintFlagsFinal printed what it prints without them. Heap sizes
are predicted with and without the option and compared; the prediction is held against
-XX:+PrintFlagsFinal of these JDKs. 8u252 in a control group of 1 GiB takes a heap of 256 MiB with
UseCGroupMemoryLimitForHeap and without it. JDK 17 itself says that String Deduplication is not
supported by Serial, Parallel and ZGC; 11 says nothing.`,
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 17",
		Bad:  "-Xmx4g -XX:+UseG1GC -XX:PretenureSizeThreshold=1m",
		Good: "-Xmx4g -XX:+UseG1GC -XX:G1HeapRegionSize=8m",
	}},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/shared/gc_globals.hpp",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/gc/serial/defNewGeneration.cpp",
		"https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html",
	},
	Check: func(p *lint.Pass) {
		reportBehindProgram(p)
		if p.JVM == nil {
			return
		}
		for _, set := range ownSettings(p.Options) {
			why, idle := idleHere(p, set)
			if !idle || why.Light && p.Workload.JDK.Open {
				continue
			}
			f := p.Report([]source.Text{set.Option.Text}, "%s does nothing %s", jvmflag.WithoutValue(set.Option.String()), why.Message)
			f.Confidence = lint.Certain
			if set.IsDefault() || why.Light {
				f.Severity = lint.Info // nobody meant to change anything
			}
			f.Because(why.Text, why.Role)
			if why.Unless != "" {
				f.Note(why.Unless)
			}
			same := repair.OnAll(p, set.Option, func(other *lint.Pass) bool {
				s, isSet := other.Options.Set(set.Flag.Name)
				if !isSet || other.JVM == nil {
					return other.JVM == nil
				}
				_, idle := idleHere(other, s)
				return idle
			})
			f.Suggest(repair.Safest(same && why.Unless == ""), fmt.Sprintf("remove %s", jvmflag.WithoutValue(set.Option.String())), p.RemoveOption(set.Option))
		}
	},
}

// ownSettings are the settings of options that stand in a file and name the
// flag, in the order of reading.
func ownSettings(r *jvmflag.Resolution) []jvmflag.Setting {
	var all []jvmflag.Setting
	for _, set := range r.History {
		last := r.Settings[set.Flag.Name]
		if set.Option.Text.Located() && last.Option.Text.Same(set.Option.Text) && strings.Contains(jvmflag.WithoutValue(set.Option.String())+"=", set.Flag.Name+"=") {
			all = append(all, last)
		}
	}
	return all
}

// idleHere tells why a flag that is set does nothing in this JVM, if that is so.
func idleHere(p *lint.Pass, set jvmflag.Setting) (hotspot.Idle, bool) {
	return hotspot.Setup{JVM: p.JVM, Options: p.Options, Part: p.Workload.Known < workload.AllOptions, Memory: p.Workload.Memory.Known(),
		Without: func() *hotspot.JVM { return repair.Without(p, set.Option) }}.Idle(set)
}

// jvmWord is what no program would call its own option; likelyWord is what some
// do.
var (
	jvmWord    = lazyregexp.New(`^-(XX:|Xm[xsn]\d|Xss\d|Xloggc:|Xlog:)`)
	likelyWord = lazyregexp.New(`^-(D[A-Za-z_][\w.-]*(=|$)|javaagent:|agentlib:|agentpath:)`)
)

// launchers are programs that take -D themselves.
var launchers = lazyregexp.New(`(?i)gradle|maven|classworlds|\bant\b|jmh|benchmarks|^org\.jboss\.modules\.Main$`)

// className is how people name a class, by its package or with a capital: other
// words of a text that holds nothing but options are no programs.
var className = lazyregexp.New(`^(?:(?:[A-Za-z_$][\w$]*[./])+[A-Za-z_$][\w$]*|[A-Z][\w$]*)$`)

// withoutDash is an option of the JVM that lacks its first character.
var withoutDash = lazyregexp.New(`^(?:XX:[+-]?\w+|Xm[xsn]\d+[kKmMgG]?|Xss\d+[kKmM]?)(?:=|$)`)

// reportBehindProgram tells of words behind -jar or the main class that are likely
// meant for the JVM: one finding, as they have one cause.
func reportBehindProgram(p *lint.Pass) {
	program := p.Options.Program
	what, before := program.Name, program.Name
	switch {
	case program.Kind == jvmflag.JarFile:
		what, before = "-jar "+what, "-jar"
	case program.Kind == jvmflag.MainModule:
	case program.Kind == jvmflag.MainClass && withoutDash.MatchString(program.Name):
		reportMissingDash(p)
		return
	case program.Kind != jvmflag.MainClass || !className.MatchString(program.Name):
		return
	}
	if launchers.MatchString(what) {
		return
	}
	options, confidence := forJVM(p.Options.Arguments)
	if len(options) == 0 {
		return
	}
	message, fix := "%s stands behind %s: the program gets it, the JVM does not", "move it in front of "
	name := jvmflag.WithoutValue(options[0].String())
	if more := len(options) - 1; more > 0 {
		name += " and " + plural.Of(more, "option") + " behind it"
		message, fix = "%s stand behind %s: the program gets them, the JVM does not", "move them in front of "
	}
	f := p.Report([]source.Text{options[0].Text}, message, name, what)
	if f.Confidence = confidence; confidence == lint.Likely {
		f.Severity = lint.Info // it may read them itself
	}
	f.Suggest(lint.Manual, fix+before)
}

// forJVM are those of the arguments of a program that are likely meant for the
// JVM. What stands behind -- is not.
func forJVM(arguments []jvmflag.Option) (options []jvmflag.Option, confidence lint.Confidence) {
	confidence = lint.Likely
	for _, o := range arguments {
		s := o.String()
		if s == "--" {
			break
		}
		sure := jvmWord.MatchString(s)
		if sure {
			confidence = lint.Certain
		}
		if sure || likelyWord.MatchString(s) {
			options = append(options, o)
		}
	}
	return options, confidence
}

// reportMissingDash tells of an option that java takes for the main class.
func reportMissingDash(p *lint.Pass) {
	word := p.Options.ProgramAt.Text
	f := p.Report([]source.Text{word}, "%s has no dash: java takes it for the main class, and what stands behind it for arguments of that", jvmflag.WithoutValue(word.String()))
	f.Confidence = lint.Certain
	f.Suggest(lint.Manual, "write -"+word.String())
}
