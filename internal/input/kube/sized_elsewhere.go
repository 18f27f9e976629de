package kube

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// nameUnread names the JVMs of a resource of which no option was read. before are
// the workloads that were there before the resource.
func (m *manifests) nameUnread(o *yamldoc.Node, before int) {
	for _, of := range operated() {
		if !of.describes(o) {
			continue
		}
		for _, path := range of.jvms {
			for _, jvm := range eachOf(o, path) {
				at := cmp.Or(jvm.Key(), jvm.Get("name"), o.Get("kind"))
				if len(path) == 0 {
					at = o.Get("kind")
				}
				if of.never || !m.readWithin(at.Span(), jvm.Span(), before) {
					m.NotJudged(at.Span(), "%s", of.why)
				}
			}
		}
	}
}

// describes reports whether the operator starts JVMs for a resource.
func (of operatedJVMs) describes(o *yamldoc.Node) bool {
	group := groupOf(o)
	return (of.group == group || of.group[0] == '.' && strings.HasSuffix(group, of.group)) &&
		(of.kinds == "" || slices.Contains(strings.Fields(of.kinds), kindOf(o)))
}

// groupOf is the group of a resource's apiVersion. Those of operators have a dot.
func groupOf(o *yamldoc.Node) string {
	group, _, _ := strings.Cut(o.Get("apiVersion").Value(), "/")
	return group
}

// limitByDefault takes over the limit that an operator gives a container which names neither limits nor requests.
func (m *manifests) limitByDefault(w *workload.Workload, container *yamldoc.Node, owner podOwner) {
	named := func(n *yamldoc.Node) bool {
		return n.Get("resources", "limits") != nil || n.Get("resources", "requests") != nil
	}
	if pods[owner.kind] || named(container) || named(owner.pod.Parent().Parent()) {
		return
	}
	for _, of := range operated() {
		if of.container == container.Get("name").Value() && of.describes(m.object) {
			w.Memory, _ = workload.Bytes(source.Unlocated(of.limit, "the operator"), source.Default)
			w.Memory.Why = "default limit of the operator"
		}
	}
}

// eachOf are the mappings at a path; "*" stands for each item or entry.
func eachOf(n *yamldoc.Node, path fieldPath) []*yamldoc.Node {
	switch {
	case len(path) == 0 && n.Kind() == yamldoc.Mapping:
		return []*yamldoc.Node{n}
	case len(path) == 0:
		return nil
	case path[0] != "*":
		return eachOf(n.Get(path[0]), path[1:])
	}
	within := append(slices.Clone(n.Items()), lists.Of(n.Entries(), func(e yamldoc.Entry) *yamldoc.Node { return e.Value })...)
	return lists.Flat(within, func(item *yamldoc.Node) []*yamldoc.Node { return eachOf(item, path[1:]) })
}

// readWithin reports whether a workload was read of what stands there.
func (m *manifests) readWithin(key, value source.Span, before int) bool {
	return slices.ContainsFunc(m.Workloads[before:], func(w *workload.Workload) bool {
		at := w.At.Span()
		return at.IsZero() || key.Covers(at) || value.Covers(at)
	})
}

// readAsContainer reads a resource whose spec is that of a container, where it names the
// image that is started: by itself the release of the operator does.
func (m *manifests) readAsContainer(o *yamldoc.Node, called string, f catalogue.Fact) {
	spec, name := o.Get("spec"), o.Get("metadata", "name")
	if at := pathOf(f.Get("Containers")); at != nil && spec.Get(at...) != nil {
		return // it was read as a container
	}
	w := workload.New(called, m.File, name.Text())
	m.resources(&w, spec)
	w.Limited = false // the operator brings limits of its own
	defaults := m.imageOf(&w, spec.Get("image"))
	if w.Image.Len() == 0 {
		m.NotJudged(name.Span(), "%s", f.Get("Unsized"))
		return
	}
	m.ReadJVMs(w, m.environmentOf(spec, nil), reading.StartCommand{Arguments: true}, defaults)
}

// readCustomResource reads the JVMs that an operator starts for a resource. It
// tells false where the resource has none that is known.
func (m *manifests) readCustomResource(o *yamldoc.Node) bool {
	group, before, kind := groupOf(o), len(m.Workloads), kindOf(o)
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
		of := cmp.Or(item.Get("name").Value(), item.Get("component").Value())
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
	of := r.operated(n)
	if !slices.ContainsFunc(options, isFlag) {
		options = append(options, r.JVMOptions(jvmflag.CommandLine, source.Unlocated(of.brought, "the operator's image"))...)
	}
	key = cmp.Or(key, first)
	w := r.OptionsWorkload(name, options)
	w.At, w.Known = key.Text(), workload.PartOfOptions
	for _, p := range r.shape.resources {
		if found := n.Get(p...); found.Kind() == yamldoc.Mapping {
			r.ReportQuantities(resourcesAt(w, found))
			break
		}
		for _, e := range n.Get(p[:len(p)-1]...).Entries() { // a key that nobody reads
			limits := e.Value.Get("limits") != nil || e.Value.Get("requests") != nil
			if near := spelling.Near(e.Key.Value(), slices.Values(p[len(p)-1:]), 2); limits && len(near) > 0 {
				w.Container = &workload.Container{Kubernetes: true, Unknown: []workload.Field{{Key: e.Key.Text(), Of: "spec", Into: near[0].Name}}}
			}
		}
	}
	jvmflag.Known(jvmflag.Runs, w.Options)
	if of.why != "" && !slices.ContainsFunc(w.Options, reading.SizesHeap) {
		r.Doubt(w, key.Span(), "%s", of.why)
	}
	w.Limited = false // the operator may bring limits of its own
	if len(r.shape.image) > 0 {
		valuesReader{file: r.file}.takeImage(w, n.Get(r.shape.image...))
	}
	r.Workloads = append(r.Workloads, w)
}

