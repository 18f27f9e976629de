package advise

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/programs"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// sheetName is what a sheet is called where a message names its file.
const sheetName = "<advice>"

// line is an option on a sheet.
type line struct {
	Option
	channel jvmflag.Channel
	ruled   bool // a fix of a rule put it there
}

// sheet is the options of a workload while they are chosen: a file of its own
// with a line for each, so that rules may judge and mend them as any other.
type sheet struct {
	Wish
	profile Profile
	jdk     int
	before  *predict.Prediction // of the options as they are
	asked   *hotspot.Kind       // the collector that stays; nil: one is to be chosen
	notZGC  string              // why a program that must answer at once is not given ZGC
	brought []jvmflag.Option    // by the image: they stand in no file
	lines   []line
	apart   []Option // options of the launcher with an argument of their own: they decide nothing here
	dropped []Option
	channel jvmflag.Channel // of further options

	share *programs.HeapShare // that the program's vendor allows its heap; nil: the program needs no such care
	was   int64               // bytes of the heap that the options of the files give it; 0: they do not say

	predicted *predict.Predictions // of the lines as they are; nil: they have changed
}

// newSheet takes over the options that are not to be chosen, in their order.
func newSheet(w Wish) *sheet {
	jdk := slices.Max(w.Workload.JDK.Candidates)
	before := w.predict(asBefore(w.Workload, jdk), jdk)
	s := &sheet{Wish: w, jdk: jdk, before: before, channel: jvmflag.CommandLine}
	if share, needs := before.HeapShare(); needs {
		s.share = &share
	}
	if before.HeapIsSized() && before.JVM.Heap.Known() {
		s.was = before.JVM.Heap.N
	}
	resolved := w.Workload.Command().Resolve(jdk)
	forOthers := func(o jvmflag.Option) bool { return !o.For(jdk) }
	options := withoutProgram(slices.DeleteFunc(slices.Clone(w.Workload.Options), forOthers))
	for i := 0; i < len(options); i++ {
		o := options[i]
		if o.Text.Located() && o.Channel != jvmflag.FlagsFile {
			s.channel = o.Channel
		}
		switch {
		case jvmflag.TakesArgument(o.String()) && i+1 < len(options):
			s.apart = append(s.apart, Option{Text: o.String() + " " + options[i+1].String(), Reason: asItWas, Kept: true, Apart: true})
			i++
		case !o.Text.Located():
			s.brought = append(s.brought, o)
		case !s.keepsAll() && chosenHere(resolved, o):
			s.dropped = append(s.dropped, Option{Text: o.String(), Reason: "decided anew"})
		default: // of equal ones the last counts
			s.lines = slices.DeleteFunc(s.lines, func(l line) bool { return l.Text == o.String() })
			s.lines = append(s.lines, line{Option{Text: o.String(), Reason: asItWas, Kept: true}, o.Channel, false})
		}
	}
	return s
}

const asItWas = "as it was"

// withoutProgram leaves out what the launcher runs, and its arguments.
func withoutProgram(options []jvmflag.Option) []jvmflag.Option {
	_, byChannel := lists.By(options, func(o jvmflag.Option) jvmflag.Channel { return o.Channel })
	seen := map[jvmflag.Channel]int{}
	return slices.DeleteFunc(slices.Clone(options), func(o jvmflag.Option) bool {
		seen[o.Channel]++
		return seen[o.Channel] > jvmflag.ProgramAt(byChannel[o.Channel])
	})
}

// predictions are what comes of the lines as they are.
func (s *sheet) predictions() *predict.Predictions {
	if s.predicted == nil {
		s.predicted = predict.For(s.asWorkload(), workload.Facts{})
		s.predicted.Kept, s.predicted.Others = true, s.Others // the next step asks
	}
	return s.predicted
}

// prediction is that on the JDK that is advised for.
func (s *sheet) prediction() *predict.Prediction { return s.predictions().On(s.jdk) }

