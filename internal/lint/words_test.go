package lint

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRefuse(t *testing.T) {
	assert.Equal(t, []string{"JDK 8 refuses", "JDK 11 and 21 refuse", "JDK 8, 11 and 17 refuse"},
		[]string{Refuse([]int{8}), Refuse([]int{21, 11, 21}), Refuse([]int{17, 8, 11})})
}