// operated is what is known of the JVM that a mapping describes.
func (r customResource) operated(n *yamldoc.Node) operatedJVMs {
	o := r.spec.Parent()
	of, _ := lists.First(operated(), func(of operatedJVMs) bool {
		return of.describes(o) && slices.ContainsFunc(of.jvms, func(path fieldPath) bool {
			return len(path) == 0 && n == r.spec || slices.Contains(eachOf(o, path), n)
		})
	})
	return of
}

// isFlag tells a flag of the JVM. Shares of the memory go where operators put the heap.
func isFlag(o jvmflag.Option) bool {
	return strings.HasPrefix(o.String(), "-XX:") && !strings.Contains(o.String(), "RAMPercentage=")
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
	if n.Kind() != yamldoc.Scalar || n.IsNull() {
		return lists.Flat(reading.ItemsOf(n), r.argument)
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
	if sign := map[string]string{"true": "+", "false": "-"}[e.Value.Value()]; sign != "" {
		text = source.Join(source.Unlocated("-XX:"+sign, "the operator"), e.Key.Text())
	}
	return jvmflag.Option{Text: text, Channel: jvmflag.CommandLine}
}

type fieldPath []string

// operatedJVMs are resources for which an operator starts JVMs: where each of them
// stands, from the resource on, and what decides unless an option does.
type operatedJVMs struct {
	group string // of apiVersion; with a dot in front what it ends with
	kinds string // empty: all that have a JVM at a path
	jvms  []fieldPath
	never bool // options do not size it either
	why   string

	brought string // options that the JVM has where it is given no flag

	container, limit string // that the operator gives it by default
}

var operated = catalogue.Table("Operator JVMs", func(f catalogue.Fact) operatedJVMs {
	jvms := pathsOf(f.Get("JVMs"))
	if len(jvms) == 0 {
		jvms = []fieldPath{{}} // a resource with one kind of JVM
	}
	return operatedJVMs{
		f.Subject(), f.Get("Kinds"), jvms, f.Get("Options") == "none", f.Get("Unsized"), f.Get("Without flags"), f.Get("Container"), f.Get("Limit"),
	}
})

// jvmShape is how the resources of an operator describe a JVM: where, from the
// mapping that describes one, its options and its resources stand.
type jvmShape struct {
	group     string      // of apiVersion
	within    string      // an entry of spec whose entries describe a JVM each; empty: any mapping with one of the options
	shared    fieldPath   // options of spec that count where a JVM has none of its own under the same key
	options   []fieldPath // strings and lists of options
	heap      []heapField
	flags     fieldPath   // a mapping of flags with their values
	some      []someField // options that count on some JDKs only
	resources []fieldPath // of which the first counts that is there
	image     []string    // the fields that name repository and tag
}

// someField holds options that count on the JDKs from one up to another.
type someField struct {
	path         fieldPath
	since, until int
}

// heapField is a size that the operator writes behind an option. One in units of Kubernetes becomes bytes.
type heapField struct {
	path     fieldPath
	option   string
	quantity bool
}

var jvmShapes = catalogue.Table("Operator options", func(f catalogue.Fact) jvmShape {
	s := jvmShape{
		group: f.Subject(), within: f.Get("Within"), shared: pathOf(f.Get("Shared")),
		options: pathsOf(f.Get("Options")), flags: pathOf(f.Get("Flags")), resources: pathsOf(f.Get("Resources")),
		image: pathOf(f.Get("Image")),
	}
	for _, field := range f.Fields()[1:] {
		s.add(strings.Fields(field.Key), pathOf(field.Value))
	}
	return s
})

// add adds a field whose key has more than one word: Size -Xmx, Options from 11 to 16.
func (s *jvmShape) add(key []string, path fieldPath) {
	switch {
	case len(key) == 1:
	case key[0] == "Options":
		of := someField{path: path}
		of.since, _ = strconv.Atoi(key[2])
		if len(key) > 4 {
			of.until, _ = strconv.Atoi(key[4])
		}
		s.some = append(s.some, of)
	default:
		s.heap = append(s.heap, heapField{path, key[1], key[0] == "Quantity"})
	}
}

// pathOf reads the keys that lead to a value: spec/kafka.
func pathOf(text string) fieldPath {
	if text == "" {
		return nil
	}
	return strings.Split(text, "/")
}

func pathsOf(text string) []fieldPath {
	return lists.Of(strings.Fields(text), pathOf)
}
