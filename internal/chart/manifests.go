package chart

import (
	"cmp"
	"errors"
	"strings"
	"unicode"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// separator is where Helm cuts what a template prints: at dashes that begin a
// line, whatever stands behind them.
var separator = lazyregexp.New(`(?m)^---[ \t]*`)

// manifests are what Helm reads by itself of what a template prints. It takes
// off the blanks that each begins with, so that templates may be careless there.
// https://github.com/helm/helm/blob/v4.3.1/pkg/release/v1/util/manifest.go
func manifests(s string) []run {
	start := begin(s, 0)
	from := start
	var all []run
	for _, cut := range append(separator.FindAllStringIndex(s[start:], -1), []int{len(s) - start, len(s) - start}) {
		to := start + cut[0]
		if from = begin(s[:to], from); from < to {
			all = append(all, run{from, to})
		}
		from = start + cut[1]
	}
	return all
}

// begin is the first place from one on that is no blank.
func begin(s string, from int) int {
	return len(s) - len(strings.TrimLeftFunc(s[from:], unicode.IsSpace))
}

// checkYAML says why a manifest is no YAML.
func checkYAML(manifest string) error {
	_, err := yamldoc.Parse(source.NewFile("", []byte(manifest)))
	return err
}

// notYAML is that problem where the manifest was written, or its template.
func notYAML(err error, manifest source.Text, template source.Span) *source.Problem {
	at, message := template, oneLine(err)
	var fault *source.Problem
	if errors.As(err, &fault) && !fault.Span.IsZero() {
		at, message = cmp.Or(place(manifest.Slice(fault.Span.Start, fault.Span.End).Written()), template), fault.Message
	}
	return &source.Problem{File: at.File, Span: at, Message: "the rendered chart is not valid YAML: " + message}
}
