package kube

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// readCustomResource reads the JVMs that an operator starts for a resource. It
// tells false where the resource has none that is known.
func (m *manifests) readCustomResource(o *yamldoc.Node) bool {
	group, _, _ := strings.Cut(o.Get("apiVersion").Value(), "/")
	before, kind := len(m.Workloads), o.Get("kind").Value()
	name := reading.JoinNames(kind, o.Get("metadata", "name").Value())
	for _, f := range catalogue.Facts("Operator container") {
		if f.Subject() == group && slices.Contains(f.Words("Kinds"), kind) {
			m.readAsContainer(o, name, f)
		}
	}
	for _, shape := range jvmShapes() {
		if shape.group != group {
			continue
		}
		r := customResource{m, shape, o.Get("spec")}
		if shape.within == "" {
			r.find(r.spec, name)
			continue
		}
		for _, e := range r.spec.Get(shape.within).Entries() {
			r.read(e.Value, reading.JoinNames(name, e.Key.Value()), e.Key)
		}
	}
	return len(m.Workloads) > before
}

type customResource struct {
	*manifests
	shape jvmShape
	spec  *yamldoc.Node
}

// find looks for mappings that describe a JVM.
func (r customResource) find(n *yamldoc.Node, name string) {
	r.read(n, name, nil)
	for _, item := range n.Items() {
		of := item.Get("name").Value()
		if of == "" {
			of = item.Get("component").Value()
		}
		r.find(item, reading.JoinNames(name, of))
	}
	for _, e := range n.Entries() {
		r.find(e.Value, reading.JoinNames(name, e.Key.Value()))
	}
}

func (r customResource) read(n *yamldoc.Node, name string, key *yamldoc.Node) {
	options, first := r.options(n)
	if len(options) == 0 {
		return
	}
	if key == nil {
		key = first
	}
	w := &workload.Workload{
		Name: name, File: r.File, At: key.Text(), Known: workload.PartOfOptions, AnyProgram: true, JDK: workload.OpenJDK(), Options: options,
	}
	for _, p := range r.shape.resources {
		if found := n.Get(p...); found.Kind() == yamldoc.Mapping {
			r.report(resourcesAt(w, found))
			break
		}
	}
	jvmflag.Known(jvmflag.Runs, w.Options)
	w.Limited = false // the operator may bring limits of its own
	if len(r.shape.image) > 0 {
		valuesReader{file: r.file}.takeImage(w, n.Get(r.shape.image...))
	}
	r.Workloads = append(r.Workloads, w)
}

// options are those of the mapping, and where the first of them stands.
func (r customResource) options(n *yamldoc.Node) (all []jvmflag.Option, first *yamldoc.Node) {
	add := func(from *yamldoc.Node, options []jvmflag.Option) {
		if all = append(all, options...); first == nil && len(options) > 0 {
			first = from
		}
	}
	for _, f := range r.shape.heap {
		if size := n.Get(f.path...); size.Kind() == yamldoc.Scalar && !size.IsNull() && size.Text().Len() > 0 {
			add(size, f.written(size))
		}
	}
	for _, p := range r.shape.options {
		from := n.Get(p...)
		if from == nil && slices.Equal(p, r.shape.shared) {
			from = r.spec.Get(p...)
		}
		add(from, r.optionsAt(from))
	}
	for _, f := range r.shape.some {
		options := r.optionsAt(n.Get(f.path...))
		for i := range options {
			options[i].Since, options[i].Until = f.since, f.until
		}
		add(n.Get(f.path...), options)
	}
	for _, e := range n.Get(r.shape.flags...).Entries() {
		if len(r.shape.flags) > 0 {
			add(e.Key, []jvmflag.Option{flagOf(e)})
		}
	}
	return all, first
}

// optionsAt are the options of a list, or of a string that may have several lines.
func (r customResource) optionsAt(n *yamldoc.Node) []jvmflag.Option {
	var all []jvmflag.Option
	if n.Kind() != yamldoc.Scalar || n.IsNull() {
		for _, i := range itemsOf(n) {
			all = append(all, r.argument(i)...)
		}
		return all
	}
	return r.OptionLines(n.Text())
}

// written is the option that the operator makes of a size.
func (f heapField) written(size *yamldoc.Node) []jvmflag.Option {
	text := size.Text()
	if f.quantity {
		bytes, err := workload.Bytes(text, source.Configured)
		if err != nil {
			return nil
		}
		text = source.Vague(strconv.FormatInt(bytes.N, 10), size.Span())
	}
	return []jvmflag.Option{{Text: source.Join(source.Unlocated(f.option, "the operator"), text), Channel: jvmflag.CommandLine}}
}

// flagOf is the flag of an entry: a value of true or false switches it.
func flagOf(e yamldoc.Entry) jvmflag.Option {
	text := source.Join(source.Unlocated("-XX:", "the operator"), e.Key.Text(), source.Unlocated("=", "the operator"), e.Value.Text())
	switch e.Value.Value() {
	case "true":
		text = source.Join(source.Unlocated("-XX:+", "the operator"), e.Key.Text())
	case "false":
		text = source.Join(source.Unlocated("-XX:-", "the operator"), e.Key.Text())
	}
	return jvmflag.Option{Text: text, Channel: jvmflag.CommandLine}
}
