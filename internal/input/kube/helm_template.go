package kube

import (
	"bytes"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/input/template"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

const HelmTemplate reading.Format = "Helm template"

// HelmTemplates are read where they are not rendered.
var HelmTemplates = reading.Reader{
	Formats: []reading.Format{HelmTemplate},
	Content: func(c *reading.Candidate) bool {
		return bytes.Contains(c.File.Data, []byte("{{")) && actionOfHelm.Match(c.File.Data) && !c.IsYAML()
	},
	Read:     func(in *reading.Input, c *reading.Candidate) { ReadTemplate(in, c.Whole) },
	Comments: TemplateRemarks,
}

// actionOfHelm is how actions of Helm's templates begin. What other programs
// put in between braces is a name, and left as a gap.
var actionOfHelm = lazyregexp.New("\\{\\{-?\\s*(?:[.$\"`(]|/\\*|(?:if|else|end|with|range|define|block|template|include|tpl|printf|quote|toYaml|default|required|fail|dict|list|lookup)\\b)")

// ReadTemplate reads a Helm template that is not rendered, for want of its chart or of a dependency: the options that
// stand in it as they are. Whatever it computes is not known, and neither are limits nor the rest of the options.
func ReadTemplate(in *reading.Input, t source.Text) {
	var read []*workload.Workload
	branches, parsed := strings.Contains(t.String(), "if "), template.Parse(t)
	for _, text := range parsed.Documents() {
		inner := file{&reading.Input{File: source.Inner(in.File.Name, text), Options: in.Options}}
		inner.readManifests(templateDocuments(inner.File))
		for _, w := range inner.Workloads {
			inner.Complete(w)
			w.File, w.Whole, w.Limited = in.File, false, false
			w.KnowsAtMost(workload.PartOfOptions)
			w.IsMember, w.Hazelcast, w.Members = false, nil, source.Value{}
			if branches { // limits and options of different branches may never meet
				w.Branches, w.Memory, w.Request = true, source.Value{}, source.Value{}
				w.CPUs, w.CPULimit = source.Value{}, source.Value{}
			}
			parsed.MarkBranches(w)
			if !slices.ContainsFunc(w.Options, func(o jvmflag.Option) bool { return !o.Text.Foremost().IsZero() }) && w.HeapOfLimit.Len() == 0 {
				if len(w.Options) > 0 { // those of its image, over which there may be others
					inner.NotJudged(w.Image.Span(), "the options that its chart gives image %s are unknown", w.Image)
				}
				continue
			}
			if !slices.ContainsFunc(read, func(have *workload.Workload) bool { return reading.SameOptions(have, w) }) {
				read = append(read, w)
			}
		}
		for _, n := range reading.Around(inner.Notes) {
			in.Note(n.Span, "%s", n.Message)
		}
		in.TakeNamed(inner.Input)
	}
	in.Workloads = append(in.Workloads, read...)
	if len(read) > 0 {
		in.Note(source.Span{}, "a Helm template that is not rendered: only its literal text was read; check the folder of its chart for the rest")
	}
}

var documentStart = lazyregexp.New(`(?m)^---[ \t]*(?:[ \t]#.*)?\r?$`)

// templateDocuments are the documents of the file that are YAML, each by itself where the file as a whole is none.
func templateDocuments(f *source.File) []*yamldoc.Document {
	if documents, err := yamldoc.Parse(f); err == nil {
		return documents
	}
	var all []*yamldoc.Document
	from := 0
	add := func(to int) {
		if strings.TrimSpace(string(f.Data[from:to])) == "" {
			return
		}
		inner := source.Inner(f.Name, source.Verbatim(f.Span(from, to)))
		if documents, err := yamldoc.Parse(inner); err == nil {
			all = append(all, documents...)
		}
	}
	for _, m := range documentStart.FindAllIndex(f.Data, -1) {
		add(m[0])
		from = m[1]
	}
	add(len(f.Data))
	return all
}

var templateComment = lazyregexp.New(`(?m)^[ \t]*\{\{-?[ \t]*/\*[ \t]*(.*?)[ \t]*\*/[ \t]*-?\}\}[ \t]*\r?$`)

// TemplateRemarks are the comments that a template has for itself, on lines of
// their own. Those that it renders are read where they come out.
func TemplateRemarks(f *source.File) reading.Remarks {
	var r reading.Remarks
	whole := reading.TextOf(f)
	for _, m := range templateComment.FindAllStringSubmatchIndex(whole.String(), -1) {
		r.Add(whole, m[2], m[3], true)
	}
	return r
}
