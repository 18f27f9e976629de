package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCommentAt(t *testing.T) {
	for line, want := range map[string]string{
		`-Xmx1g # the heap`:        `-Xmx1g`,
		`-Dx="a # b" -Xmx1g # c`:   `-Dx="a # b" -Xmx1g`,
		`-Dx='a # b'`:              `-Dx='a # b'`,
		`-Dx=it's # of no use`:     `-Dx=it's`,
		`-Dx=a#b`:                  `-Dx=a#b`,
		`-Xmx1g # it's the heap "`: `-Xmx1g`,
	} {
		assert.Equal(t, want, line[:commentAt(line)], line)
	}
}
