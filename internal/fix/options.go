package fix

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/suppression"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// proveOptions holds the options that are read after a change against those
// before it with the edits put into their words.
func proveOptions(before *input.Input, edits []source.Edit, after *input.Input) error {
	want, err := expected(before, edits)
	if err != nil {
		return err
	}
	got := options(after)
	if len(got) != len(want) {
		return fmt.Errorf("the change would give %d options where %d are meant", len(got), len(want))
	}
	for i := range want {
		if got[i].String() != want[i] {
			return fmt.Errorf("the change would give the option %s where %s is meant", got[i], want[i])
		}
	}
	if before.IsYAML() { // each value of it is proved
		return nil
	}
	return proveLimits(before, edits, after)
}

// proveLimits holds the limits that are read after a change against those before it with the edits in their place.
func proveLimits(before *input.Input, edits []source.Edit, after *input.Input) error {
	was, now := limits(before), limits(after)
	if len(was) != len(now) {
		return fmt.Errorf("the change would give %d limits where %d are meant", len(now), len(was))
	}
	for i, t := range was {
		want := t.String()
		for _, e := range edits {
			if e.Span == t.Span() {
				want = e.New
			}
		}
		if now[i].String() != want {
			return fmt.Errorf("the change would give a limit of %s where %s is meant", now[i], want)
		}
	}
	return nil
}

// limits are those of workloads that stand in the file.
func limits(in *input.Input) []source.Text {
	all := lists.Flat(byPlace(in), func(w *workload.Workload) []source.Text {
		return []source.Text{w.Memory.Text, w.Request.Text, w.CPUs.Text}
	})
	return lists.Where(all, source.Text.Located)
}

// byPlace are the workloads of an input in the order of their places, which edits keep: readers tell those that have
// options first, for one.
func byPlace(in *input.Input) []*workload.Workload {
	return slices.SortedStableFunc(slices.Values(in.Workloads), func(a, b *workload.Workload) int {
		return cmp.Compare(a.At.Span().Start, b.At.Span().Start)
	})
}

// options are those of which at least a part stands in the file, without what the program gets.
func options(in *input.Input) []jvmflag.Option {
	var all []jvmflag.Option
	for _, w := range byPlace(in) {
		behind := map[source.Span]bool{}
		read := w.Command().Resolve(jvmflag.Newest)
		if _, nearly := jvmflag.Nearly(jvmflag.Newest, read.Program.Name); !nearly && !jvmflag.Quoted(read.Program.Name) { // once that is mended, they are options
			behind = lists.Set(lists.Of(read.Arguments, func(o jvmflag.Option) source.Span { return o.Word().Span() }))
		}
		for _, o := range w.Options {
			if behind[o.Word().Span()] {
				continue
			}
			word := o.Word().Written()
			o.Text = o.Text.Written()
			o = o.Written(word)
			if _, own, _ := split(o.Text); own.Located() {
				all = append(all, o)
			}
		}
	}
	return all
}

// split parts what a chart, a script or an operator puts before a word, and what it puts
// behind, from what stands in the file.
func split(w source.Text) (prefix string, own source.Text, suffix string) {
	i, j := 0, w.Len()
	for i < j && !w.Slice(i, i+1).Editable() {
		i++
	}
	for i < j && !w.Slice(j-1, j).Located() {
		j--
	}
	if i < j {
		return w.String()[:i], w.Slice(i, j), w.String()[j:]
	}
	i = 0
	for i < w.Len() && !w.Slice(i, w.Len()).Located() {
		i++
	}
	return w.String()[:i], w.Slice(i, w.Len()), ""
}

