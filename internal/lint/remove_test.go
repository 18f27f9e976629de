package lint

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// What is left when the option -XX:+X is taken out.
func TestRemoveOption(t *testing.T) {
	for _, c := range []struct{ name, before, want string }{
		{"first", "-XX:+X  -Xmx1g", "-Xmx1g"},
		{"between", "-Xmx1g -XX:+X\t-Xss1m", "-Xmx1g\t-Xss1m"},
		{"last", "-Xmx1g -XX:+X \n", "-Xmx1g \n"},
		{"in quotes", `-Xmx1g "-XX:+X" -Xss1m`, "-Xmx1g -Xss1m"},
		{"on a line that goes on", "-Xmx1g \\\n  -XX:+X \\\n  -Xss1m", "-Xmx1g \\\n  -Xss1m"},
		{"first of a line", "-Xmx1g\n-XX:+X -Xss1m", "-Xmx1g\n-Xss1m"},
		{"first line", "-XX:+X\n-Xmx1g", "-Xmx1g"},
		{"alone", "-XX:+X", "-XX:+X"},
		{"something between", "-XX:+X;-Xmx1g", "-XX:+X;-Xmx1g"},
	} {
		f := source.NewFile("f", []byte(c.before))
		words, err := jvmflag.Words(source.Verbatim(f.Span(0, len(c.before))))
		require.NoError(t, err, c.name)
		words = slices.DeleteFunc(words, func(w jvmflag.Word) bool { return w.Text.String() == `\` }) // as readers of files do
		p := &Pass{Prediction: &predict.Prediction{Workload: &workload.Workload{Launch: workload.Launch{Options: jvmflag.OnChannel(jvmflag.CommandLine, words)}}}}
		assert.Equal(t, c.want, without(t, p, f), c.name)
	}
}

func without(t *testing.T, p *Pass, f *source.File) string {
	for _, o := range p.Workload.Options {
		if o.String() != "-XX:+X" {
			continue
		}
		edit := p.RemoveOption(o)
		if edit == (source.Edit{}) {
			break
		}
		data, err := f.Apply([]source.Edit{edit})
		require.NoError(t, err)
		return string(data)
	}
	return string(f.Data)
}

func TestRemoveOwnLine(t *testing.T) {
	for _, c := range []struct{ before, want string }{
		{"-Xmx1g\r\n8-:-XX:+X\r\n-ea\r\n", "-Xmx1g\r\n-ea\r\n"},
		{"\xef\xbb\xbf  -XX:+X\n-Xmx1g\n", "\xef\xbb\xbf-Xmx1g\n"},
		{"-Xmx1g\n-XX:+X", "-Xmx1g\n"},
	} {
		f := source.NewFile("f", []byte(c.before))
		var options []jvmflag.Option
		for _, word := range []string{"-Xmx1g", "-XX:+X", "-ea"} {
			if i := strings.Index(c.before, word); i >= 0 {
				text := source.Verbatim(f.Span(i, i+len(word)))
				options = append(options, jvmflag.Option{Text: text, OwnLine: true})
			}
		}
		assert.Equal(t, c.want, without(t, &Pass{Prediction: &predict.Prediction{Workload: &workload.Workload{Launch: workload.Launch{Options: options}}}}, f), c.before)
	}
}
