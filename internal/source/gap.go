package source

import "strings"

// Gap stands in a text for what nobody knows here: what a template computes, what
// a command prints. No rule judges it and nobody gets it to see; whatever depends
// on it is not known either.
const Gap = "\uFFFC"

// GapAt is what is not known of what stands at a place.
func GapAt(s Span) Text { return Vague(Gap, s) }

// HasGap reports whether something of a text is not known.
func HasGap(s string) bool { return strings.Contains(s, Gap) }
