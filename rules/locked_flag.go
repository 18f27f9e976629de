package rules

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var lockedFlag = lint.Rule{
	ID: "locked-flag", Severity: lint.Error, Confidence: lint.Certain, Since: "0.1.0",
	Title: "a flag is locked, and the JVM does not start",
	What: `Experimental flags need -XX:+UnlockExperimentalVMOptions and diagnostic ones
-XX:+UnlockDiagnosticVMOptions, in the order of reading before them:
JAVA_TOOL_OPTIONS, JDK_JAVA_OPTIONS, the command line, _JAVA_OPTIONS. Flags for the
development of HotSpot are in its debug builds only.`,
	Why: `HotSpot stops at the first flag that is still locked. An unlock at the end of the
line comes too late, and so does one on the command line for a flag in
JAVA_TOOL_OPTIONS. Which flags are locked changes with the release:
UseZGC was experimental in JDK 11 to 14, G1NewSizePercent still is in JDK 25.`,
	FixSafety: `Unsafe: experimental and diagnostic flags are not what HotSpot promises to keep
working. Removing the flag instead leaves its default.`,
	Exceptions: "None: the JVM does not start.",
	Evidence:   "The kind of each flag comes from the JVMs of JDK 8, 11, 17, 21 and 25 themselves, the verdict and its words are held against them.",
	Examples: []lint.Example{{
		Name: "options.txt", Args: "--jdk 11",
		Bad:  "-Xmx4g -XX:G1NewSizePercent=10",
		Good: "-Xmx4g -XX:+UnlockExperimentalVMOptions -XX:G1NewSizePercent=10",
	}, {
		Name: "options.txt", Args: "--jdk 17",
		Bad:  "-Xmx4g -XX:+PrintCompilation2 -XX:+UnlockDiagnosticVMOptions",
		Good: "-Xmx4g -XX:+UnlockDiagnosticVMOptions -XX:+PrintCompilation2",
	}},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/flags/jvmFlag.cpp",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/globals.hpp",
	},
	Check: func(p *lint.Pass) {
		first := map[string]refusal{}
		for _, r := range refusals(p, "locked-flag") {
			unlock := r.unlock()
			if unlock == "" {
				f := r.report([]source.Text{r.flagText()}, "%q is for the development of HotSpot: only debug builds have it", r.flagText())
				r.remove(f)
				continue
			}
			if _, ok := first[unlock]; !ok {
				first[unlock] = r
			}
			f := r.report([]source.Text{r.flagText()}, "%q is %s and needs -XX:+%s before it%s", r.flagText(), kindBehind[unlock], unlock, r.unlockElsewhere(unlock))
			if free := r.unlockedIn(); len(free) > 0 {
				f.Note(fmt.Sprintf("JDK %s %s it without the unlock", and(free), verb(len(free), "takes", "take")))
			}
			for _, o := range p.Options.Options {
				if o.String() == "-XX:-"+unlock && !r.readAfter(o) {
					f.Because(o.Text, "locks it")
				}
			}
			r.suggestUnlock(f, unlock, first[unlock])
			r.remove(f)
		}
	},
}

var (
	kindBehind = map[string]string{jvmflag.Experimental.Unlock(): "experimental", jvmflag.Diagnostic.Unlock(): "diagnostic"}
	unlockName = regexp.MustCompile(`-XX:\+(Unlock\w+)`)
)

// unlock is the flag that opens this one. Where a value is locked and not the
// flag, HotSpot's words name it.
func (r refusal) unlock() string {
	if m := unlockName.FindStringSubmatch(strings.Join(r.Lines, "\n")); m != nil {
		return m[1]
	}
	return ""
}

// flagText is the name of the flag, with what sets it where a value is locked.
func (r refusal) flagText() source.Text {
	argument, xx := r.argument()
	at := strings.Index(argument.String(), r.Flag)
	flag, _ := jvmflag.Lookup(r.pass.JDK, r.Flag)
	if locked := flag.Kind.Unlock() != "" || flag.Kind.Debug(); !xx || at < 0 || r.Flag == "" || !locked {
		return argument
	}
	return argument.Slice(at, at+len(r.Flag))
}

// unlockElsewhere says where an unlock stands that comes too late or does not
// count.
func (r refusal) unlockElsewhere(unlock string) string {
	if o, ok := r.lateUnlock(unlock); ok {
		if o.Channel != r.option.Channel {
			return fmt.Sprintf(": the unlock stands %s, which is read later", where(o.Channel))
		}
		return ": the unlock stands behind it"
	}
	return ""
}

func where(c jvmflag.Channel) string {
	if c == jvmflag.CommandLine {
		return "on the command line"
	}
	return "in " + c.String()
}

// lateUnlock is the unlock that is read behind the flag.
func (r refusal) lateUnlock(unlock string) (jvmflag.Option, bool) {
	for _, o := range r.pass.Options.Options {
		if o.String() == "-XX:+"+unlock && r.readAfter(o) {
			return o, true
		}
	}
	return jvmflag.Option{}, false
}

// readAfter tells whether the JVM reads an option behind this one.
func (r refusal) readAfter(other jvmflag.Option) bool {
	for _, o := range r.pass.Options.Options {
		switch {
		case o.String() == r.At.String() && o.Text.Span() == r.At.Span():
			return true
		case o.String() == other.String() && o.Text.Span() == other.Text.Span():
			return false
		}
	}
	return r.option.Channel == jvmflag.FlagsFile
}

// unlockedIn are the releases that take the option as it stands.
func (r refusal) unlockedIn() []int {
	var free []int
	if here, ok := jvmflag.Lookup(r.pass.JDK, r.Flag); !ok || here.Kind.Unlock() == "" {
		return nil // a value is locked
	}
	for _, jdk := range jvmflag.Tables {
		if flag, ok := jvmflag.Lookup(jdk, r.Flag); ok && flag.Kind.Unlock() == "" && r.alone(jdk, r.At.String()).Refusal == nil {
			free = append(free, jdk)
		}
	}
	return free
}

// suggestUnlock puts the unlock before the first flag that needs it, so that
// one is enough. One that comes too late moves there.
func (r refusal) suggestUnlock(f *lint.Finding, unlock string, first refusal) {
	if typo, ok := r.misspelt(unlock); ok {
		f.Because(typo, "meant to unlock it")
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

// misspelt is an option before this one that was to unlock it and is refused
// itself.
func (r refusal) misspelt(unlock string) (source.Text, bool) {
	for _, other := range r.pass.Refusals() {
		if other.Flag == unlock && other.Cause != jvmflag.LockedFlag {
			return other.At, true
		}
	}
	return source.Text{}, false
}
