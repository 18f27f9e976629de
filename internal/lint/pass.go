package lint

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Pass is what a rule sees: the prediction for one workload on one JDK, and where to put what it finds.
type Pass struct {
	*predict.Prediction

	rule     *Rule
	settings Settings
	findings []*Finding
	needs    []Fact
	failures []error
	options  *options // where those of the workload stand; made when a rule asks
}

func NewPass(p *predict.Prediction) *Pass { return &Pass{Prediction: p} }

// Places are where a finding may stand: the first that is in a file counts.
type Places []source.Text

// Report adds a finding. One that has no place of its own stands where its workload does.
func (p *Pass) Report(at Places, format string, args ...any) *Finding {
	f := &Finding{
		Rule: p.rule, Severity: p.rule.Severity, Confidence: p.rule.Confidence,
		Message: fmt.Sprintf(format, args...), Span: p.Workload.File.Span(0, 0),
		Workload: p.Workload, JDKs: []int{p.JDK},
	}
	f.ofImage = slices.ContainsFunc(at, ofImage) && !slices.ContainsFunc(at, func(t source.Text) bool { return !t.Foremost().IsZero() })
	for _, t := range append(at, p.Workload.At) {
		if span := placeOf(t); !span.IsZero() && !span.File.Aside {
			f.Span = span
			break
		}
	}
	if len(p.findings) == mostFindings {
		panic(enough{})
	}
	p.findings = append(p.findings, f)
	return f
}

// doubtAssumed makes findings likely that rest on a collector which is assumed.
func (p *Pass) doubtAssumed() {
	if p.JVM == nil || p.JVM.Collector.Origin != source.Assumed || !slices.Contains(p.rule.Groups, GroupGC) {
		return
	}
	for _, f := range p.findings {
		f.Confidence = Likely
	}
}

// ReportRefusal adds a finding about a refusal to start: without a place of its own it stands at the option at fault.
func (p *Pass) ReportRefusal(r *jvmflag.Refusal, at Places, format string, args ...any) *Finding {
	f := p.Report(append(at[:len(at):len(at)], r.At), format, args...)
	f.Refusal = r
	if r.Assumed != "" {
		f.Confidence = Likely
		f.Note(r.Assumed + "; on a smaller machine the JVM chooses another collector and starts")
	}
	if r.Unlock != "" && p.Workload.Fragment {
		f.Confidence, f.Severity = Likely, min(f.Severity, Warning)
		f.Note("the template that uses this variable may unlock it first")
	}
	if r.Machine != "" {
		f.Confidence, f.Severity = Likely, min(f.Severity, Warning)
		f.Note("assumed: " + r.Machine + "; on others the JVM starts")
	}
	return f
}

// Needs records that the rule cannot judge for want of these facts.
func (p *Pass) Needs(facts ...Fact) {
	for _, f := range facts {
		if of, is := ofNode[f]; is && p.Machine().Blind {
			f = of
		}
		p.needs = append(p.needs, f)
	}
}

// ofNode are what a JVM takes in place of the limits that it does not see.
var ofNode = map[Fact]Fact{FactMemory: FactNodeMemory, FactCPUs: FactNodeCPUs}

// Fail records that a rule of a project cannot be worked out: that is a problem of its configuration.
func (p *Pass) Fail(err error) { p.failures = append(p.failures, err) }

// AddOption is the edit that puts a further option behind the last one that
// the JVM reads and that stands in a file. There may be none.
func (p *Pass) AddOption(option string) source.Edit {
	for _, o := range slices.Backward(p.Options.Options) {
		if hasNeighbours(o) {
			return AddBehind(o, option)
		}
	}
	return source.Edit{}
}

// AddBehind is the edit that puts a further option behind one that is there.
func AddBehind(o jvmflag.Option, option string) source.Edit {
	if !hasNeighbours(o) {
		return source.Edit{}
	}
	further, between := beside(o, option)
	return source.Edit{Span: o.Word().Span().After(), New: between + further}
}

// AddBefore is the edit that puts a further option before one that is there.
func AddBefore(o jvmflag.Option, option string) source.Edit {
	if !hasNeighbours(o) {
		return source.Edit{}
	}
	further, between := beside(o, option)
	return source.Edit{Span: o.Word().Span().Front(), New: further + between}
}

// hasNeighbours reports whether further options may stand beside one: not beside a size that a script puts -Xmx before.
func hasNeighbours(o jvmflag.Option) bool {
	return o.Word().Editable() && (o.OwnLine || o.Text.Len() == 0 || o.Text.Slice(0, 1).Located())
}

