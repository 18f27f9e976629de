package findings

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// marked makes a file and a finding out of text in which ⟦ ⟧ enclose its
// place and ‹label|...› a related one.
func marked(name, text string) *lint.Finding {
	f := &lint.Finding{Rule: &lint.Rule{}, Workload: &workload.Workload{}}
	var data []byte
	token := regexp.MustCompile(`⟦|⟧|‹([^|]*)\||›`)
	var open []int // related places
	at := 0
	for _, m := range token.FindAllStringSubmatchIndex(text, -1) {
		data = append(data, text[at:m[0]]...)
		at = m[1]
		switch text[m[0]:m[1]] {
		case "⟦":
			f.Span.Start = len(data)
		case "⟧":
			f.Span.End = len(data)
		case "›":
			f.Related[open[len(open)-1]].Span.End = len(data)
			open = open[:len(open)-1]
		default:
			open = append(open, len(f.Related))
			f.Related = append(f.Related, lint.Related{Message: text[m[2]:m[3]], Span: source.Span{Start: len(data)}})
		}
	}
	f.Span.File = source.NewFile(name, append(data, text[at:]...))
	for i := range f.Related {
		f.Related[i].Span.File = f.Span.File
	}
	return f
}

// beside is a finding with the related places of another.
func beside(f, other *lint.Finding) *lint.Finding {
	f.Related = append(f.Related, other.Related...)
	return f
}

func snippetOf(f *lint.Finding, style report.Style) string {
	return Snippet(report.FindingOf(f).Source(report.MostCells), style)
}

