package lint

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Finding is one thing that is wrong, why, and what can be done.
type Finding struct {
	Rule       *Rule
	Severity   Severity
	Confidence Confidence
	Message    string
	Span       source.Span
	Related    []Related
	Notes      []string       // further lines, each with its own breaks
	Details    []string       // the same, for those who ask for all
	Then       []string       // what comes up once it is mended
	Budget     *memory.Budget // the memory sum, where the finding is about it
	Weight     int64          // how bad it is, to be held against the same finding under another JDK
	Fixes      []Fix
	Refusal    *jvmflag.Refusal // the refusal to start that it tells of; nil for others

	Workload *workload.Workload
	JDKs     []int // the candidates it holds on
	On       int   // the one that it was judged under
	Context  string
	Crowded  bool       // its file has several JVMs, and the context names this one
	Also     []*Finding // the same rule at the same place about other workloads: they share what stands there

	Ahead   bool // it tells of the newest release, and is shown though others may be meant
	NoLimit bool // it tells that a container has no memory limit
	ofImage bool // it is about options that only the start script of an image puts there
}

// Related is a place that has a part in a finding.
type Related struct {
	Message string
	Span    source.Span
}

// Safety tells what a fix may change.
type Safety int

const (
	Safe   Safety = iota // the same behaviour
	Unsafe               // another behaviour: nearly all tuning
	Manual               // a person has to choose; it has no edits
)

var safetyNames = [...]string{"safe", "unsafe", "manual"}

func (s Safety) String() string { return safetyNames[s] }

// Fix is one way to mend a finding. The fixes of a finding are alternatives.
type Fix struct {
	Title  string
	Safety Safety
	Edits  []source.Edit
	Sizes  Sized  // what it gives another size, which depends on the other sizes of the container
	Left   string // why it is left to a person, where it would have edits
	Others []Fix  // what it would be on other JDKs that the finding holds on
	Closes string // the number of a port that others reach before it
	Weigh  string // what speaks against it, unless a member of Hazelcast runs: a person decides
}

// TellLeft tells why fixes are left to a person: to all who read the finding where none is automatic, else
// to those who ask for all.
func (f *Finding) TellLeft() {
	automatic := slices.ContainsFunc(f.Fixes, func(x Fix) bool { return len(x.Edits) > 0 })
	for _, x := range f.Fixes {
		switch note := "no automatic fix: " + x.Left; {
		case x.Left == "":
		case automatic:
			f.Detail(fmt.Sprintf("%q is left to you: %s", x.Title, x.Left))
		case !slices.Contains(f.Notes, note):
			f.Note(note)
		}
	}
}

// Because adds a place that has a part in the finding. A text that stands in
// no file is left out: the message must name its origin.
func (f *Finding) Because(t source.Text, message string) *Finding {
	if span := t.Span(); !span.IsZero() && span != f.Span {
		f.Related = append(f.Related, Related{Message: message, Span: span})
	}
	return f
}

// InfoIf lowers the finding to information where something holds.
func (f *Finding) InfoIf(holds bool) {
	if holds {
		f.Severity = Info
	}
}

// CertainIf says that the finding is certain where something holds.
func (f *Finding) CertainIf(holds bool) {
	if holds {
		f.Confidence = Certain
	}
}

// Detail adds lines for those who ask for all.
func (f *Finding) Detail(texts ...string) { f.Details = append(f.Details, texts...) }

// Note adds lines, or tables of lines; an empty one is none.
func (f *Finding) Note(texts ...string) {
	f.Notes = append(f.Notes, lists.Where(texts, func(text string) bool { return text != "" })...)
}

// Sized is what a container and its JVM have a size of that fixes compute from the others.
type Sized int

const (
	NoSize Sized = iota
	HeapSize
	LimitSize
	RequestSize // of what heap and limit come to
)

// SuggestSize is Suggest of another size.
func (f *Finding) SuggestSize(of Sized, title string, edits ...source.Edit) *Finding {
	f.Suggest(Unsafe, title, edits...)
	f.Fixes[len(f.Fixes)-1].Sizes = of
	return f
}

// Suggest adds a fix. Without edits, or where one of them cannot be made
// exactly, a person has to do what the title says.
func (f *Finding) Suggest(safety Safety, title string, edits ...source.Edit) *Finding {
	nowhere := func(e source.Edit) bool { return e.Span.IsZero() }
	if len(edits) == 0 || slices.ContainsFunc(edits, nowhere) {
		safety, edits = Manual, nil
	}
	f.Fixes = append(f.Fixes, Fix{Title: title, Safety: safety, Edits: edits})
	return f
}

