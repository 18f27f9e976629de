package repair

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// winnerAmong is the last option that sets the flag of a setting again, found by
// a look at all of them.
func winnerAmong(history []jvmflag.Setting, set jvmflag.Setting) (winner jvmflag.Setting, later bool) {
	behind := false
	for _, other := range history {
		switch {
		case other.Flag.Name != set.Flag.Name, other.Flag.Name == "" && !strings.HasPrefix(other.Option.String(), "-Xms"):
		case other.Option.Text.Same(set.Option.Text) && other.Option.Channel == set.Option.Channel:
			behind = true
		case behind && (!set.Flag.Spelling.List() || strings.Contains(other.Option.String(), ":=")):
			winner, later = other, true
		}
	}
	return winner, later
}

// One pass over the options finds the same winners, with options that come
// twice, as variables that are put in twice do.
func TestWinners(t *testing.T) {
	random := rand.New(rand.NewPCG(20261122, 1))
	words := strings.Fields("-Xmx1g -Xmx2g -Xms1g -Xmn1g -XX:MaxHeapSize=3g -XX:+UseG1GC -XX:-UseG1GC -XX:OnError=a -XX:OnError:=b -XX:NewSize=1g -Xss1m")
	for range 500 {
		var lines []string
		for range 1 + random.IntN(12) {
			lines = append(lines, words[random.IntN(len(words))])
		}
		file := source.NewFile("a.options", []byte(strings.Join(lines, " ")))
		split, err := jvmflag.Words(source.Verbatim(file.Span(0, len(file.Data))))
		assert.NoError(t, err)
		options := jvmflag.OnChannel(jvmflag.CommandLine, split)
		for range random.IntN(4) {
			options = append(options, options[random.IntN(len(options))])
		}
		for _, jdk := range []int{8, 11, 21} {
			history := jvmflag.Resolve(jdk, options).History
			all := settingsOf(history)
			for _, set := range history {
				want, wanted := winnerAmong(history, set)
				got, found := all[set.Flag.Name].winnerOver(set)
				assert.Equal(t, wanted, found, "%d %s: %s", jdk, file.Data, set.Option)
				if wanted {
					assert.Equal(t, want.Option.Text.Place(), got.Option.Text.Place(), "%d %s: %s", jdk, file.Data, set.Option)
				}
			}
		}
	}
}
