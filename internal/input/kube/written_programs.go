package kube

import (
	"path"
	"slices"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/input/template"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// readProgram reads a text that something writes into a file: a script, or a unit of
// systemd. It reports false where none of a JVM is.
//
//	https://cloudinit.readthedocs.io/en/latest/reference/modules.html#write-files
//	https://docs.ansible.com/ansible/latest/collections/ansible/builtin/copy_module.html
func (in file) readProgram(n *yamldoc.Node, name string, names ...string) bool {
	text, filledIn := template.Fill(n.Text())
	before := len(in.Workloads)
	if !in.ReadWritten(name, text) {
		return false
	}
	for _, w := range in.Workloads[before:] {
		w.Name = reading.JoinNames(append(slices.Clone(names), w.Name)...)
		if filledIn {
			w.Branches = true
			w.KnowsAtMost(workload.PartOfOptions)
		}
		for i := range w.Options {
			w.Options[i].Block = n.Style() == yamldoc.Literal
		}
	}
	return true
}

// nameBeside is the name of the file that a text is written to, which stands beside it: a
// path, or else the key of the text.
func nameBeside(n *yamldoc.Node, key string) string {
	for _, beside := range []string{"path", "dest", "destination", "name"} {
		if to := n.Get(beside); key != beside && to.Kind() == yamldoc.Scalar && to.Value() != "" {
			return path.Base(withoutActions.ReplaceAllString(to.Value(), ""))
		}
	}
	return key
}

// words reads a list that is a command of java, a word an item.
func (r valuesReader) words(n *yamldoc.Node, names []string) bool {
	items := n.Items()
	if len(items) < 2 || slices.ContainsFunc(items, func(i *yamldoc.Node) bool { return i.Kind() != yamldoc.Scalar }) {
		return false
	}
	start := reading.Started(itemsOf(n), &reading.Environment{}, false)
	if !start.Java.Located() || !reading.StartsSome(start.Options) {
		return false
	}
	w := &workload.Workload{Name: reading.JoinNames(append(slices.Clone(names), "java")...), File: r.File, At: start.Java, Known: workload.AllOptions, AnyProgram: true,
		JDK: workload.OpenJDK(), Options: jvmflag.Known(jvmflag.Runs, start.Options), Whole: start.Complete}
	w.KnowsOptions(start.Complete)
	r.RunByPath(w, start.Java)
	if r.Room(w) {
		r.Workloads = append(r.Workloads, w)
	}
	return true
}
