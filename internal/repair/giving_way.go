package repair

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/lint"
)

// comparisons are what HotSpot says of two numbers, in our words, and what is
// to be added to the second for the first to be right.
var comparisons = map[jvmflag.Comparison]struct {
	words string
	add   int64
}{
	jvmflag.AtMost: {"at most", 0}, jvmflag.AtLeast: {"at least", 0}, jvmflag.LessThan: {"less than", -1}, jvmflag.MoreThan: {"more than", 1},
}

// against says of two numbers how they must stand to each other.
func (c Conflict) against(r jvmflag.Relation) string {
	must := comparisons[r.Must].words
	if r.Right.Flag == "" {
		return fmt.Sprintf("%q is %s and must be %s the %s, %s", r.Left.Flag, r.Left.Number, must, r.Right.Name, r.Right.Number)
	}
	which := "which is"
	if _, set := c.pass.Options.Set(r.Right.Flag); !set {
		which = "which the JVM sets to"
	}
	return fmt.Sprintf("%q is %s and must be %s %q, %s %s", r.Left.Flag, r.Left.Number, must, r.Right.Flag, which, r.Right.Number)
}

// Suggest offers to let one of the numbers give way, where the JVM starts then.
func (c Conflict) Suggest(f *lint.Finding) {
	if c.Relation != nil && c.giveWay(f, *c.Relation) {
		return
	}
	for _, set := range c.parties {
		if alone := len(c.parties) == 1 || set.name == c.Flag; alone && c.starts(set.Option, "") {
			f.Suggest(lint.Unsafe, "remove "+set.Option.String(), c.pass.RemoveOption(set.Option))
			return
		}
	}
	if len(c.parties) == 0 && c.At.Len() > 0 && c.starts(c.option, "") {
		c.Remove(f)
	}
}

// giveWay offers the number that one side of a relation must have for the
// other. Where the JVM names no number, that is what was typed.
func (c Conflict) giveWay(f *lint.Finding, r jvmflag.Relation) bool {
	add := comparisons[r.Must].add
	if typed, ok := c.value(r.Right.Flag); r.Right.Number == "" {
		return ok && c.give(f, r.Left.Flag, typed)
	}
	return c.give(f, r.Left.Flag, c.standing(r.Left.Flag, r.Right.Number, add)) || c.give(f, r.Right.Flag, c.standing(r.Right.Flag, r.Left.Number, -add))
}

// standing is a number that stands to another one as it must.
func (c Conflict) standing(flag, number string, add int64) string {
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n+add < 0 {
		return ""
	}
	n += add
	switch set, _ := c.pass.Options.Set(flag); {
	case jvmflag.CountsKiB(flag) && strings.HasPrefix(set.Option.String(), "-XX:"):
		n /= int64(bytesize.Kilo)
	case jvmflag.CountsKiB(flag) || jvmflag.CountsBytes(flag):
		return jvmflag.FormatSize(uint64(n))
	}
	return strconv.FormatInt(n, 10)
}

// give offers another value for a flag that an option in a file sets.
func (c Conflict) give(f *lint.Finding, flag, value string) bool {
	set, ok := c.pass.Options.Set(flag)
	s := set.Option.String()
	if !ok || value == "" || set.Value.Len() == 0 || !set.Value.Editable() || !strings.HasSuffix(s, set.Value.String()) {
		return false
	}
	word := strings.TrimSuffix(s, set.Value.String()) + value
	if word == s || !c.starts(set.Option, word) {
		return false
	}
	f.Suggest(lint.Unsafe, fmt.Sprintf("write %s instead of %s", value, set.Value), lint.Replace(set.Value, value))
	return true
}

// starts reports whether the JVM starts with another word in place of an option,
// or without it, on every JDK that may run it and does not start for such a
// reason now, and still does on those on which it starts.
func (c Conflict) starts(o jvmflag.Option, word string) bool {
	at := c.pass.OptionAt(o.Text)
	if at < 0 {
		return false
	}
	for _, jdk := range c.pass.Workload.JDK.Candidates {
		before := c.pass.On(jdk).Start.Refusal
		if before != nil && jdk != c.pass.JDK && reporter(before.Cause) != reporter(c.Cause) {
			continue
		}
		if !c.pass.StartsWith(at, word, jdk) {
			return false
		}
	}
	return true
}
