package release

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestChoose(t *testing.T) {
	var got []string
	for _, jdk := range []int{8, 11, 16, 17, 21, 26} {
		got = append(got, Choose(jdk, Since(11, "11"), Since(17, "17"), Since(21, "21")))
	}
	assert.Equal(t, []string{"11", "11", "11", "17", "21", "21"}, got)
}
