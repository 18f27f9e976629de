package reading

import (
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Kept is what was read once for all files of a run that need it. What each of them is charged for does not depend on it.
type Kept struct {
	scripts *start.Kept
	objects parallel.Repeated[*source.File, []*yamldoc.Node]
}

// mostKept bounds the files whose objects are kept, in bytes. What is kept of one takes some forty times as much.
const mostKept = 256 << 10

// NewKept has kept nothing yet.
func NewKept() *Kept {
	return &Kept{start.NewKept(), parallel.Repeated[*source.File, []*yamldoc.Node]{Room: mostKept}}
}

// Scripts are those that several containers start; nil: none is kept.
func (k *Kept) Scripts() *start.Kept {
	if k == nil {
		return nil
	}
	return k.scripts
}

// Objects are those of a file, which nobody changes; nil with an error.
func (k *Kept) Objects(f *source.File, of func(*source.File) ([]*yamldoc.Node, error)) ([]*yamldoc.Node, error) {
	if k == nil {
		return of(f)
	}
	if known := k.objects.Get(f); known != nil {
		return *known, nil
	}
	objects, err := of(f)
	if err == nil {
		k.objects.Put(f, &objects, len(f.Data))
	}
	return objects, err
}
