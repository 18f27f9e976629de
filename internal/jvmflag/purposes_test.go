package jvmflag

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Of each flag that is ignored in a release of the tables, and that another
// release has, the page can say what it did.
func TestPurposes(t *testing.T) {
	for _, jdk := range Tables {
		for flag := range All(jdk) {
			special, _ := LookupSpecial(flag.Name)
			for _, later := range Tables {
				if special.State(later) == Obsolete {
					assert.NotEmpty(t, purposes()[flag.Name], flag.Name)
				}
			}
		}
	}
}
