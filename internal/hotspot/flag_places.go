package hotspot

import (
	"sync"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// everyRow is the rows of all JDKs, which share most: jvmflag.Rows, then the
// hidden constants.
var everyRow = sync.OnceValue(func() []row {
	flags := jvmflag.Rows()
	rows := make([]row, 0, len(flags)+len(hidden))
	for i := range flags {
		number, double := defaultOf(&flags[i])
		rows = append(rows, row{flag: &flags[i], number: number, double: double})
	}
	for name, number := range hidden {
		rows = append(rows, row{flag: &jvmflag.Flag{Name: name, Type: jvmflag.Unsigned, Kind: jvmflag.Develop}, number: number})
	}
	return rows
})

// places finds rows by the names of their flags. A start-up asks for some
// hundred flags and a check tries many start-ups: a hash of four bytes is half
// the work of a map's.
type places struct {
	slots []uint16 // a row's number from 1 on; 0: free
	rows  []row
}

// placesOf are those of a JDK, and of hidden constants that are no flags of it.
func placesOf(jdk int) places {
	rows, order := everyRow(), jvmflag.Order(jdk)
	size := 1
	for size < 4*len(order) {
		size *= 2
	}
	p := places{slots: make([]uint16, size), rows: rows}
	for _, i := range order {
		p.add(int(i))
	}
	for i := len(jvmflag.Rows()); i < len(rows); i++ {
		p.add(i)
	}
	return p
}

func (p *places) add(i int) {
	if at := p.slot(p.rows[i].flag.Name); p.slots[at] == 0 {
		p.slots[at] = uint16(i + 1)
	}
}

// slot is where a name is, or would be.
func (p *places) slot(name string) int {
	n := len(name)
	hash := uint32(n)
	if n >= 4 {
		hash = (((hash*31+uint32(name[n-4]))*31+uint32(name[n-2]))*31+uint32(name[n/2]))*31 + uint32(name[n/4+1])
	}
	hash *= 0x9E3779B1
	for at := int(hash>>16) & (len(p.slots) - 1); ; at = (at + 1) & (len(p.slots) - 1) {
		if i := p.slots[at]; i == 0 || p.rows[i-1].flag.Name == name {
			return at
		}
	}
}

// of is the number of the row of a name, if there is one.
func (p *places) of(name string) (int, bool) {
	i := p.slots[p.slot(name)]
	return int(i) - 1, i > 0
}
