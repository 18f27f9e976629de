package predict

import (
	"path"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/programs"
	"github.com/jvmlint/jvmlint/internal/source"
)

// HeapShare is what the vendor of the program says of its heap; with a name alone if nothing is
// known but that the image has a start script that nobody has read. It tells false for all other
// programs, and where the command line is all that java gets.
func (p *Prediction) HeapShare() (programs.HeapShare, bool) {
	w := p.Workload
	if w.Image.Len() == 0 || w.Whole || w.IsMember {
		return programs.HeapShare{}, false
	}
	reference := images.Parse(w.Image.String())
	if share, known := programs.HeapShareOf(reference.Repository); known {
		return share, true
	}
	image, found := images.Table(nil).Find(reference)
	return programs.HeapShare{Name: path.Base(reference.Repository)}, found && image.Unsized != ""
}

// HeapIsSized reports whether somebody sized this heap here: by an option that
// an image or a chart does not bring of itself.
func (p *Prediction) HeapIsSized() bool {
	set, ok := hotspot.HeapOption(p.Options)
	return p.JVM != nil && ok && set.Option.Text.Located()
}

// HeapText is where the maximum heap size is given: as a size, or as the share that it is computed from.
func (p *Prediction) HeapText() source.Text {
	if p.JVM.Heap.Text.Len() > 0 {
		return p.JVM.Heap.Text
	}
	set, _ := hotspot.HeapOption(p.Options)
	return set.Value
}

// Room is what a heap leaves of the limit, and what the JVM commits at start
// beside the heap, in bytes; 0 where that is not known.
type Room struct {
	Left, Own int64
	Budget    memory.Budget
}

// Crowded reports whether the heap leaves the JVM less than what it commits of its own at start.
func (p *Prediction) Crowded() (Room, bool) {
	if p.JVM == nil || !p.JVM.Heap.Known() || !p.Workload.Memory.Known() {
		return Room{}, false
	}
	r := Room{Left: p.Workload.Memory.N - p.JVM.Heap.N}
	if budget, ok := p.Budget(); ok {
		r.Own, r.Budget = budget.Committed()-p.JVM.InitialHeap.N, budget
	}
	return r, r.Left <= 0 || r.Left < r.Own
}
