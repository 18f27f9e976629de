package findings

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/report"
)

type (
	junitReport struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}

	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}

	junitCase struct {
		Class   string      `xml:"classname,attr"`
		Name    string      `xml:"name,attr"`
		Skipped *junitText  `xml:"skipped"`
		Error   *junitCause `xml:"error"`
		Failure *junitCause `xml:"failure"`
		Output  *junitText  `xml:"system-out"`
	}

	junitText struct {
		Text string `xml:",cdata"`
	}

	junitCause struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",cdata"`
	}
)

// writeJUnit writes a test for each rule and workload: names stay from run to run, so that a build server knows what
// is new. A rule without its facts is skipped, milder findings than those that fail a build are output, and what
// could not be read is an error.
func writeJUnit(w io.Writer, r report.Report) error {
	suites := lists.Of(r.Workloads, func(of *report.Workload) junitSuite { return junitSuiteOf(r, of) })
	out := junitReport{Suites: append(suites, commentSuites(r)...)}
	if len(r.Problems) > 0 {
		suite := junitSuite{Name: "input"}
		for _, p := range r.Problems {
			message := p.Message.String()
			suite.add(junitCase{Class: "input", Name: p.At.File(), Error: &junitCause{Message: message, Type: unreadable, Text: p.Where() + ": " + message}})
		}
		out.Suites = append(out.Suites, suite)
	}
	return encodeXML(w, out)
}

func junitSuiteOf(r report.Report, of *report.Workload) junitSuite {
	suite := junitSuite{Name: of.String()}
	for _, rule := range of.Judged() {
		if rule.CheckIgnore != nil { // it judges no workload
			continue
		}
		found := lists.Where(r.Findings, func(f report.Finding) bool {
			return f.Rule == rule && (f.Workload == of || slices.Contains(f.Also, of))
		})
		test := junitTest(suite.Name, rule.ID, found)
		missing := slices.IndexFunc(r.NotJudged, func(n report.NotJudged) bool { return n.Rule == rule && n.Workload == of })
		if test.Failure == nil && missing >= 0 {
			test.Skipped = &junitText{"needs " + r.NotJudged[missing].Facts()}
		}
		suite.add(test)
	}
	return suite
}

// commentSuites are the findings about comments, which belong to no workload.
func commentSuites(r report.Report) []junitSuite {
	some := lists.Where(r.Findings, func(f report.Finding) bool { return f.Rule.CheckIgnore != nil })
	files, of := lists.By(some, func(f report.Finding) string { return f.At.File() })
	return lists.Of(files, func(file string) junitSuite {
		suite := junitSuite{Name: "comments of " + file}
		for _, f := range of[file] {
			suite.add(junitTest(suite.Name, f.Rule.ID, []report.Finding{f}))
		}
		return suite
	})
}

// junitTest is the test of a rule that found something, or nothing.
func junitTest(class, rule string, found []report.Finding) junitCase {
	test := junitCase{Class: class, Name: rule}
	if failed := lists.Where(found, func(f report.Finding) bool { return f.Fails }); failed != nil {
		test.Failure = junitFailure(failed)
	}
	if mild := lists.Where(found, func(f report.Finding) bool { return !f.Fails }); mild != nil {
		test.Output = &junitText{plainFindings(mild)}
	}
	return test
}

func (s *junitSuite) add(test junitCase) {
	s.Cases = append(s.Cases, test)
	s.Tests++
	switch {
	case test.Failure != nil:
		s.Failures++
	case test.Error != nil:
		s.Errors++
	case test.Skipped != nil:
		s.Skipped++
	}
}

// junitFailure puts the findings of one rule together: build servers show one failure of a test.
func junitFailure(failed []report.Finding) *junitCause {
	first := failed[0]
	cause := &junitCause{Message: fmt.Sprintf("%s: %s", first.At, first.Message), Type: first.Severity.String()}
	if more := len(failed) - 1; more > 0 {
		cause.Message += fmt.Sprintf(" (and %d more)", more)
	}
	cause.Text = plainFindings(failed)
	return cause
}

type (
	checkstyleReport struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"` // of the format
		Files   []checkstyleFile `xml:"file"`
	}

	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}

	checkstyleError struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr,omitempty"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

// writeCheckstyle writes what Checkstyle writes: the lint report that most build servers read.
func writeCheckstyle(w io.Writer, r report.Report) error {
	var files []string
	of := map[string][]checkstyleError{}
	add := func(file string, e checkstyleError) {
		files, of[file] = lists.With(files, file), append(of[file], e)
	}
	for _, f := range r.Findings {
		at := f.At.Start()
		add(f.At.File(), checkstyleError{at.Line, at.Column, f.Severity.String(), f.Message.String(), "jvmlint." + f.Rule.ID})
	}
	for _, p := range r.Problems {
		e := checkstyleError{1, 0, "error", p.Message.String(), "jvmlint." + unreadable}
		if !p.Whole {
			e.Line, e.Column = p.At.Start().Line, p.At.Start().Column
		}
		add(p.At.File(), e)
	}
	named := func(file string) checkstyleFile { return checkstyleFile{file, of[file]} }
	return encodeXML(w, checkstyleReport{Version: "4.3", Files: lists.Of(files, named)})
}

func encodeXML(w io.Writer, v any) error {
	text, err := xml.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}
