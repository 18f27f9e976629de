package project

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/input/template"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/suppression"
)

// readRelease renders a chart as a release, and reads what it renders to as any
// manifest. Problems stand where the text was written.
func readRelease(c *chart.Chart, r chart.Release, o reading.Options) *Input {
	rendered := c.Render(r)
	in := &Input{Input: input.ReadRendered(rendered.File, rendered.YAML, o), Chart: c, Release: r}
	in.Rendered, in.Exceeded = len(rendered.Problems) == 0 && rendered.Missing == "", in.Exceeded || rendered.Exceeded
	in.Objects = nil                       // other files take none of them
	if len(in.Workloads) > 0 && !o.Tried { // places are asked for, and by several at the same time
		rendered.File.Sources()
	}
	if c.MayAsk(r) && !o.Tried {
		in.Suppressions = suppressionsOfChart(in.Suppressions, rendered.File, c.Values(r))
	} else {
		in.Suppressions = nil // a template has made it up, or none counts
	}
	for _, p := range rendered.Problems {
		in.Problem(p.Span, "%s", p.Message)
		if p.Span.IsZero() {
			last := in.Problems[len(in.Problems)-1]
			last.File, last.Lacking = source.NewFile(c.Path, nil), p.Lacking
		}
	}
	if version := c.FilledIn(); version != "" {
		in.Notes = append(in.Notes, source.About(c.Path, "rendered as version 0.0.0, because %s is a placeholder", version))
	}
	if rendered.Missing != "" {
		in.Notes = append(in.Notes, &source.Problem{File: source.NewFile(c.Path, nil), Message: rendered.Missing, Lacking: true})
	}
	noteSwitchedOff(in, c, append(rendered.Off, readUnrendered(in, rendered)...))
	in.Notes = append(in.Notes, in.UnlessRendered...)
	if o.Tried {
		return in
	}
	for _, p := range reading.Moved(slices.Concat(in.Problems, in.Notes), chart.Origin) { // to where it was written
		p.Cites = c.Cited(r)
	}
	return in
}

// readUnrendered reads the templates that were not rendered as they stand, and gives those
// with branches that start a JVM and that the values switch off.
func readUnrendered(in *Input, rendered *chart.Rendered) []chart.Off {
	var all []chart.Off
	var untold source.Text
	for _, t := range rendered.Left {
		left, branches := &reading.Input{File: t.Span().File, Options: in.Options}, template.Parse(t)
		off := func(at source.Text) bool { return rendered.SwitchesOff(branches.Branch(at.Written().Foremost())) }
		kube.ReadTemplate(left, t)
		left.Finish()
		for _, w := range left.Workloads {
			before := len(w.Options)
			w.Options = slices.DeleteFunc(w.Options, func(o jvmflag.Option) bool { return off(o.Text) })
			if off(w.At) || before > 0 && len(w.Options) == 0 {
				all = append(all, chart.Off{Name: w.Name + " of " + left.File.Name, Starts: true})
				continue
			}
			in.Workloads = append(in.Workloads, w)
		}
		in.TakeNamed(left)
		better := func() bool {
			return untold.Len() == 0 || namesPod.MatchString(left.File.Name) && !namesPod.MatchString(untold.Span().File.Name)
		}
		if len(left.Workloads)+len(left.Unjudged)+len(left.Unknown) == 0 && mayStart(t) && better() {
			untold = t
		}
		in.Notes = append(in.Notes, slices.DeleteFunc(left.Notes, func(n *source.Problem) bool { return n.Span.IsZero() })...)
	}
	if untold.Len() > 0 { // one stands for all of the chart
		in.Unknown = append(in.Unknown, reading.Unknown{Name: untold.Span().File.Name + " (not rendered)"})
	}
	return all
}

// mayStart reports whether a template that was not rendered may be that of a pod: it says
// so, or takes what it is from another.
func mayStart(t source.Text) bool {
	name, text := t.Span().File.Name, t.String()
	isYAML := slices.Contains([]string{".yaml", ".yml"}, path.Ext(name))
	return isYAML && (!ofKind.MatchString(text) && includes.MatchString(text) || ofPod.MatchString(text))
}

