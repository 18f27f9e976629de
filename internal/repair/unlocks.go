package repair

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

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

// UnlockElsewhere says where an unlock stands that comes too late or does not
// count.
func (r Refused) UnlockElsewhere(unlock string) string {
	if o, ok := r.lateUnlock(unlock); ok {
		if o.Channel != r.option.Channel {
			return fmt.Sprintf(": the unlock is %s, which is read later", where(o.Channel))
		}
		return ": the unlock comes after it"
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
func (r Refused) lateUnlock(unlock string) (jvmflag.Option, bool) {
	for _, o := range r.pass.Options.Options {
		if o.String() == "-XX:+"+unlock && r.ReadAfter(o) {
			return o, true
		}
	}
	return jvmflag.Option{}, false
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

// SuggestUnlock puts the unlock before the first flag that needs it, so that
// one is enough. One that comes too late moves there.
func (r Refused) SuggestUnlock(f *lint.Finding, unlock string, first Refused) {
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
func (r Refused) misspelt(unlock string) (source.Text, bool) {
	for _, other := range r.pass.Refusals() {
		if other.Flag == unlock && other.Cause != jvmflag.LockedFlag {
			return other.At, true
		}
	}
	return source.Text{}, false
}
