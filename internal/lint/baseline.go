package lint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Baseline lists findings that somebody has taken over for now, in order.
type Baseline []Adopted

// Adopted are the findings of a rule that say the same of the same text: how often it is so. Lines and columns are no
// part of it, so that it outlives changes elsewhere in the file.
type Adopted struct {
	Rule     string `json:"rule"`
	File     string `json:"file"`
	Workload string `json:"workload"`
	Text     string `json:"text"`
	Count    int    `json:"count"`
}

// Naming is how a baseline names what findings are about.
type Naming struct {
	File func(name string) string // as seen from the baseline
	Text func(source.Span) string // without secrets

	AnyWorkload bool // the same of another workload is the same
}

func (n Naming) of(f *Finding) Adopted {
	a := Adopted{Rule: f.Rule.ID, File: n.File(f.Span.File.Name), Workload: f.Workload.Name, Text: n.words(f.Span)}
	if n.AnyWorkload {
		a.Workload = ""
	}
	return a
}

// Words are those of a file, among which the text of a finding stands while the file has it.
func (n Naming) Words(f *source.File) string { return n.words(f.Span(0, len(f.Data))) }

// words is the text at a place, whole words of it with single blanks between
// them: however its file quotes and indents it. What has no text has no words.
func (n Naming) words(at source.Span) string {
	if at.Len() == 0 {
		return ""
	}
	data, ends := string(at.File.Data), " \t\r\n\"'`,[]{}"
	start, end := at.Start, at.End
	if strings.IndexByte(ends, data[start]) < 0 {
		start = strings.LastIndexAny(data[:start], ends) + 1
	}
	if strings.IndexByte(ends, data[end-1]) < 0 {
		if n := strings.IndexAny(data[end:], ends); n >= 0 {
			end += n
		} else {
			end = len(data)
		}
	}
	words := strings.FieldsFunc(n.Text(at.File.Span(start, end)), func(r rune) bool { return r < 128 && strings.IndexByte(ends+`\`, byte(r)) >= 0 })
	return strings.Join(words, " ")
}

// Adopt takes the findings out of a result that the baseline lists, of those that it holds for; nil: of all. Rest is
// what it lists beyond them.
func (b Baseline) Adopt(result *Result, naming Naming, holds func(*Finding) bool) (rest Baseline) {
	open := b.counts()
	result.Findings = lists.Where(result.Findings, func(f *Finding) bool {
		a := naming.of(f)
		adopted := open[a] > 0 && (holds == nil || holds(f))
		if adopted {
			open[a]--
			result.Adopted++
		}
		return !adopted
	})
	return listOf(open)
}

func (b Baseline) With(findings []*Finding, naming Naming) Baseline {
	counts := b.counts()
	for _, f := range findings {
		counts[naming.of(f)]++
	}
	return listOf(counts)
}

func (b Baseline) counts() map[Adopted]int {
	all := map[Adopted]int{}
	for _, a := range b {
		n := a.Count
		a.Count = 0
		all[a] += n
	}
	return all
}

func listOf(counts map[Adopted]int) (b Baseline) {
	for a, n := range counts {
		if a.Count = n; n > 0 {
			b = append(b, a)
		}
	}
	slices.SortFunc(b, func(x, y Adopted) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Workload, y.Workload), cmp.Compare(x.Text, y.Text))
	})
	return b
}

// KeepTouched takes the findings out of a result that a change has no part in:
// of which it touches neither the place nor one of those that have a part in it,
// and that it does not bring about either, as brought tells of such findings.
func (r *Result) KeepTouched(touches func(source.Span) bool, brought func([]*Finding) []*Finding) {
	others := lists.Where(r.Findings, func(f *Finding) bool {
		return !slices.ContainsFunc(lists.Flat(f.Spans(), writtenOn), touches)
	})
	if len(others) == 0 {
		return
	}
	kept := brought(others)
	r.Untouched += len(others) - len(kept)
	r.Findings = lists.Where(r.Findings, func(f *Finding) bool {
		return !slices.Contains(others, f) || slices.Contains(kept, f)
	})
}

// NewSince are those of some findings that were not among the ones of before: each of before stands for one of the
// same rule, file and words, first of the same workload, then of any, which may have another name now.
func NewSince(before, findings []*Finding) []*Finding {
	naming := Naming{File: func(name string) string { return name }, Text: source.Span.String}
	left := &Result{Findings: findings}
	known := Baseline(nil).With(before, naming).Adopt(left, naming, nil)
	for i := range known {
		known[i].Workload = ""
	}
	naming.AnyWorkload = true
	known.Adopt(left, naming, nil)
	return left.Findings
}
