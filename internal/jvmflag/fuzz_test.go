package jvmflag

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// inOrder requires words to stand one behind the other in their text.
func inOrder(t *testing.T, s string, words []Word) {
	end := 0
	for _, w := range words {
		span := w.Written.Span()
		require.LessOrEqual(t, end, span.Start)
		require.LessOrEqual(t, span.End, len(s))
		end = span.End
	}
}

func FuzzArgumentWords(f *testing.F) {
	f.Add("-Xmx1g # heap\n\"-Da=b\\tc\" 'x\\\n   y'\n-cp a#b\nc")
	f.Fuzz(func(t *testing.T, s string) { inOrder(t, s, argumentWords(text(s))) })
}

func FuzzSettingsWords(f *testing.F) {
	f.Add("+UseG1GC OnError='a b' # no\n\"x y\nMaxHeapSize=1g")
	f.Fuzz(func(t *testing.T, s string) { inOrder(t, s, settingsWords(text(s))) })
}

// FuzzNumber holds what the releases read of one text against each other.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"0x400m", "-1", "1.5", "8e1", "80.", "99999999999999999999", "0x", "-0x1", "1k", "1e400", ".8", "0x1p4", "inf", "--1"} {
		f.Add(s)
	}
	kinds := []Flag{
		{Type: Unsigned, Spelling: hsUint}, {Type: Unsigned, Spelling: hsUint64}, {Type: Unsigned, Spelling: hsSize},
		{Type: Signed, Spelling: hsInt}, {Type: Signed, Spelling: hsIntx}, {Type: Double, Spelling: hsDouble},
	}
	f.Fuzz(func(t *testing.T, s string) {
		for i := range kinds {
			k := &kinds[i]
			for _, table := range Tables {
				n, d, ok := parseNumber(table, k, s)
				assert.False(t, math.IsNaN(d) || math.IsInf(d, 0), "%d %q", table, s)
				if !ok || table < 21 || k.Type == Double {
					continue
				}
				// What 21 takes fits its type, and 11 takes it too, to the same number.
				least, most := k.Spelling.bounds()
				if negative := strings.HasPrefix(s, "-") && n != 0; negative {
					assert.LessOrEqual(t, -n, least, "%q", s)
				} else {
					assert.LessOrEqual(t, n, most, "%q", s)
				}
				before, _, okBefore := parseNumber(11, k, s)
				assert.True(t, okBefore && before == n || len(s) > longestName, "%q", s)
			}
		}
	})
}

// FuzzResolve reads whole command lines: nothing panics, every setting comes
// from an option, and a JVM that is refused says why.
func FuzzResolve(f *testing.F) {
	for i, line := range cases {
		f.Add(line, byte(i))
	}
	f.Add("@f -XX:Flags=f -XX:VMOptionsFile=f --add-opens=a/b=c -Xlog:gc*:file=x:time -verbose:gc -mx1g -jar", byte(0))
	f.Fuzz(func(t *testing.T, line string, release byte) {
		jdk := Oldest + int(release)%(Newest-Oldest+1)
		words, _ := Words(text(line))
		variable := Variable{Channel: JavaToolOptions, Text: source.Unlocated(line, "fuzzing")}
		options := OnChannel(Channel(release)%(JavaOptions+1), words)
		c := Command{Options: append(options, OnChannel(CommandLine, words)...), Files: testFiles{"f": line}}
		if release%3 == 0 {
			c.Variables = []Variable{variable}
		}
		r := c.Resolve(jdk)
		_, boot := r.Boot()
		for _, refusal := range append(r.Refusals, boot) {
			if refusal != nil {
				require.NotEmpty(t, refusal.Error()+"-")
			}
		}
		require.Equal(t, r.Refusal != nil, len(r.Refusals) > 0)
		for name, set := range r.Settings {
			require.NotEmpty(t, set.Option.String(), name)
		}
		require.LessOrEqual(t, len(r.Settings), len(r.History))
	})
}
