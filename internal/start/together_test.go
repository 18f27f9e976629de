package start

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// TestTogether joins the words of two launches of one command. A word that the run has lost the place of is the same as
// one with its place: an option file that repeats --add-exports gave the option without its argument.
func TestTogether(t *testing.T) {
	file := source.NewFile("jvm.options", []byte("--add-exports a/b=c\n--add-exports d/e=f\n"))
	at := func(start, end int) Word { return Word{Text: source.Verbatim(file.Span(start, end))} }
	lost := func(text string) Word { return Word{Text: source.Unlocated(text, "lost"), loose: true} }
	option, first, again, second := at(0, 13), at(14, 19), at(20, 33), at(34, 39)
	for _, c := range []struct {
		name                string
		have, further, want []Word
	}{
		{"equal", []Word{option, first}, []Word{option, first}, []Word{option, first}},
		{"further words go to their places", []Word{option, first}, []Word{option, first, again, second}, []Word{option, first, again, second}},
		{"one side has lost places", []Word{lost("--add-exports"), first, lost("--add-exports"), second}, []Word{option, first, again, second},
			[]Word{lost("--add-exports"), first, lost("--add-exports"), second}},
		{"the other has", []Word{option, first, again, second}, []Word{lost("--add-exports"), first, lost("--add-exports"), second},
			[]Word{option, first, again, second}},
		{"other words at other places", []Word{option, first}, []Word{again, second}, []Word{again, second, option, first}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, together(c.have, c.further))
		})
	}
}
