package images

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/imagename"
)

// Knows tells of a flag that only some builds of a JDK from 11 on have whether that of an image does; known is false
// where nobody has looked. Of other flags it tells that all have them.
func Knows(r Reference, flag string) (knows, known bool) {
	for _, f := range catalogue.Facts("Flag of builds") {
		if f.Subject() != flag {
			continue
		}
		if means(Pattern(f.Get("Refused from 11")), "", imagename.Candidates(r.Repository), r.Tag) {
			return false, true
		}
		knows = slices.ContainsFunc(f.Words("Known by"), func(word string) bool {
			return strings.Contains(r.Repository+":"+r.Tag, word)
		})
		return knows, knows
	}
	return true, true
}
