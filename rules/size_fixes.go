package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
)

var (
	held = lazyregexp.New(`(\w+) \((-?\d+)\) (?:must|should) be (less than or equal to|greater than or equal to|less than|greater than) ([^(]+) \((-?\d+)\)`)
	edge = lazyregexp.New(`(?:[Mm]ust|Specify)(?: be)? at (?:least|most) (?:\w+=)?(\d+)([kKmM]?)`)
)

// relations are what HotSpot says of two numbers, in our words, and what is to
// be added to the second for the first to be right.
var relations = map[string]struct {
	words string
	add   int64
}{
	"less than or equal to": {"at most", 0}, "greater than or equal to": {"at least", 0}, "less than": {"less than", -1}, "greater than": {"more than", 1},
}

// overs are flags that are not to be over another one, by what HotSpot says.
var overs = []struct{ said, flag, most string }{
	{"larger value than the maximum heap size", "InitialHeapSize", "MaxHeapSize"},
	{"Incompatible minimum and maximum heap", "MinHeapSize", "MaxHeapSize"},
	{"Incompatible minimum and initial heap", "MinHeapSize", "InitialHeapSize"},
	{"SoftMaxHeapSize must be", "SoftMaxHeapSize", "MaxHeapSize"},
}

// against says of two flags how they must stand to each other.
func (c conflict) against(m []string) string {
	which := "which is"
	if strings.Contains(m[4], " ") {
		return fmt.Sprintf("%q is %s and must be %s the %s, %s", m[1], m[2], relations[m[3]].words, m[4], m[5])
	}
	if _, set := c.pass.Options.Set(m[4]); !set {
		which = "which the JVM sets to"
	}
	return fmt.Sprintf("%q is %s and must be %s %q, %s %s", m[1], m[2], relations[m[3]].words, m[4], which, m[5])
}

// suggest offers to let one of the numbers give way, where the JVM starts then.
func (c conflict) suggest(f *lint.Finding) {
	for _, over := range overs {
		if value, ok := c.value(over.most); ok && strings.Contains(c.text, over.said) && c.give(f, over.flag, value) {
			return
		}
	}
	if m := held.FindStringSubmatch(c.text); m != nil {
		relation := relations[m[3]]
		if c.give(f, m[1], standing(m[1], m[5], relation.add)) || c.give(f, m[4], standing(m[4], m[2], -relation.add)) {
			return
		}
	}
	if m := edge.FindStringSubmatch(c.text); m != nil {
		value := m[1] + strings.ToLower(m[2])
		if set, _ := c.pass.Options.Set(c.Flag); strings.HasPrefix(set.Option.String(), "-XX:") && !countsBytes.MatchString(c.Flag) {
			value = m[1] // it counts KiB by itself
		}
		if c.give(f, c.Flag, value) {
			return
		}
	}
	for _, set := range c.parties {
		if alone := len(c.parties) == 1 || set.name == c.Flag; alone && c.starts(set.Option, "") {
			f.Suggest(lint.Unsafe, "remove "+set.Option.String(), c.pass.RemoveOption(set.Option))
			return
		}
	}
	if len(c.parties) == 0 && c.At.Len() > 0 && c.starts(c.option, "") {
		c.remove(f)
	}
}

// standing is a number that stands to another one as it must.
func standing(flag, number string, add int64) string {
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n+add < 0 {
		return ""
	}
	if n += add; countsBytes.MatchString(flag) {
		return jvmflag.FormatSize(uint64(n))
	}
	return strconv.FormatInt(n, 10)
}

// give offers another value for a flag that an option in a file sets.
func (c conflict) give(f *lint.Finding, flag, value string) bool {
	set, ok := c.pass.Options.Set(flag)
	s := set.Option.String()
	if !ok || value == "" || set.Value.Len() == 0 || !set.Value.Editable() || !strings.HasSuffix(s, set.Value.String()) {
		return false
	}
	word := strings.TrimSuffix(s, set.Value.String()) + value
	if word == s || !c.starts(set.Option, word) {
		return false
	}
	f.Suggest(lint.Unsafe, fmt.Sprintf("write %s in place of %s", value, set.Value), lint.Replace(set.Value, value))
	return true
}

// starts tells whether the JVM starts with another word in place of an option,
// or without it, on every JDK that may run it and does not start for such a
// reason now, and still does on those on which it starts.
func (c conflict) starts(o jvmflag.Option, word string) bool {
	changed := *c.pass.Workload
	changed.Options = slices.Clone(changed.Options)
	at := slices.IndexFunc(changed.Options, func(x jvmflag.Option) bool {
		return x.String() == o.String() && x.Text.Span() == o.Text.Span()
	})
	if at < 0 {
		return false
	}
	changed.Options[at].Text = source.Unlocated(word, "a fix")
	if word == "" {
		changed.Options = slices.Delete(changed.Options, at, at+1)
	}
	for _, jdk := range changed.JDK.Candidates {
		before := c.pass.On(jdk).Start.Refusal
		if before != nil && jdk != c.pass.JDK && reporter(before.Cause) != reporter(c.Cause) {
			continue
		}
		if predict.Of(&changed, jdk).Start.Refusal != nil {
			return false
		}
	}
	return true
}
