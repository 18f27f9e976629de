package input

import (
	"bytes"
	"slices"

	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/input/template"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Template is a template of which nothing could be read.
const Template reading.Format = "template that is not understood"

// templateFile is a file that a program fills in before anybody reads it.
type templateFile struct {
	*template.Template
	name string // of what comes out
	yaml bool
}

// templateOf takes a template apart: by its name, with the mark of a script too, or by its actions, where its name
// promises what is not YAML with them. Templates of Helm are read as manifests; what
// is YAML with its actions has them in its values.
func templateOf(c *reading.Candidate) (templateFile, bool) {
	name := template.Inner(c.File.Name)
	named := readerByName(name)
	switch {
	case named != nil || name == "":
	case IsScript(c.File.Data):
		named = readerByName("script.sh")
	case isUnitOfJVM(c.File.Data):
		named = &systemdUnit
	}
	marked := c.File.Name // which tells the marks of its actions
	if named == nil {
		name = c.File.Name
		named = readerByName(name)
		if named != nil && named.YAML && filtered.Match(c.File.Data) && !c.IsYAML() {
			marked += ".in"
		} else if named == nil || !hasBraces(c.File.Data) || named.YAML && (c.IsYAML() || kube.HelmTemplates.Content(c)) {
			return templateFile{}, false
		}
	}
	t := template.Parse(marked, c.Whole)
	return templateFile{t, name, named.YAML}, t.HasActions()
}

// filtered finds what a build puts in: Maven, for @project.version@.
//
//	https://maven.apache.org/plugins/maven-resources-plugin/examples/filter.html
var filtered = lazyregexp.New(`@\w[\w.-]*@`)

func hasBraces(data []byte) bool {
	return slices.ContainsFunc([]string{"{{", "{%", "<%"}, func(s string) bool { return bytes.Contains(data, []byte(s)) })
}

// readTemplate reads what may come out of a template, once for each condition that
// decides about options. What it puts in is known only as far as its role says it.
func readTemplate(in *reading.Input, t templateFile) {
	in.Format, in.Reader = Template, &reading.Reader{Formats: []reading.Format{Template}}
	states, leftOut := t.States(t.yaml, roleVariables(in))
	var failed error
	recognised, known := false, map[placed][]*workload.Workload{}
	for _, s := range states {
		inner := in.Inner(source.Filled(t.name, s, in.File))
		c := reading.NewCandidate(inner.File)
		reader := readerOf(c)
		if reader == nil {
			if _, err := c.YAML(); failed == nil {
				failed = err
			}
			continue
		}
		recognised = true
		inner.Format, inner.Reader = reader.Formats[0], reader
		reader.Read(inner, c)
		inner.Finish()
		in.Format, in.Reader = inner.Format, &reading.Reader{Formats: reader.Formats, Comments: commentsIn(reader, t.name, states)}
		inner.Workloads = slices.DeleteFunc(inner.Workloads, func(w *workload.Workload) bool {
			key := placed{w.Name, w.At.Written().Foremost()}
			again := slices.ContainsFunc(known[key], func(have *workload.Workload) bool { return reading.SameOptions(have, w) })
			known[key] = append(known[key], w)
			return again
		})
		for _, w := range inner.Workloads {
			w.Branches = w.Branches || len(leftOut) > 0 || t.mixes(w)
			t.MarkBranches(w)
			if t.Shaped() {
				w.Whole, w.Limited = false, false
				w.KnowsAtMost(workload.PartOfOptions)
			}
		}
		in.TakeOver(inner)
	}
	switch {
	case len(leftOut) > 0:
		in.Note(leftOut[0], "options in %s of the template are not judged: it is unclear whether, and for which JDKs, it uses them",
			plural.Of(len(leftOut), "branch", "branches"))
	case recognised:
	case t.yaml && failed != nil:
		if t.name == in.File.Name || reading.SpeaksOfJVM(in.File) {
			in.Note(source.Span{}, "not judged: this template is not valid YAML, with or without its actions")
		}
	default:
		in.Unrecognised = true
		in.Problem(source.Span{}, "not recognised; %s", whatIsRead())
	}
}

// placed is what a workload is called, and where it stands.
type placed struct {
	name string
	at   source.Span
}

// mixes reports whether the options of a JVM stand in several branches, or some in none.
func (t templateFile) mixes(w *workload.Workload) bool {
	first, some := "", false
	for _, o := range w.Options {
		at := o.Text.Written().Foremost()
		if at.IsZero() {
			continue
		}
		if branch := t.Branch(at); some && branch != first {
			return true
		} else {
			first, some = branch, true
		}
	}
	return false
}

// commentsIn are those of what may come out, where they stand in the template.
func commentsIn(reader *reading.Reader, name string, states []source.Text) func(*source.File) reading.Remarks {
	if reader.Comments == nil {
		return nil
	}
	return func(*source.File) (all reading.Remarks) {
		for _, s := range states {
			r := reader.Comments(source.Inner(name, s)).Around()
			all.Units = append(all.Units, r.Units...)
			for _, c := range r.Comments {
				if !slices.Contains(all.Comments, c) {
					all.Comments = append(all.Comments, c)
				}
			}
		}
		return all
	}
}
