package kube

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/input/template"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// readEmbedded reads a text of several lines within YAML that a container gets as a file: options of the JVM, or a
// script that sets variables of them. It reports whether the text is one. What cannot be read of it is no fault of
// the YAML.
func (in file) readEmbedded(n *yamldoc.Node, names ...string) bool {
	text := n.Text()
	if n.Kind() != yamldoc.Scalar || n.Style() != yamldoc.Literal || strings.Count(text.String(), "\n") < 2 {
		return false
	}
	if reading.BeginsWithOption(text) {
		inner := &reading.Input{File: in.File}
		inner.ReadOptions(text)
		in.takeText(n, inner, names)
		return true
	}
	return in.readScript(n, names...)
}

// readScript reads a text that sets variables of options, or starts java.
func (in file) readScript(n *yamldoc.Node, names ...string) bool {
	text, filledIn := template.Fill(n.Text())
	if !reading.AssignsOptions(text) && !reading.StartsProgram(text) {
		return false
	}
	inner := in.Inner(in.File)
	inner.ReadScript(text)
	for _, w := range inner.Workloads {
		w.Branches = w.Branches || filledIn
	}
	in.takeText(n, inner, names)
	return true
}

// takeText takes over what was read of a text.
func (in file) takeText(n *yamldoc.Node, inner *reading.Input, names []string) {
	in.embed(n, reading.OptionsSyntax.Read)
	in.Notes = append(in.Notes, inner.Problems...)
	if inner.Incomplete {
		return
	}
	for _, w := range inner.Workloads {
		for i := range w.Options {
			w.Options[i].Block = n.Style() == yamldoc.Literal
		}
		w.Name = reading.JoinNames(append(names, w.Name)...)
		w.KnowsAtMost(workload.PartOfOptions)
		in.Workloads = append(in.Workloads, w)
	}
}

// embed notes the comments of a text within YAML that is a file by itself.
func (in file) embed(n *yamldoc.Node, read func(source.Text) reading.Remarks) {
	text := n.Text()
	within := text.Span()
	known := slices.ContainsFunc(in.Embedded, func(r reading.Remarks) bool { return r.Within == within })
	if known || within.IsZero() || !strings.Contains(strings.ToLower(text.String()), "jvmlint") {
		return
	}
	r := read(text)
	r.Within, r.Begins = within, within.Start
	if key := n.Key(); key != nil {
		r.Begins = min(r.Begins, key.Span().Start)
	}
	in.Embedded = append(in.Embedded, r)
}

// embedScript notes the comments of the script that a container hands to a shell: sh -c and a text of several lines.
func (in file) embedScript(container *yamldoc.Node) {
	words := slices.Concat(container.Get("command").Items(), container.Get("args").Items())
	for i := 1; i < len(words); i++ {
		if words[i].Style() == yamldoc.Literal && start.ScriptOption.MatchString(words[i-1].Value()) {
			in.embed(words[i], reading.OptionsSyntax.Read)
		}
	}
}

// innerRemarks are the comments of YAML within YAML, as they stand in the file.
func innerRemarks(text source.Text) reading.Remarks {
	return reading.YAMLRemarks(source.Inner("", text)).Around()
}

// innerYAML are keys of resources under which YAML stands as a text: values of a chart, or patches.
// https://argo-cd.readthedocs.io/en/stable/user-guide/helm/ (values)
// https://docs.k3s.io/helm (valuesContent)
// https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/ (patch)
var innerYAML = map[string]bool{"values": true, "valuesContent": true, "patch": true, "patchesStrategicMerge": true}

// readInnerYAML reads the YAML in texts of a resource. A patch is a part of
// the object that it changes, and values are a part of those of the chart.
func (m *manifests) readInnerYAML(n *yamldoc.Node, key string) {
	for _, item := range n.Items() {
		m.readInnerYAML(item, key)
	}
	for _, e := range n.Entries() {
		m.readInnerYAML(e.Value, e.Key.Value())
	}
	if n.Kind() == yamldoc.Scalar && innerYAML[key] && n.Style() == yamldoc.Literal && strings.Contains(n.Value(), "\n") {
		m.readInner(n)
	}
}

// readInner reads a text that is YAML by itself, and tells false where it is none.
func (in file) readInner(n *yamldoc.Node) bool {
	inner := source.Inner(in.File.Name, n.Text())
	documents, err := yamldoc.Parse(inner)
	if err != nil || reading.ScalarsOnly(documents) {
		return false
	}
	in.readPart(inner, documents)
	return true
}

// readPart reads documents of which something else says more.
func (in file) readPart(f *source.File, documents []*yamldoc.Document) {
	inner := file{&reading.Input{File: f, Options: in.Options}}
	inner.readYAML(documents)
	inner.LeaveAsPart()
	in.TakeOver(inner.Input)
}