func TestSnippet(t *testing.T) {
	long := strings.Repeat("-Da=b ", 40)
	for _, c := range []struct {
		name  string
		marks *lint.Finding
		want  string
	}{
		{"one mark", marked("f", "a\n-Xmx⟦1g⟧ -ea\n"), `
 2 | -Xmx1g -ea
   |     ^^
`},
		{"a label behind its mark", marked("f", "-Xmx‹heap size set here|9g› -XX:G1HeapRegionSize=⟦4m⟧"), `
 1 | -Xmx9g -XX:G1HeapRegionSize=4m
   |     -- heap size set here   ^^
`},
		{"a label below its mark", marked("f", "-Xmx‹heap size set here|9g› -Xss⟦1m⟧"), `
 1 | -Xmx9g -Xss1m
   |     --     ^^
   |     heap size set here
`},
		{"labels of one place", marked("f", "-Xmx‹one|‹two|9g›› ⟦-ea⟧"), `
 1 | -Xmx9g -ea
   |     -- ^^^
   |     two
   |     one
`},
		{"labels of one place at the end", marked("f", "-Xmx⟦‹one|‹two|9g››⟧"), `
 1 | -Xmx9g
   |     ^^ one
   |     two
`},
		{"a label that fits", marked("f", "‹heap|-Xmx9g›                     ⟦-ea⟧"), `
 1 | -Xmx9g                     -ea
   | ------ heap                ^^^
`},
		{"labels of several marks", marked("f", "‹one|-Xa› ‹two|-Xb› ‹three|-Xc› ⟦-Xd⟧"), `
 1 | -Xa -Xb -Xc -Xd
   | --- --- --- ^^^
   | |   |   three
   | |   two
   | one
`},
		{"the last label stands behind", marked("f", "⟦-Xa⟧ ‹two|-Xb› ‹three|-Xc›"), `
 1 | -Xa -Xb -Xc
   | ^^^ --- --- three
   |     two
`},
		{"a mark within another", marked("f", "⟦-Xmx‹size|9g› -Xms9g⟧"), `
 1 | -Xmx9g -Xms9g
   | ^^^^^^^^^^^^^
   |     size
`},
		{"two marks on one place", marked("f", "-Xmx‹heap|⟦9g⟧›"), `
 1 | -Xmx9g
   |     ^^ heap
`},
		{"several lines", marked("f", "‹limit|10Gi›\n\n\n\n\n\n\n\n\n-Xmx⟦9g⟧"), `
  1 | 10Gi
    | ---- limit
 10 | -Xmx9g
    |     ^^
`},
		{"several files", beside(marked("values.yaml", "\nopts: ⟦-Xmx9g⟧"), marked("limits.yaml", "memory: ‹limit|10Gi›")), `
 2 | opts: -Xmx9g
   |       ^^^^^^
 --> limits.yaml:1:9
   |
 1 | memory: 10Gi
   |         ---- limit
`},
		{"over several lines it is shown on the first", marked("f", "a: ⟦b\n  c⟧\n"), `
 1 | a: b
   |    ^
`},
		{"an empty span", marked("f", "-Xmx9g⟦⟧ -ea"), `
 1 | -Xmx9g -ea
   |       ^
`},
		{"the end of the line", marked("f", "-Xmx9g⟦⟧\r\n-ea"), `
 1 | -Xmx9g
   |       ^
`},
		{"the line end itself", marked("f", "-Xmx9g\r⟦\n⟧-ea"), `
 1 | -Xmx9g
   |       ^
`},
		{"an empty file", marked("f", "⟦⟧"), `
 1 | 
   | ^
`},
		{"a byte order mark", marked("f", "⟦⟧\ufeff-Xmx9g"), `
 1 | -Xmx9g
   | ^
`},
		{"wide characters", marked("f", "-Da=日本語 -Xmx⟦9g⟧"), `
 1 | -Da=日本語 -Xmx9g
   |                ^^
`},
		{"a mark under wide characters", marked("f", "-Da=⟦日本語⟧ -ea"), `
 1 | -Da=日本語 -ea
   |     ^^^^^^
`},
		{"emoji", marked("f", "-Da=😀 -Xmx⟦9g⟧"), `
 1 | -Da=😀 -Xmx9g
   |            ^^
`},
		{"combining marks take no cell", marked("f", "-Da=e\u0301o\u0308 -Xmx⟦9g⟧"), `
 1 | -Da=` + "e\u0301o\u0308" + ` -Xmx9g
   |            ^^
`},
		{"tabs stay tabs", marked("f", "\tjavaOpts:\t-Xmx⟦9g⟧"), `
 1 | ` + "\tjavaOpts:\t-Xmx9g" + `
   | ` + "\t         \t    ^^" + `
`},
		{"control characters do not reach the terminal", marked("f", "-Da=\x1b[31m\u009b\x00\x7f\r -Xmx⟦9g⟧"), `
 1 | -Da=·[31m···· -Xmx9g
   |                   ^^
`},
		{"bytes that are no text", marked("f", "-Da=\xff\xc5 -Xmx⟦9g⟧"), `
 1 | -Da=` + "\ufffd\ufffd" + ` -Xmx9g
   |            ^^
`},
		{"a secret keeps its width", marked("f", "-Dpassword=żółw -Xmx⟦9g⟧"), `
 1 | -Dpassword=**** -Xmx9g
   |                     ^^
`},
		{"a long line", marked("f", "‹heap|-Xmx9g› "+long+"⟦-ea⟧ "+long), `
 1 | -Xmx9g -Da=b -Da=b -Da=b -…b -Da=b -Da=b -Da=b -ea -Da=b -Da=b -Da=b -…
   | ------ heap                                    ^^^
`},
		{"a long mark of a long line", marked("f", long+"⟦-Xmx"+strings.Repeat("9", 80)+"g⟧"), `
 1 | …-Da=b -Da=b -Xmx999999999999999999999999…999999999999999999999999999g
   |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
`},
		{"the end of a long line", marked("f", long+"-Xmx⟦9g⟧"), `
 1 | …b -Da=b -Da=b -Da=b -Xmx9g
   |                          ^^
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, strings.TrimPrefix(c.want, "\n"), snippetOf(c.marks, false))
			assert.Equal(t, snippetOf(c.marks, false), uncoloured(snippetOf(c.marks, true)))
		})
	}
}

var ansi = regexp.MustCompile("\x1b\\[[0-9;]*m")

// uncoloured is a text without its colours.
func uncoloured(s string) string { return ansi.ReplaceAllString(s, "") }

func TestColours(t *testing.T) {
	assert.Equal(t, "\x1b[2m 1 |\x1b[0m -Xmx9g -ea\n\x1b[2m   |\x1b[0m     \x1b[36m--\x1b[0m \x1b[1;31m^^^\x1b[0m\n\x1b[2m   |\x1b[0m     \x1b[36mheap\x1b[0m\n",
		snippetOf(marked("f", "-Xmx‹heap|9g› ⟦-ea⟧"), true))
}

// Whatever the bytes and the marks, what is shown is printable and as wide above as below.
func FuzzSnippet(f *testing.F) {
	f.Add([]byte("-Xmx9g\r\n\t日本 \xff"), uint8(1), uint8(3), uint8(5), uint8(2))
	f.Add([]byte(strings.Repeat("password=x,😀 ", 30)), uint8(200), uint8(3), uint8(5), uint8(90))
	f.Fuzz(func(t *testing.T, data []byte, a, b, c, d uint8) {
		file := source.NewFile("f", data)
		span := func(from, length uint8) source.Span {
			start := int(from) % (len(data) + 1)
			return file.Span(start, start+int(length)%(len(data)-start+1))
		}
		finding := &lint.Finding{Rule: &lint.Rule{}, Workload: &workload.Workload{}, Span: span(a, b), Related: []lint.Related{{Message: "label", Span: span(c, d)}}}
		got := snippetOf(finding, false)
		assert.NotRegexp(t, "[\x00-\x08\x0b-\x1f\x7f]", got)
		assert.Contains(t, got, "^")
		assert.Contains(t, got, "label")
		assert.Equal(t, got, uncoloured(snippetOf(finding, true)))
	})
}
