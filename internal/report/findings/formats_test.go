package findings

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/formats"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

const secret = "-Djavax.net.ssl.keyStorePassword=hunter2"

// hostile is a check that says the same words everywhere; a secret is in no
// name of a file.
func hostile(words string, data []byte, start, end int) report.Check {
	file := source.NewFile("file "+strings.TrimPrefix(words, secret), data)
	start = min(max(start, 0), len(data))
	end = min(max(end, start), len(data))
	span := file.Span(start, end)
	rule := &lint.Rule{ID: "a-rule", Title: "it is so", Page: func() lint.Words { return lint.Words{What: "what", Why: "why"} }}
	w := &workload.Workload{Identity: workload.Identity{Name: words, File: file, JDK: workload.JDK{Candidates: []int{17}, Why: words}}, Launch: workload.Launch{Known: workload.AllOptions, Options: []jvmflag.Option{{Text: source.Verbatim(span)}}}, Limits: workload.Limits{Memory: source.Value{N: 1 << 30, Origin: source.Configured}}}
	f := &lint.Finding{
		Rule: rule, Message: words, Span: span, Related: []lint.Related{{Message: words, Span: file.Span(start, start)}, {Message: words, Span: file.Span(0, len(data))}},
		Notes: []string{words}, Workload: w, JDKs: []int{17}, Context: words,
		Fixes:  []lint.Fix{{Title: words, Edits: []source.Edit{{Span: span, New: words}}}},
		Budget: &memory.Budget{Pools: []memory.Pool{{Name: "heap", Planned: 2 << 30, Why: words}}},
	}
	return report.Check{
		Version:  "1.0.0",
		Result:   &lint.Result{Findings: []*lint.Finding{f}, NotJudged: []lint.NotJudged{{Rule: rule, Workload: w, Needs: []lint.Fact{lint.FactCPUs}}}, Predicted: []*predict.Predictions{predict.For(w, workload.Facts{})}},
		Problems: []*source.Problem{{File: file, Message: words}, {File: file, Span: span, Message: words}},
		Notes:    func() []*source.Problem { return []*source.Problem{{File: file, Message: words}} },
		Rules:    []*lint.Rule{rule}, Judged: func(*workload.Workload) []*lint.Rule { return []*lint.Rule{rule} }, Fails: func(f *lint.Finding) bool { return f.Severity >= lint.Warning },
	}
}

// wellFormed checks what a format promises to those who read it. Those for a
// terminal, and Markdown, promise valid text only.
var wellFormed = map[string]func([]byte) error{
	".json": oneJSON, ".sarif": oneJSON, ".xml": wholeXML, ".html": nestedHTML,
	".txt": func([]byte) error { return nil }, ".md": func([]byte) error { return nil },
}

func oneJSON(text []byte) error {
	var v any
	return json.Unmarshal(text, &v)
}

func wholeXML(text []byte) error {
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// nestedHTML checks that each element that is opened is closed, in order, and
// that none stands there that the page does not have.
func nestedHTML(text []byte) error {
	empty := []string{"meta", "rect", "line", "input"}
	known := strings.Fields("html head title style body header footer main nav section article h1 h2 h3 h4 p a ul li code pre span mark small b " +
		"svg g text figure figcaption details summary table thead tbody tr th td div form select option label output")
	own, err := os.ReadFile("../html/page.js")
	if err != nil {
		return err
	}
	var open []string
	for z := html.NewTokenizer(bytes.NewReader(text)); ; {
		switch z.Next() {
		case html.ErrorToken:
			if len(open) > 0 {
				return errors.New("not closed: " + strings.Join(open, " "))
			}
			return nil
		case html.StartTagToken:
			name := z.Token().Data
			if slices.Contains(empty, name) && (name == "meta" || name == "input") {
				continue
			}
			if name == "script" { // the page's own, and nothing else
				if z.Next(); !bytes.Equal(z.Text(), own) {
					return errors.New("a strange script")
				}
				z.Next()
				continue
			}
			if !slices.Contains(known, name) && !slices.Contains(empty, name) {
				return errors.New("a strange element: " + name)
			}
			open = append(open, name)
		case html.EndTagToken:
			name := z.Token().Data
			if len(open) == 0 || open[len(open)-1] != name {
				return errors.New("closed out of order: " + name)
			}
			open = open[:len(open)-1]
		}
	}
}

func checkFormats(t *testing.T, c report.Check) map[string]string {
	r, written := report.Of(c), map[string]string{}
	for _, f := range formats.All() {
		var b bytes.Buffer
		require.NoError(t, Write(&b, f.Name, r, verbatim), f.Name)
		text := b.String()
		written[f.Name] = text
		assert.True(t, utf8.ValidString(text), "%s is not UTF-8", f.Name)
		require.NoError(t, wellFormed[f.Extension](b.Bytes()), f.Name)
		for _, c := range text { // what a fix writes is data
			if f.Name != "json" && f.Name != "sarif" && c != '\n' && c != '\t' && report.Show(string(c)) != string(c) {
				require.Failf(t, "a character that nobody sees", "%s: %q", f.Name, c)
			}
		}
	}
	return written
}

func TestFormatsOfHostileText(t *testing.T) {
	for _, words := range []string{
		"", "plain", "]]> <!-- --> <script>alert(1)</script> ' \" & &amp;", "::error::x%0A\r\n::warning file=a,b::c", "| `code` ``` ~~~ \\ [a](b) @all #1",
		"\x1b[31mred\x00\x7f\u202etxt.exe\u2028", "\xff\xfe invalid \xc3(", "🐢 żółw ｗｉｄｅ", "\ufffe\uffff", "a\tb", "{{.}} </style></title>", secret,
	} {
		data := []byte("first: line\r\n" + words + "\nlast\tline")
		written := checkFormats(t, hostile(words, data, 13, 13+len(words)))
		for name, text := range written {
			assert.False(t, strings.Contains(text, "hunter2"), "%s shows a secret", name)
		}
		assert.Equal(t, 3, strings.Count(written["github"], "\n"), "%v: each annotation is a line", words)
		assert.Equal(t, 1, strings.Count(written["oneline"], "\n"), words)
		assert.Equal(t, 1, strings.Count(written["markdown"], "\n| info |"), words)
	}
}

// Whatever is said, and wherever: what is written can be read.
func FuzzFormats(f *testing.F) {
	f.Add("words", []byte("some\ndata"), 2, 5)
	f.Add("words", []byte("\r"), 1, 1) // behind the end of its line
	f.Add("-Dtoken=a \x1b[0m ]]> `", []byte("\xef\xbb\xbfa: \xff\r\n"), 0, 9)
	f.Fuzz(func(t *testing.T, words string, data []byte, start, end int) {
		checkFormats(t, hostile(words, data, start, end))
	})
}

func TestFormatsOfNothing(t *testing.T) {
	written := checkFormats(t, report.Check{Result: &lint.Result{}})
	for name, want := range map[string]string{
		"text": "", "oneline": "", "github": "", "gitlab": "[]\n", "markdown": "### jvmlint: nothing found\n",
		"checkstyle": xml.Header + `<checkstyle version="4.3"></checkstyle>` + "\n", "junit": xml.Header + "<testsuites></testsuites>\n",
	} {
		assert.Equal(t, want, written[name], name)
	}
}
