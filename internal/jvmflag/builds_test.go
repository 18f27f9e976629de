package jvmflag

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A wrong expression of the table would stay unseen until an option asks for it.
func TestExpressionsOfBuilds(t *testing.T) {
	for _, b := range builds() {
		assert.False(t, b.flags.MatchString(""), b.Name)
		if b.words != nil {
			assert.False(t, b.words.MatchString(""), b.Name)
		}
	}
}
