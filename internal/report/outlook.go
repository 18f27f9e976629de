package report

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Outlook is what comes of a workload on the newest of its JDKs that it starts on.
type Outlook struct {
	JDKs      []int  `json:"jdk,omitempty"` // that may run it; none where no JVM does
	Open      bool   `json:"-"`             // nothing names them
	On        int    `json:"-"`             // the one of them
	Collector string `json:"collector,omitempty"`

	// Bytes, the plan those of all its memory pools; 0 where they are not known.
	Heap  int64 `json:"heap,omitempty"`
	Limit int64 `json:"limit,omitempty"`
	Plan  int64 `json:"plan,omitempty"`
}

// Outlook is what comes of the workload. It is computed anew each time.
func (w *Workload) Outlook() Outlook {
	of := w.Predicted.Workload
	if !of.HasJVM() {
		return Outlook{}
	}
	defer w.Predicted.LetGo()
	look := Outlook{JDKs: of.JDK.Candidates, Open: of.JDK.Open, Limit: knownBytes(of.Memory)}
	p := w.Predicted.NewestThatStarts()
	look.On = p.JDK
	if p.JVM == nil {
		return look
	}
	look.Collector, look.Heap = p.JVM.Collector.String(), knownBytes(p.JVM.Heap)
	if budget, ok := p.Budget(); ok {
		look.Plan = budget.Planned()
	}
	return look
}

// JDK says which releases may run it, and on which of several this is what comes of it.
func (o Outlook) JDK() string {
	switch {
	case len(o.JDKs) == 1:
		return lint.Releases(o.JDKs)
	case o.Open:
		return fmt.Sprintf("unknown (%d assumed)", o.On)
	}
	return fmt.Sprintf("%s (%d assumed)", lint.Releases(o.JDKs), o.On)
}

// String says in a line what comes of a workload; it is empty where no JVM runs it.
func (o Outlook) String() string {
	if o.JDKs == nil {
		return ""
	}
	var parts []string
	for _, size := range []struct {
		what string
		n    int64
	}{{"limit", o.Limit}, {"plan", o.Plan}, {"heap", o.Heap}} {
		if size.n > 0 {
			parts = append(parts, size.what+" "+lint.MiB(size.n))
		} else if size.what == "limit" {
			parts = append(parts, "no limit known")
		}
	}
	if o.Collector != "" {
		parts = append(parts, o.Collector)
	}
	return strings.Join(append(parts, "JDK "+o.JDK()), ", ")
}

func knownBytes(v source.Value) int64 {
	if !v.Known() {
		return 0
	}
	return v.N
}
