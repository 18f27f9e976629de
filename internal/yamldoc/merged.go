package yamldoc

import "github.com/jvmlint/jvmlint/internal/source"

// Borrow gives a node to put into a mapping or a sequence that is merged from
// several: it stands where it did, and has another parent.
func (n *Node) Borrow() *Node { return &Node{target: n.real()} }

// MergedMapping is a mapping that a program merges from several, without entries
// so far. Nothing can be added to it in a file: at is where the one stands that
// it begins with.
func MergedMapping(at source.Span) *Node { return ForeignMapping(at, Writing{}) }

// MergedSequence is the same for a sequence.
func MergedSequence(at source.Span) *Node { return ForeignSequence(at) }