// isAlone reports whether a word is all that stands on its line, and the line before does not go on in it.
func isAlone(word source.Span) bool {
	line := word.FirstLine()
	before := bytes.TrimRight(word.File.Data[:line.Start], " \t\r\n")
	return bytes.Equal(bytes.TrimSpace(word.File.Data[line.Start:line.End]), word.File.Data[word.Start:word.End]) &&
		!bytes.HasSuffix(before, []byte(`\`)) && !bytes.HasSuffix(before, []byte("`"))
}

// beside is a further option as it stands beside another one, outside its quotes, and what stands between the two.
// Where each line is an option, or one has a line for itself, it gets a line, which begins as the other does: with the JDKs that it is meant for. In
// a list it has the same quotes: JSON takes none without.
func beside(o jvmflag.Option, option string) (further, between string) {
	switch word := o.Word().Span(); {
	case o.OwnLine, !o.Comma && isAlone(word):
		return option, word.File.LineEnd() + string(word.Before())
	case !o.Comma:
		return option, " "
	}
	if quote := o.Word().String()[:1]; strings.Contains(`"'`, quote) && !strings.ContainsAny(option, `\"'`) {
		option = quote + option + quote
	}
	return option, ", "
}

// options tells where options stand, without a look at each of them.
type options struct {
	at    map[source.Place]int           // the first of each place
	words map[*source.File][]source.Span // in order of where they begin
}

// FirstAt is where the first option of each place is among some.
func FirstAt(all []jvmflag.Option) map[source.Place]int {
	at := make(map[source.Place]int, len(all))
	for i, o := range slices.Backward(all) {
		at[o.Text.Place()] = i
	}
	return at
}

// OptionAt is the index of the first option of the workload at the place of a text; -1 where none stands there.
func (p *Pass) OptionAt(t source.Text) int {
	if i, ok := p.index().at[t.Place()]; ok {
		return i
	}
	return -1
}

func (p *Pass) index() *options {
	if p.options != nil {
		return p.options
	}
	p.options = &options{FirstAt(p.Workload.Options), map[*source.File][]source.Span{}}
	all := p.options.words
	for _, option := range p.Workload.Options {
		if word := option.Word().Span(); !word.IsZero() {
			all[word.File] = append(all[word.File], word)
		}
	}
	for _, words := range all {
		slices.SortFunc(words, func(a, b source.Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	}
	return p.options
}

// neighbours are the words of options that stand nearest to one in its file.
func (p *Pass) neighbours(word source.Span) (before, after source.Span, alone bool) {
	words := p.index().words[word.File]
	if len(words) == 0 || words[0] == word && words[len(words)-1] == word {
		return before, after, true
	}
	i := sort.Search(len(words), func(i int) bool { return words[i].Start >= word.Start })
	for _, s := range slices.Backward(words[:i]) {
		if s.End <= word.Start {
			before = s
			break
		}
	}
	after, _ = lists.First(words[i:], func(s source.Span) bool { return s.Start >= word.End && s != word })
	return before, after, false
}

// besideReference is a variable right before a word: X="$X -Xmx1g" is X="$X" without it.
var besideReference = lazyregexp.New(`\$(?:\w+|\{\w+\})([ \t]+)$`)

// RemoveOption is the edit that takes an option out: its whole line where each line is one, else the word and the
// blanks between it and a neighbour. There is none where the option stands in no file, and where it has no neighbour:
// what holds nothing but it may have to go as a whole.
func (p *Pass) RemoveOption(o jvmflag.Option) source.Edit {
	word := o.Word().Span()
	if !o.Word().Editable() {
		return source.Edit{}
	}
	before, after, alone := p.neighbours(word)
	switch {
	case alone:
		line := word.File.Line(word.File.LineAt(word.Start)).Start
		m := besideReference.FindSubmatchIndex(word.File.Data[line:word.Start])
		if m == nil {
			return source.Edit{}
		}
		word.Start = line + m[2]
		return source.Edit{Span: word}
	case o.OwnLine && !o.Block:
		return source.Edit{Span: word.WholeLine()}
	}
	switch left, right := nearness(before, word, o.Comma), nearness(word, after, o.Comma); {
	case left > 0 && left >= right:
		word.Start = before.End
	case right > 0:
		word.End = after.Start
	default:
		return source.Edit{}
	}
	return source.Edit{Span: word}
}

// RemoveOptions are the edits that take out two options of which the first is read first. Of two that stand side by side
// there is one edit, and none where nothing else stands there.
func (p *Pass) RemoveOptions(first, second jvmflag.Option) []source.Edit {
	from, to := first.Word().Span(), second.Word().Span()
	if from.File != to.File || from.Start > to.Start || first.OwnLine || nearness(from, to, second.Comma) < 2 {
		return []source.Edit{p.RemoveOption(first), p.RemoveOption(second)}
	}
	return []source.Edit{p.RemoveOption(second.Written(source.Verbatim(from.File.Span(from.Start, to.End))))}
}

// nearness is 2 of words with nothing but blanks between them, and in a list a comma, 1 where the line that goes on ends
// there, too, and 0 of others.
func nearness(a, b source.Span, comma bool) int {
	if a.IsZero() || b.IsZero() {
		return 0
	}
	s := string(a.File.Data[a.End:b.Start])
	if comma {
		s = strings.Replace(s, ",", " ", 1)
	}
	switch {
	case s == "" || strings.Trim(s, " \t\r\n\\") != "":
		return 0
	case strings.Trim(s, " \t") != "":
		return 1
	}
	return 2
}
