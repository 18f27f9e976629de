package cli

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// Progress is shown for long work, and taken away at its end; where nobody
// looks there is none.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := showProgress(&out, "reading files:", 2)
		p.step(1)
		time.Sleep(2 * showAfter)
		p.end()
		assert.Contains(t, out.String(), "\r\x1b[Kreading files: 1 of 2")
		assert.True(t, strings.HasSuffix(out.String(), "\r\x1b[K"))

		out.Reset()
		p = showProgress(&out, "reading files:", 2)
		p.end()
		assert.Empty(t, out.String(), "short work")

		step, end := (&app{stderr: &out}).progress("reading files:", 2)
		step(1)
		time.Sleep(2 * showAfter)
		end()
		assert.Empty(t, out.String(), "no terminal")
	})
}
