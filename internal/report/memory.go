package report

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Memory is a budget as outputs show it, its reasons without secrets, and the limit over it.
type Memory struct {
	memory.Budget
	Limit  source.Value
	Beside int64 // bytes of it that other JVMs of the container may take
}

// MemoryOf is the budget of a workload to be shown.
func MemoryOf(b memory.Budget, w *workload.Workload) *Memory {
	return SecretsOfWorkload(w).memory(b, w.Memory)
}

func (s Secrets) memory(b memory.Budget, limit source.Value) *Memory {
	b.Pools = slices.Clone(b.Pools)
	for i := range b.Pools {
		b.Pools[i].Why = s.hide(b.Pools[i].Why)
	}
	return &Memory{Budget: b, Limit: limit}
}

// Table has a row for each pool, and the sum.
func (m *Memory) Table() string {
	return Table(append([][]string{{"pool", "at start", "planned", "at most", "kind", "why"}}, m.Rows()...))
}

// Rows are those of the table, without its header.
func (m *Memory) Rows() (rows [][]string) {
	for _, pool := range m.Pools {
		rows = append(rows, []string{pool.Name, lint.MiB(pool.Committed), lint.MiB(pool.Planned), lint.MiB(pool.Ceiling), pool.Kind.String(), Show(pool.Why)})
	}
	return append(rows, []string{"sum", lint.MiB(m.Committed()), lint.MiB(m.Planned()), lint.MiB(m.Ceiling()), "", ""})
}

// Spare says what is left of the limit, or lacks.
func (m *Memory) Spare() (text string, fits bool) {
	if left := m.Limit.N - m.Beside - m.Planned(); left >= 0 {
		return lint.MiB(left) + " to spare", true
	}
	return lint.MiB(m.Planned()+m.Beside-m.Limit.N) + " too little", false
}
