package fix

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/source"
)

// proveOptions holds the options that are read after a change against those
// before it with the edits put into their words.
func proveOptions(before *source.File, edits []source.Edit, after *source.File) error {
	want, err := expected(before, edits)
	if err != nil {
		return err
	}
	got := words(after)
	if len(got) != len(want) {
		return fmt.Errorf("the change would give %d options where %d are meant", len(got), len(want))
	}
	for i := range want {
		if got[i].String() != want[i] {
			return fmt.Errorf("the change would give the option %s where %s is meant", got[i], want[i])
		}
	}
	return nil
}

func words(f *source.File) []source.Text {
	var texts []source.Text
	for _, w := range input.Read(f).Workloads {
		for _, o := range w.Options {
			texts = append(texts, o.Text)
		}
	}
	return texts
}

func expected(before *source.File, edits []source.Edit) ([]string, error) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b source.Edit) int { return b.Span.Start - a.Span.Start })
	var want []string
	used := make([]bool, len(edits))
	for _, w := range words(before) {
		span := w.Span()
		value := w.String()
		for i, e := range edits {
			if !span.Covers(e.Span) {
				continue
			}
			if span.String() != w.String() {
				return nil, fmt.Errorf("the option %s is quoted within", w)
			}
			value = value[:e.Span.Start-span.Start] + e.New + value[e.Span.End-span.Start:]
			used[i] = true
		}
		want = append(want, strings.Fields(value)...)
	}
	for i, u := range used {
		if !u {
			return nil, fmt.Errorf("the edit %q stands in no option", edits[i].New)
		}
	}
	return want, nil
}
