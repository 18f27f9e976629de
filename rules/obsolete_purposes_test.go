package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// Of each flag that is ignored in a release of the tables, and that another
// release has, the page can say what it did.
func TestPurposes(t *testing.T) {
	for _, jdk := range jvmflag.Tables {
		for flag := range jvmflag.All(jdk) {
			special, _ := jvmflag.LookupSpecial(flag.Name)
			for _, later := range jvmflag.Tables {
				if special.State(later) == jvmflag.Obsolete {
					assert.NotEmpty(t, purposes[flag.Name], flag.Name)
				}
			}
		}
	}
}
