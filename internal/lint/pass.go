package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Pass is what a rule sees: the prediction for one workload on one JDK, and
// where to put what it finds.
type Pass struct {
	*predict.Prediction

	rule     *Rule
	settings Settings
	findings []*Finding
	needs    []Fact
	failures []error
	options  *options // where those of the workload stand; made when a rule asks
}

// NewPass is a pass over a prediction.
func NewPass(p *predict.Prediction) *Pass { return &Pass{Prediction: p} }

// Report adds a finding at the first of the texts that stands in a file. A
// finding that has no place of its own stands where its workload does.
func (p *Pass) Report(at []source.Text, format string, args ...any) *Finding {
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
		if f.Rule == p.rule {
			f.Confidence = Likely
		}
	}
}

// ReportRefusal adds a finding about a refusal to start, at the first of the
// texts that stands in a file, or at the option at fault.
func (p *Pass) ReportRefusal(r *jvmflag.Refusal, at []source.Text, format string, args ...any) *Finding {
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

// Fail records that a rule of a project cannot be worked out: that is a problem
// of its configuration.
func (p *Pass) Fail(err error) { p.failures = append(p.failures, err) }

// AddOption is the edit that puts a further option behind the last one that
// the JVM reads and that stands in a file. There may be none.
func (p *Pass) AddOption(option string) source.Edit {
	for i := len(p.Options.Options) - 1; i >= 0; i-- {
		if o := p.Options.Options[i]; hasNeighbours(o) {
			return AddBehind(o, option)
		}
	}
	return source.Edit{}
}

// AddBehind is the edit that puts a further option behind one that is there,
// outside its quotes. Where each line is an option it gets a line, which begins
// as the other does: with the JDKs that it is meant for.
func AddBehind(o jvmflag.Option, option string) source.Edit {
	if !hasNeighbours(o) {
		return source.Edit{}
	}
	span := o.Word.Span()
	if o.OwnLine {
		return source.Edit{Span: span.After(), New: span.File.LineEnd() + lead(span) + option}
	}
	return source.Edit{Span: span.After(), New: gapOf(o) + quotedAs(o, option)}
}

// hasNeighbours reports whether further options may stand beside one: not beside a size
// that a script puts -Xmx before.
func hasNeighbours(o jvmflag.Option) bool {
	return o.Word.Editable() && (o.OwnLine || o.Text.Len() == 0 || o.Text.Slice(0, 1).Located())
}

// quotedAs is an option in the quotes of another item of its list: JSON takes
// none without.
func quotedAs(o jvmflag.Option, option string) string {
	if quote := o.Word.String()[:1]; o.Comma && strings.Contains(`"'`, quote) && !strings.ContainsAny(option, `\"'`) {
		return quote + option + quote
	}
	return option
}

// gapOf stands between an option and the next on its line.
func gapOf(o jvmflag.Option) string {
	if o.Comma {
		return ", "
	}
	return " "
}

// lead is what stands before an option on its line.
func lead(s source.Span) string {
	line := s.File.Line(s.File.Position(s.Start).Line)
	return string(s.File.Data[line.Start:s.Start])
}

// AddBefore is the edit that puts a further option before one that is there,
// outside its quotes. Where each line is an option it gets a line, which begins
// as the other does.
func AddBefore(o jvmflag.Option, option string) source.Edit {
	if !hasNeighbours(o) {
		return source.Edit{}
	}
	span := o.Word.Span()
	before := source.Span{File: span.File, Start: span.Start, End: span.Start}
	if !o.OwnLine {
		return source.Edit{Span: before, New: quotedAs(o, option) + gapOf(o)}
	}
	return source.Edit{Span: before, New: option + span.File.LineEnd() + lead(span)}
}
