package lazyregexp

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTestsCompileAtOnce(t *testing.T) {
	assert.NotNil(t, New(`a+`).regexp)
	assert.Panics(t, func() { New(`a(`) })
}
