package reading

import (
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Bounds of what is judged of one file. What people write stays far below them;
// what is written to take time and memory does not.
const (
	mostJVMs       = 5000    // JVMs and members
	mostOptions    = 2000    // of one JVM
	mostOfAllJVMs  = 100_000 // options of all JVMs
	mostOfFewBytes = 1000    // JVMs that take few bytes each; twenty times as many options
)

// bounds are those of a file: what many JVMs share counts for each, and a short file does not hold many.
func (in *Input) bounds() (jvms, options int) {
	size := len(in.File.Data)
	return min(mostJVMs, mostOfFewBytes+size/1000), min(mostOfAllJVMs, 20*mostOfFewBytes+size/10)
}

// bound leaves out what is beyond the bounds, and says so.
func (in *Input) bound() {
	in.options = 0
	for i, w := range in.Workloads {
		if len(w.Options) > mostOptions {
			in.Exceeds(placeOf(w), "%s has more than %d options: it is not judged", w.Name, mostOptions)
			w.Known, w.Options, w.Variables = workload.Nothing, nil, nil
		}
		if !in.room(i, len(w.Options), placeOf(w)) {
			in.Workloads = in.Workloads[:i]
			return
		}
	}
}

// room reports whether a JVM with so many options may come behind others, and says once where one may not.
func (in *Input) room(before, options int, at source.Span) bool {
	in.options += options
	jvms, most := in.bounds()
	if before < jvms && in.options <= most {
		return true
	}
	if !in.over {
		in.over = true
		in.Exceeds(at, "more than %d JVMs and members, or more than %d options in all: from here on they are not judged", jvms, most)
	}
	return false
}

// Room reports whether one more JVM is judged, and says once where it is not.
func (in *Input) Room(w *workload.Workload) bool {
	return in.room(len(in.Workloads), len(w.Options), placeOf(w))
}

// Full reports whether no further JVM is judged: readers may end.
func (in *Input) Full() bool { return in.over }

func placeOf(w *workload.Workload) source.Span {
	if at := w.At.Span(); !at.IsZero() || len(w.Options) == 0 {
		return at.Around()
	}
	return w.Options[0].Text.Span().Around()
}

// tooMuchDone says that a script does more than is followed.
func (in *Input) tooMuchDone(r *scriptRun, whole source.Text) {
	if r.result.Over {
		in.Exceeds(whole.Slice(0, 0).Span(), "the script does more than is followed: the JVMs that it starts are not judged")
	}
}

// tooMuchPut says that variables that hold each other are more than a process can be given, or that scripts do
// more than is followed: nobody knows what the JVM would get. One that waits for something without an end is no
// fault: it is named as any script that cannot be followed.
func (in *Input) tooMuchPut(w *workload.Workload, env *Environment) {
	w.KnowsAtMost(workload.Nothing)
	switch {
	case in.steps > mostContainerSteps:
		in.Exceeds(w.At.Span(), "the scripts of its containers run more than %d commands: the JVM is not judged", mostContainerSteps)
	case env.Over():
		in.Exceeds(w.At.Span(), "the substituted variables take more than %d bytes: the JVM is not judged", mostPut)
	default:
		w.Doubt = in.NotJudged(w.At.Span(), "the script that it starts does more than is followed")
	}
}