// asWorkload is the workload with the options of the sheet.
func (s *sheet) asWorkload() *workload.Workload {
	w := asBefore(s.Workload, s.jdk)
	file := source.NewFile(sheetName, []byte(s.text()))
	w.Options = slices.Clone(s.brought)
	at := 0
	for _, l := range s.lines {
		text := source.Verbatim(file.Span(at, at+len(l.Text)))
		w.Options = append(w.Options, jvmflag.Option{Text: text, Channel: l.channel, Evidence: jvmflag.Runs, OwnLine: true})
		at += len(l.Text) + 1
	}
	w.File, w.At, w.Whole, w.Branches, w.Unread = file, source.Text{}, false, false, nil
	w.Variables, w.Known = nil, workload.AllOptions
	return w
}

// set puts an option on the sheet, in place of those that set the same flags.
func (s *sheet) set(option, reason, origin string) {
	s.unset(keyOf(option))
	s.lines = append(s.lines, line{Option{Text: option, Reason: reason, Source: origin}, s.channel, false})
}

// unset takes back what set has put there under a key.
func (s *sheet) unset(key string) {
	s.lines = slices.DeleteFunc(s.lines, func(l line) bool { return keyOf(l.Text) == key })
	s.predicted = nil
}

// fits reports whether the sum is known and leaves the reserve free.
func (s *sheet) fits() bool {
	limit := s.Workload.Memory
	budget, ok := s.prediction().Budget()
	if !ok || !limit.Known() || budget.Planned()+s.probes() > limit.N-limit.N*s.Reserve/100 {
		return false
	}
	heap, live := s.prediction().JVM.Heap.N, s.Workload.Live
	return heap >= leastHeap && (!live.Known() || heap > live.N) && (s.Heap == 0 || heap == s.Heap)
}

// probes is what JVMs of probes take beside this one, but for a heap that they touch because
// the options reach them: what is advised changes those.
func (s *sheet) probes() int64 {
	beside := s.prediction().Beside()
	return beside.Planned - beside.Touched
}

// leastHeap is what no service does without, in bytes.
const leastHeap = 32 << 20

func (s *sheet) drop(i int, reason string) {
	s.dropped = append(s.dropped, Option{Text: s.lines[i].Text, Reason: reason})
	s.lines = slices.Delete(s.lines, i, i+1)
	s.predicted = nil
}

func (s *sheet) has(option string) bool {
	return slices.ContainsFunc(s.lines, func(l line) bool { return l.Text == option })
}

// mend applies a fix to the sheet and says why. It tells false where the fix changes other files, or nothing.
func (s *sheet) mend(file *source.File, f *lint.Finding, fix lint.Fix) bool {
	if len(fix.Edits) == 0 {
		return false
	}
	after, err := file.Apply(fix.Edits)
	if err != nil {
		return false
	}
	before := s.lines
	s.lines, s.predicted = nil, nil
	for text := range strings.Lines(string(after)) {
		for _, option := range split(strings.TrimRight(text, "\n")) {
			if strings.HasPrefix(option, "-XX:+Unlock") && s.has(option) {
				continue // it is there already
			}
			if i := slices.IndexFunc(before, func(l line) bool { return l.Text == option }); i >= 0 {
				s.lines = append(s.lines, before[i])
				continue
			}
			reason := f.Message + ": " + fix.Title
			if strings.HasPrefix(option, "-XX:+Unlock") {
				reason = "unlocks the next options"
			}
			s.lines = append(s.lines, line{Option{Text: option, Reason: reason, Source: "rule " + f.Rule.ID}, s.channel, true})
		}
	}
	for _, l := range before {
		if !s.has(l.Text) && l.Kept {
			s.keepInPlace(before)
			s.dropped = append(s.dropped, Option{Text: l.Text, Reason: fmt.Sprintf("%s: %s", f.Message, fix.Title), Source: "rule " + f.Rule.ID})
		}
	}
	return true
}

// keepInPlace marks what has taken the place of an option that was given: no rule
// would say it again, as what it was about is gone.
func (s *sheet) keepInPlace(before []line) {
	for i := range s.lines {
		if !slices.ContainsFunc(before, func(l line) bool { return l.Text == s.lines[i].Text }) {
			s.lines[i].ruled = false
		}
	}
}

// split parts options that a fix adds together.
func split(text string) []string {
	if text == "" || strings.Contains(text, " -XX:") && !strings.ContainsAny(text, `"'`) {
		return strings.Fields(text)
	}
	return []string{text}
}