func expected(in *input.Input, edits []source.Edit) ([]string, error) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b source.Edit) int {
		return cmp.Or(cmp.Compare(a.Span.File.Name, b.Span.File.Name), b.Span.Start-a.Span.Start)
	})
	var want []string
	used := make([]bool, len(edits))
	for _, o := range options(in) {
		prefix, own, suffix := split(o.Text)
		span, behind := own.Span(), o.Word().Span().After()
		value := own.String()
		var ahead, more []string
		removed, unquoted := false, false
		first, last := touching(edits, o.Word().Span())
		for i := first; i < last; i++ {
			switch e := edits[i]; {
			case e.New == "" && !o.Word().Span().IsZero() && e.Span.Covers(o.Word().Span()):
				removed = true
			case e.Span == o.Word().Span().Front() && strings.ContainsAny(e.New, " \r\n"): // outside the quotes
				ahead = optionsOf(e.New)
			case e.Span == behind:
				added := strings.TrimPrefix(e.New, ",")
				end := strings.IndexAny(added+" ", " \t\r\n")
				value, more = value+added[:end], optionsOf(added[end:])
			case e.New == "" && !own.StandsIn(e.Span) && isQuote(o.Word(), e.Span):
				unquoted = true
			case !own.StandsIn(e.Span):
				continue
			case strings.ContainsAny(e.New, " \t\r\n"):
				return nil, fmt.Errorf("the edit %q is within the quotes of %s", e.New, o)
			case span.String() != own.String():
				return nil, fmt.Errorf("the option %s is quoted within", o.Text.AsWritten())
			default:
				value = value[:e.Span.Start-span.Start] + e.New + value[e.Span.End-span.Start:]
			}
			used[i] = true
		}
		want = append(want, ahead...)
		switch {
		case unquoted:
			want = append(want, strings.Fields(prefix+value+suffix)...)
		case !removed:
			want = append(want, prefix+value+suffix)
		}
		want = append(want, more...)
	}
	for i, u := range used {
		if !u && !in.IsYAML() && !inComment(in, edits[i]) && !slices.ContainsFunc(limits(in), func(t source.Text) bool { return t.Span() == edits[i].Span }) {
			return nil, fmt.Errorf("the edit %q is in no option", edits[i].New)
		}
	}
	return want, nil
}

// isQuote tells one of the quotes around a word.
func isQuote(word source.Text, s source.Span) bool {
	n := word.Len()
	return n > 1 && strings.ContainsAny(word.String()[:1], `"'`) && (s == word.Slice(0, 1).Span() || s == word.Slice(n-1, n).Span())
}

// touching is the part of edits, ordered by files and in each from the last place to the first, that touch a span; all
// of them where it is not known.
func touching(edits []source.Edit, s source.Span) (first, last int) {
	if s.IsZero() {
		return 0, len(edits)
	}
	behind := func(i int, reached bool) bool {
		file := cmp.Compare(edits[i].Span.File.Name, s.File.Name)
		return file > 0 || file == 0 && reached
	}
	first = sort.Search(len(edits), func(i int) bool { return behind(i, edits[i].Span.Start <= s.End) })
	last = sort.Search(len(edits), func(i int) bool { return behind(i, edits[i].Span.End < s.Start) })
	return first, max(first, last)
}

// inComment tells an edit of a comment that is for jvmlint itself.
func inComment(in *input.Input, e source.Edit) bool {
	return slices.ContainsFunc(in.Suppressions, func(s *suppression.Comment) bool {
		return s.Span.Covers(e.Span) || e == s.Remove()
	})
}

// ofProperty is a key with one option, where each has a line of its own.
var ofProperty = lazyregexp.New(`^[A-Za-z][\w-]*(?:\.[\w-]+)+=-`)

var meantFor = lazyregexp.New(`^\d+(-\d*)?:$`)

// optionsOf are the words of an edit that are options; the JDKs that a line is
// meant for, and the sign of an item of a list, are none.
func optionsOf(added string) []string {
	words := slices.DeleteFunc(strings.Fields(added), func(w string) bool { return w == "-" || meantFor.MatchString(w) })
	for i := range words {
		words[i] = strings.Trim(strings.TrimSuffix(words[i], ","), `"'`)
		if key := ofProperty.FindString(words[i]); key != "" {
			words[i] = words[i][len(key)-1:]
		}
	}
	return words
}
