package lint

import (
	"fmt"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Pass is what a rule sees: one workload under one JDK, what its options come
// to, and what will happen.
type Pass struct {
	Workload   *workload.Workload
	JDK        int
	Options    *jvmflag.Resolution
	Start      hotspot.Verdict
	JVM        *hotspot.JVM          // nil where it does not start, or where the input does not say how it is started
	Elsewhere  []string              // why the GC log is not of this JVM: nothing that it measured counts
	Heartbeats *hazelcast.Heartbeats // nil for a program other than a Hazelcast member

	rule     *Rule
	settings Settings
	findings []*Finding
	needs    []Fact
	failures []error
	budget   func() (hotspot.Budget, bool) // nil until a rule asks
}

// Report adds a finding at the first of the texts that stands in a file. A
// finding that has no place of its own stands where its workload does.
func (p *Pass) Report(at []source.Text, format string, args ...any) *Finding {
	f := &Finding{
		Rule: p.rule, Severity: p.rule.Severity, Confidence: p.rule.Confidence,
		Message: fmt.Sprintf(format, args...), Span: p.Workload.File.Span(0, 0),
		Workload: p.Workload, JDKs: []int{p.JDK},
	}
	for _, t := range append(at, p.Workload.At) {
		if span := t.Span(); !span.IsZero() && !span.File.Aside {
			f.Span = span
			break
		}
	}
	p.findings = append(p.findings, f)
	return f
}

// ReportRefusal adds a finding about a refusal to start, at the first of the
// texts that stands in a file, or at the option at fault.
func (p *Pass) ReportRefusal(r *jvmflag.Refusal, at []source.Text, format string, args ...any) *Finding {
	f := p.Report(append(at[:len(at):len(at)], r.At), format, args...)
	f.Refusal = r
	if r.Assumed != "" {
		f.Confidence = Likely
		f.Note(r.Assumed + "; a smaller machine takes another collector, and starts")
	}
	return f
}

// Refusals are all that keep the JVM from starting: the options that the
// reader refuses, or what comes of options that it reads.
func (p *Pass) Refusals() []*jvmflag.Refusal {
	if len(p.Options.Refusals) == 0 && p.Start.Refusal != nil {
		return []*jvmflag.Refusal{p.Start.Refusal}
	}
	return p.Options.Refusals
}

// Needs records that the rule cannot judge for want of these facts.
func (p *Pass) Needs(facts ...Fact) {
	p.needs = append(p.needs, facts...)
}

// Fail records that a rule of a project cannot be worked out: that is a problem
// of its configuration.
func (p *Pass) Fail(err error) { p.failures = append(p.failures, err) }

// OptionText is the whole option that sets a flag; empty where none does.
func (p *Pass) OptionText(flag string) source.Text {
	s, _ := p.Options.Set(flag)
	return s.Option.Text
}

// AddOption is the edit that puts a further option behind the last one that
// the JVM reads and that stands in a file. There may be none.
func (p *Pass) AddOption(option string) source.Edit {
	for i := len(p.Options.Options) - 1; i >= 0; i-- {
		if o := p.Options.Options[i]; o.Word.Editable() {
			return AddBehind(o, option)
		}
	}
	return source.Edit{}
}

// AddBehind is the edit that puts a further option behind one that is there,
// outside its quotes. Where each line is an option it gets a line, which begins
// as the other does: with the JDKs that it is meant for.
func AddBehind(o jvmflag.Option, option string) source.Edit {
	if !o.Word.Editable() {
		return source.Edit{}
	}
	span := o.Word.Span()
	if o.OwnLine {
		return source.Edit{Span: span.After(), New: span.File.LineEnd() + lead(span) + option}
	}
	return source.Edit{Span: span.After(), New: gapOf(o) + quotedAs(o, option)}
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
	if !o.Word.Editable() {
		return source.Edit{}
	}
	span := o.Word.Span()
	before := source.Span{File: span.File, Start: span.Start, End: span.Start}
	if !o.OwnLine {
		return source.Edit{Span: before, New: quotedAs(o, option) + gapOf(o)}
	}
	return source.Edit{Span: before, New: option + span.File.LineEnd() + lead(span)}
}

// Program is what the models need to know of the program.
func (p *Pass) Program() hotspot.Program {
	return hotspot.Program{Hazelcast: p.Workload.IsMember, Threads: p.Workload.Threads, Measured: p.Workload.NativeMemory}
}

// LiveData is what the models need to know of what a full GC must keep.
func (p *Pass) LiveData() hotspot.LiveData {
	return hotspot.LiveData{Live: p.Workload.Live, Hazelcast: p.Workload.IsMember}
}

// assumedCPUs stand in where nobody says how many there are: the collector's
// and the compilers' memory hang on them a little, by about 20 MB each.
const assumedCPUs = 8

// BudgetMachine is the machine that memory is added up for.
func (p *Pass) BudgetMachine() hotspot.Machine {
	m := p.Workload.Machine()
	if !m.CPUs.Known() {
		m.CPUs = source.Value{N: assumedCPUs, Origin: source.Assumed, Why: "assumed"}
	}
	return m
}

// Budget adds up the memory of the process. It tells false where the heap is
// not known.
func (p *Pass) Budget() (hotspot.Budget, bool) {
	if p.budget == nil {
		p.budget = sync.OnceValues(p.addUpMemory)
	}
	return p.budget()
}

func (p *Pass) addUpMemory() (hotspot.Budget, bool) {
	if p.JVM == nil {
		return hotspot.Budget{}, false
	}
	if p.Workload.CPUs.Known() {
		return p.JVM.Budget(p.Options, p.Program())
	}
	return p.budgetOn(p.BudgetMachine()) // it is predicted for any number
}

func (p *Pass) budgetOn(m hotspot.Machine) (hotspot.Budget, bool) {
	jvm, refusal := hotspot.Predict(p.Options, m)
	if refusal != nil {
		return hotspot.Budget{}, false
	}
	return jvm.Budget(p.Options, p.Program())
}

// LeastBudget adds up the memory on as few CPUs as a server has, where nobody
// says how many there are.
func (p *Pass) LeastBudget() (hotspot.Budget, bool) {
	m := p.BudgetMachine()
	if p.JVM == nil || m.CPUs.Origin != source.Assumed {
		return p.Budget()
	}
	m.CPUs.N = hotspot.ServerCPUs
	return p.budgetOn(m)
}
