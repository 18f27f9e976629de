package lint

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var (
	file    = source.NewFile("f", []byte("-Xmx1g -Xms1g"))
	maximum = source.Verbatim(file.Span(0, 6))
	minimum = source.Verbatim(file.Span(7, 13))
	nowhere = source.Unlocated("-Xmx2g", "the image")
)

func TestReportPlace(t *testing.T) {
	for _, c := range []struct {
		name string
		at   []source.Text
		key  source.Text
		want source.Span
	}{
		{"first place", []source.Text{maximum, minimum}, source.Text{}, file.Span(0, 6)},
		{"first that stands in a file", []source.Text{nowhere, {}, minimum}, source.Text{}, file.Span(7, 13)},
		{"the workload's", []source.Text{nowhere}, minimum, file.Span(7, 13)},
		{"none", nil, source.Text{}, file.Span(0, 0)},
	} {
		p := &Pass{Prediction: &predict.Prediction{Workload: &workload.Workload{Identity: workload.Identity{File: file, At: c.key}}, JDK: 17}, rule: &Rule{Severity: Error, Confidence: Likely}}
		f := p.Report(c.at, "%d of %s", 1, "x")
		assert.Equal(t, &Finding{Rule: p.rule, Severity: Error, Confidence: Likely, Message: "1 of x", Span: c.want, Workload: p.Workload, JDKs: []int{17}}, f, c.name)
		assert.Equal(t, []*Finding{f}, p.findings, c.name)
	}
}

func TestFinding(t *testing.T) {
	f := &Finding{Span: file.Span(0, 6)}
	f.Because(maximum, "the finding itself").Because(nowhere, "in no file").Because(minimum, "minimum").Note("a line")
	assert.Equal(t, &Finding{Span: file.Span(0, 6), Notes: []string{"a line"},
		Related: []Related{{"minimum", file.Span(7, 13)}}}, f)
}

// A fix of which any edit cannot be made exactly is for a person.
func TestSuggest(t *testing.T) {
	replace := source.Edit{Span: file.Span(0, 6), New: "-Xmx2g"}
	add := source.Edit{Span: file.Span(13, 13), New: " -Xss1m"}
	for _, c := range []struct {
		name  string
		edits []source.Edit
		want  Fix
	}{
		{"exact", []source.Edit{Replace(maximum, "-Xmx2g"), AddBehind(jvmflag.Option{Text: minimum}, "-Xss1m")}, Fix{Title: "title", Safety: Unsafe, Edits: []source.Edit{replace, add}}},
		{"no edits", nil, Fix{Title: "title", Safety: Manual}},
		{"one in no file", []source.Edit{Replace(maximum, "-Xmx2g"), Replace(nowhere, "x")}, Fix{Title: "title", Safety: Manual}},
		{"behind what stands in no file", []source.Edit{AddBehind(jvmflag.Option{Text: nowhere}, "-Xss1m")}, Fix{Title: "title", Safety: Manual}},
		{"not exact", []source.Edit{Replace(source.Vague("x", file.Span(0, 3)), "y")}, Fix{Title: "title", Safety: Manual}},
	} {
		f := &Finding{}
		f.Suggest(Unsafe, "title", c.edits...)
		assert.Equal(t, []Fix{c.want}, f.Fixes, c.name)
	}
}

// A further option goes behind the last that stands in a file and counts.
func TestAddOption(t *testing.T) {
	p := &Pass{Prediction: &predict.Prediction{JDK: 17, Workload: &workload.Workload{}, Options: jvmflag.Resolve(17, nil)}}
	assert.Equal(t, source.Edit{}, p.AddOption("-ea"))
	quoted := source.NewFile("f", []byte("a\r\n\"-Xmx1g\""))
	prefixed := source.NewFile("f", []byte("17:-Xmx1g\n"))
	behind := source.Edit{Span: file.Span(13, 13), New: " -ea"}
	inQuotes := jvmflag.Option{Text: source.Verbatim(quoted.Span(4, 10)), Channel: jvmflag.CommandLine}.Written(source.Verbatim(quoted.Span(3, 11)))
	onOwnLine := inQuotes
	onOwnLine.OwnLine = true
	for _, c := range []struct {
		name    string
		options []jvmflag.Option
		want    source.Edit
	}{
		{"the last", []jvmflag.Option{{Text: maximum, Channel: jvmflag.CommandLine}, {Text: minimum, Channel: jvmflag.CommandLine}}, behind},
		{"in a file", []jvmflag.Option{{Text: minimum, Channel: jvmflag.CommandLine}, {Text: nowhere, Channel: jvmflag.CommandLine}}, behind},
		{"that counts", []jvmflag.Option{{Text: minimum, Channel: jvmflag.CommandLine}, {Text: maximum, Channel: jvmflag.CommandLine, Until: 11}}, behind},
		{"outside its quotes", []jvmflag.Option{inQuotes}, source.Edit{Span: quoted.Span(11, 11), New: "\r\n-ea"}},
		{"for the same JDKs", []jvmflag.Option{{Text: source.Verbatim(prefixed.Span(3, 9)), Channel: jvmflag.CommandLine, OwnLine: true, Since: 17, Until: 17}},
			source.Edit{Span: prefixed.Span(9, 9), New: "\n17:-ea"}},
		{"on a line of its own", []jvmflag.Option{onOwnLine}, source.Edit{Span: quoted.Span(11, 11), New: "\r\n-ea"}},
	} {
		p.Options = jvmflag.Resolve(17, c.options)
		assert.Equal(t, c.want, p.AddOption("-ea"), c.name)
	}
}

func TestNames(t *testing.T) {
	assert.Equal(t, []string{"info", "warning", "error"}, []string{Info.String(), Warning.String(), Error.String()})
	assert.Equal(t, []string{"info", "warning", "error"}, Severities())
	assert.Equal(t, []string{"certain", "likely"}, []string{Certain.String(), Likely.String()})
	assert.Equal(t, []string{"safe", "unsafe", "manual"}, []string{Safe.String(), Unsafe.String(), Manual.String()})
	for _, f := range []Fact{FactMemory, FactCPUs, FactMembers, FactPause} {
		assert.Contains(t, f.String(), "the ", f)
	}
}
