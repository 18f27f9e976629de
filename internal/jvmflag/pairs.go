package jvmflag

import "sync"

// pairIndex finds the flags of a JDK by two adjacent letters of their names.
type pairIndex struct {
	order []uint16            // as Order
	pairs map[uint16][]uint16 // places in order, one for each time that the pair stands in the name
}

var pairIndexes sync.Map // of a release, made when somebody misspells a flag

func indexOf(table int) *pairIndex {
	if have, ok := pairIndexes.Load(table); ok {
		return have.(*pairIndex)
	}
	index := &pairIndex{order: Order(table), pairs: map[uint16][]uint16{}}
	for at, row := range index.order {
		name := flags[row].Name
		for i := range len(name) - 1 {
			p := pairAt(name, i)
			index.pairs[p] = append(index.pairs[p], uint16(at))
		}
	}
	have, _ := pairIndexes.LoadOrStore(table, index)
	return have.(*pairIndex)
}

// pairAt is the letter at a place and the next one.
func pairAt(s string, i int) uint16 { return uint16(s[i])<<8 | uint16(s[i+1]) }