// Replace is the edit that puts new text in place of t. Where t cannot be edited exactly it is no edit, and Suggest
// leaves the change to a person. Of a number that a start script puts a unit behind, the number is replaced.
func Replace(t source.Text, text string) source.Edit {
	if pieces := t.Pieces(); len(pieces) == 2 && !pieces[1].Located() {
		if number, same := strings.CutSuffix(text, strings.ToLower(pieces[1].String())); same {
			t, text = pieces[0], number
		}
	}
	if !t.Editable() {
		return source.Edit{}
	}
	return source.Edit{Span: t.Span(), New: text}
}

// evidence tells which findings about a workload rest on text that only looks like
// options of a JVM, or on something that nobody knows here.
type evidence struct {
	doubtful bool   // some of the options only look like some
	perhaps  places // where those stand that a script hands on in some cases only
	sure     places // where the others stand
}

func evidenceOf(w *workload.Workload) evidence {
	e := evidence{doubtful: w.Evidence() == jvmflag.LooksLike}
	for _, o := range w.Options {
		if o.Perhaps {
			e.perhaps.add(o.Text)
		}
		if e.doubtful && o.Evidence > jvmflag.LooksLike {
			e.sure.add(o.Text)
		}
	}
	e.perhaps.sort()
	e.sure.sort()
	return e
}

// settle reports whether a finding is to be told. What rests on text that only looks like options is told by few rules,
// as information, and nothing is edited. How an image tunes the JVM by itself is no information for who uses it.
func (e evidence) settle(f *Finding) bool {
	f.elideGaps()
	if f.tellsGap() || f.ofImage && f.Severity == Info {
		return false
	}
	if f.Severity == Error && e.perhaps.have(f.Span) {
		f.Severity = Warning
		f.Note("it is in a branch that may not be taken")
	}
	if !e.doubtful || e.sure.have(f.Span) && !slices.ContainsFunc(f.Related, func(r Related) bool { return !e.sure.have(r.Span) }) {
		return true
	}
	f.Severity, f.Confidence = Info, Likely
	f.LeaveFixes()
	f.Note("this only looks like JVM options: no JVM is known to read it")
	return f.Rule.OfShape
}

// Spans are where a finding stands, and what has a part in it.
func (f *Finding) Spans() []source.Span {
	return append([]source.Span{f.Span}, lists.Of(f.Related, func(r Related) source.Span { return r.Span })...)
}

// LeaveFixes leaves the fixes to a person.
func (f *Finding) LeaveFixes() {
	f.Fixes = lists.Of(f.Fixes, func(x Fix) Fix { return Fix{Title: x.Title, Safety: Manual} })
}

// elideGaps leaves what nobody knows here out of the words of a refusal, which holds whatever that is.
func (f *Finding) elideGaps() {
	if f.Refusal == nil || source.HasGap(f.Message) {
		return
	}
	for i := range f.Notes {
		f.Notes[i] = strings.ReplaceAll(f.Notes[i], source.Gap, "…")
	}
	for i := range f.Fixes {
		f.Fixes[i].Title = strings.ReplaceAll(f.Fixes[i].Title, source.Gap, "…")
	}
}

// tellsGap reports whether a finding would tell of what nobody knows here.
func (f *Finding) tellsGap() bool {
	return source.HasGap(f.Message) || slices.ContainsFunc(slices.Concat(f.Notes, f.Details), source.HasGap) ||
		slices.ContainsFunc(f.Fixes, func(fix Fix) bool { return source.HasGap(fix.Title) })
}

// places are spans in order, none of which overlaps another.
type places []source.Span

// add adds where each part of a text stands: it may be pieced together from all over a file.
func (p *places) add(t source.Text) {
	parts := lists.Of(t.Pieces(), source.Text.Span)
	*p = append(*p, lists.Where(parts, func(s source.Span) bool { return !s.IsZero() })...)
}

func (p places) sort() { slices.SortFunc(p, order) }

func order(a, b source.Span) int {
	return cmp.Or(cmp.Compare(a.File.Name, b.File.Name), cmp.Compare(a.Start, b.Start))
}

// have reports whether a span begins within one of them.
func (p places) have(s source.Span) bool {
	i := sort.Search(len(p), func(i int) bool { return order(p[i], s) > 0 })
	return i > 0 && p[i-1].File == s.File && s.Start < p[i-1].End
}