var (
	ofKind   = lazyregexp.New(`(?m)^kind:`)
	includes = lazyregexp.New(`\{\{-?\s*(?:include|template)\b`)
	ofPod    = lazyregexp.New(`(?m)^kind:\s*["']?(?:Deployment|StatefulSet|DaemonSet|Job|CronJob|Pod)\b`)
	namesPod = lazyregexp.New(`(?i)(?:deploy|statefulset|daemonset|job|pod)[^/]*$`)
)

// noteSwitchedOff names what values switch off, where it would run a JVM.
func noteSwitchedOff(in *Input, c *chart.Chart, off []chart.Off) {
	names := lists.Found(off, func(o chart.Off) (string, bool) {
		speaks := func(f *source.File) bool { return mayRunJVM(in, f) }
		ofJVM := o.Dependency && in.Options.Images.RunsJVM(images.Parse(o.Name))
		return o.Name, o.Starts || ofJVM || slices.ContainsFunc(o.Texts, speaks)
	})
	if len(names) > 0 {
		parts := plural.Of(len(names), "part that runs a JVM", "parts that run a JVM")
		in.Notes = append(in.Notes, source.About(c.Path, "the values switch off %s: %s", parts, strings.Join(names, ", ")))
	}
}

// mayRunJVM reports whether a template, or values, speak of a JVM: by its options, by the
// variables that hold them, by a java command, or by an image that runs one.
func mayRunJVM(in *Input, f *source.File) bool {
	holds := func(part string) bool { return bytes.Contains(f.Data, []byte(part)) }
	named := holds("JAVA_") || holds("JVM_") || holds("_HEAP_OPTS") || holds("java")
	said := input.HoldsOptions(f.Data) || named && ofJVM.Match(f.Data)
	return said || slices.ContainsFunc(imageInText.FindAllStringSubmatch(string(f.Data), -1), func(m []string) bool {
		return in.Options.Images.RunsJVM(images.Parse(m[1]))
	})
}

var (
	ofJVM       = lazyregexp.New(`(?m)^[^#\n]*(?:\b(?:JAVA|JVM|JDK_JAVA)_\w*(?:OPTS|OPTIONS)\b|\b[A-Z]+_HEAP_OPTS\b|\bjava\s+-jar\b|-\s*["']?java["']?\s*$)`)
	imageInText = lazyregexp.New(`(?m)^\s*(?:-\s*)?(?:image|repository):\s*["']?([a-z][\w./:-]*)["']?\s*$`)
)

// suppressionsOfChart are the comments of what a chart renders to, where they
// were written in templates, and those of its values.
func suppressionsOfChart(rendered []*suppression.Comment, file *source.File, values []*source.File) (all []*suppression.Comment) {
	all = lists.Found(rendered, writtenAt)
	for _, f := range append(file.Sources(), values...) {
		all = append(all, reading.Suppressions(f, reading.YAMLRemarks)...)
		all = append(all, reading.Suppressions(f, kube.TemplateRemarks)...)
	}
	return all
}

// writtenAt leads a comment back to its template; what it covers stays where it was rendered.
func writtenAt(s *suppression.Comment) (*suppression.Comment, bool) {
	exact := true
	origin := func(at source.Span) source.Span {
		if at.IsZero() {
			return at
		}
		exact = exact && at.Written().Editable()
		return chart.Origin(at)
	}
	moved := *s
	moved.Span, moved.At, moved.Rules = origin(s.Span), origin(s.At), lists.Of(s.Rules, origin)
	ofFile := exact && moved.File && moved.Covers == nil && moved.Fault == ""
	if ofFile && !reading.OnTop(reading.Comment{Span: moved.Span, OwnLine: true}) {
		moved.Rules, moved.Fault, moved.At = nil, reading.NotOnTop, moved.Span
	}
	return &moved, exact
}
