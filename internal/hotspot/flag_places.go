package hotspot

// places finds rows by the names of their flags. A start-up asks for some
// hundred flags and a check tries many start-ups: a hash of four bytes is half
// the work of a map's.
type places struct {
	slots []int32 // a row's number from 1 on; 0: free
	rows  []row
}

func newPlaces(rows []row) places {
	size := 1
	for size < 4*len(rows) {
		size *= 2
	}
	p := places{slots: make([]int32, size), rows: rows}
	for i := range rows {
		at := p.slot(rows[i].flag.Name)
		p.slots[at] = int32(i + 1)
	}
	return p
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
	return int(i - 1), i > 0
}
