package images

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
)

var update = flag.Bool("update", false, "rewrite testdata/builds.tsv")

// TestBuilds holds names of images, of public charts among others, against what each was taken
// for. A person has looked at each line.
func TestBuilds(t *testing.T) {
	const file = "testdata/builds.tsv"
	golden, err := os.ReadFile(file)
	require.NoError(t, err)
	var got strings.Builder
	for line := range strings.Lines(string(golden)) {
		name, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		fmt.Fprintf(&got, "%s\t%s\n", name, takenFor(Parse(name)))
	}
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got.String()), 0o644))
	}
	assert.Equal(t, string(golden), got.String())
}

// takenFor says what build an image was taken for.
func takenFor(r Reference) string {
	if jvm := Table(nil).OtherJVM(r); jvm != "" {
		return jvm
	}
	b, named := Table(nil).Build(r)
	if !named {
		return "nothing names it"
	}
	words := []string{map[release.Bound]string{
		release.Unnamed: "some update of", release.Newest: "newest of", release.Exactly: "exactly", release.AtMost: "at most",
	}[b.Bound], b.String()}
	if b.Vendor != "" {
		words = append(words, "of "+string(b.Vendor))
	}
	if b.Why != "" {
		words = append(words, "(ended)")
	}
	if OnWindows(r) {
		words = append(words, "on Windows")
	}
	return strings.Join(words, " ")
}

// A wrong expression of a table would stay unseen until an image asks for it.
func TestExpressionsOfTables(t *testing.T) {
	for _, e := range ends() {
		assert.False(t, e.names.MatchString(""))
		last, is := release.Parse(e.last)
		assert.True(t, is, e.last)
		assert.Equal(t, e.release, last.Release, e.last)
	}
	for _, v := range vendorPatterns() {
		assert.False(t, v.in.MatchString(""))
	}
}
