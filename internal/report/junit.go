package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/workload"
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

// JUnit writes a test for each rule and workload: names stay from run to run,
// so that a build server knows what is new. A rule without its facts is
// skipped, milder findings than those that fail a build are output, and what
// could not be read is an error.
func JUnit(w io.Writer, r Report) error {
	var out junitReport
	for _, of := range r.Result.Predicted {
		out.Suites = append(out.Suites, r.junitSuite(of.Workload))
	}
	out.Suites = append(out.Suites, r.commentSuites()...)
	if len(r.Problems) > 0 {
		suite := junitSuite{Name: "input"}
		for _, p := range shownProblems(r.Problems) {
			where := p.file
			if p.at != nil {
				where = p.at.String()
			}
			suite.add(junitCase{Class: "input", Name: p.file, Error: &junitCause{Message: p.message, Type: unreadable, Text: where + ": " + p.message}})
		}
		out.Suites = append(out.Suites, suite)
	}
	return encodeXML(w, out)
}

func (r Report) junitSuite(of *workload.Workload) junitSuite {
	suite := junitSuite{Name: show(of.Name + " of " + of.File.Name)}
	for _, rule := range r.Judged(of) {
		if rule.CheckIgnore != nil { // it judges no workload
			continue
		}
		test := junitCase{Class: suite.Name, Name: rule.ID}
		var failed, mild []*lint.Finding
		for _, f := range r.Result.Findings {
			switch {
			case f.Rule != rule || f.Workload != of:
			case r.Fails(f):
				failed = append(failed, f)
			default:
				mild = append(mild, f)
			}
		}
		missing := slices.IndexFunc(r.Result.NotJudged, func(n lint.NotJudged) bool { return n.Rule == rule && n.Workload == of })
		switch {
		case len(failed) > 0:
			test.Failure = junitFailure(failed)
		case missing >= 0:
			test.Skipped = &junitText{"needs " + needsOf(r.Result.NotJudged[missing])}
		}
		if len(mild) > 0 {
			test.Output = &junitText{plainFindings(mild)}
		}
		suite.add(test)
	}
	return suite
}

// commentSuites are the findings about comments, which belong to no workload.
func (r Report) commentSuites() []junitSuite {
	var all []junitSuite
	for _, f := range r.Result.Findings {
		if f.Rule.CheckIgnore == nil {
			continue
		}
		name := show("comments of " + f.Span.File.Name)
		if len(all) == 0 || all[len(all)-1].Name != name { // they are in order of files
			all = append(all, junitSuite{Name: name})
		}
		test := junitCase{Class: name, Name: f.Rule.ID}
		if r.Fails(f) {
			test.Failure = junitFailure([]*lint.Finding{f})
		} else {
			test.Output = &junitText{plainFindings([]*lint.Finding{f})}
		}
		all[len(all)-1].add(test)
	}
	return all
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

// junitFailure puts the findings of one rule together: build servers show one
// failure of a test.
func junitFailure(failed []*lint.Finding) *junitCause {
	first := showFinding(failed[0])
	cause := &junitCause{Message: fmt.Sprintf("%s: %s", first.at, first.message), Type: first.severity.String()}
	if more := len(failed) - 1; more > 0 {
		cause.Message += fmt.Sprintf(" (and %d more)", more)
	}
	cause.Text = plainFindings(failed)
	return cause
}
