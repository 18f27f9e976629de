package hotspot

import (
	"sync"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// everyRow is the rows of all JDKs, which share most: jvmflag.Rows, then the hidden constants.
var everyRow = sync.OnceValue(func() []row {
	flags := jvmflag.Rows()
	rows := make([]row, 0, len(flags)+len(hidden))
	for i := range flags {
		number, double := defaultOf(&flags[i])
		rows = append(rows, row{flag: &flags[i], number: number, double: double, hash: hash(flags[i].Name)})
	}
	for name, number := range hidden {
		rows = append(rows, row{flag: &jvmflag.Flag{Name: name, Type: jvmflag.Unsigned, Kind: jvmflag.Develop}, number: number})
	}
	return rows
})

// places finds rows by the names of their flags. A start-up asks for some hundred flags and a check tries many
// start-ups: a hash of four bytes is half the work of a map's.
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
	for _, i := range order { // no two have a name in common
		at := p.first(rows[i].hash)
		for p.slots[at] > 0 {
			at = p.next(at)
		}
		p.slots[at] = i + 1
	}
	for i := len(jvmflag.Rows()); i < len(rows); i++ {
		if at := p.slot(rows[i].flag.Name); p.slots[at] == 0 {
			p.slots[at] = uint16(i + 1)
		}
	}
	return p
}

func hash(name string) uint16 {
	n := len(name)
	h := uint32(n)
	if n >= 4 {
		h = (((h*31+uint32(name[n-4]))*31+uint32(name[n-2]))*31+uint32(name[n/2]))*31 + uint32(name[n/4+1])
	}
	return uint16(h * 0x9E3779B1 >> 16)
}

func (p *places) first(hash uint16) int { return int(hash) & (len(p.slots) - 1) }
func (p *places) next(slot int) int     { return (slot + 1) & (len(p.slots) - 1) }

// slot is where a name is, or would be.
func (p *places) slot(name string) int {
	for at := p.first(hash(name)); ; at = p.next(at) {
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
