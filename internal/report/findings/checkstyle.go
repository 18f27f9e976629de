package findings

import (
	"encoding/xml"
	"io"
	"slices"

	"github.com/jvmlint/jvmlint/internal/report"
)

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

// writeCheckstyle writes what Checkstyle writes: the lint report that most build
// servers read.
func writeCheckstyle(w io.Writer, r report.Report) error {
	out := checkstyleReport{Version: "4.3"}
	add := func(file string, e checkstyleError) {
		i := slices.IndexFunc(out.Files, func(f checkstyleFile) bool { return f.Name == file })
		if i < 0 {
			i = len(out.Files)
			out.Files = append(out.Files, checkstyleFile{Name: file})
		}
		out.Files[i].Errors = append(out.Files[i].Errors, e)
	}
	for _, f := range r.Findings {
		at := f.At.Start()
		add(f.At.File(), checkstyleError{Line: at.Line, Column: at.Column, Severity: f.Severity.String(), Message: f.Message.String(), Source: "jvmlint." + f.Rule.ID})
	}
	for _, p := range r.Problems {
		e := checkstyleError{Line: 1, Severity: "error", Message: p.Message.String(), Source: "jvmlint." + unreadable}
		if !p.Whole {
			e.Line, e.Column = p.At.Start().Line, p.At.Start().Column
		}
		add(p.At.File(), e)
	}
	return encodeXML(w, out)
}

func encodeXML(w io.Writer, v any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
