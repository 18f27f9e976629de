package kube

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// nameUnread names the JVMs of a resource of which no option was read. before are
// the workloads that were there before the resource.
func (m *manifests) nameUnread(o *yamldoc.Node, before int) {
	group, _, _ := strings.Cut(o.Get("apiVersion").Value(), "/")
	kind := o.Get("kind").Value()
	for _, of := range operated() {
		if of.group != group && (of.group[0] != '.' || !strings.HasSuffix(group, of.group)) || of.kinds != "" && !slices.Contains(strings.Fields(of.kinds), kind) {
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

// eachOf are the mappings at a path; "*" stands for each item or entry.
func eachOf(n *yamldoc.Node, path fieldPath) []*yamldoc.Node {
	if len(path) == 0 {
		if n.Kind() == yamldoc.Mapping {
			return []*yamldoc.Node{n}
		}
		return nil
	}
	if path[0] != "*" {
		return eachOf(n.Get(path[0]), path[1:])
	}
	var all []*yamldoc.Node
	for _, item := range n.Items() {
		all = append(all, eachOf(item, path[1:])...)
	}
	for _, e := range n.Entries() {
		all = append(all, eachOf(e.Value, path[1:])...)
	}
	return all
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
	w := workload.Workload{Name: called, File: m.File, At: name.Text(), Known: workload.AllOptions, JDK: workload.OpenJDK()}
	m.resources(&w, spec)
	w.Limited = false // the operator brings limits of its own
	defaults := m.imageOf(&w, spec.Get("image"))
	if w.Image.Len() == 0 {
		m.NotJudged(name.Span(), "%s", f.Get("Unsized"))
		return
	}
	m.ReadJVMs(w, m.environmentOf(spec, nil), reading.StartCommand{Arguments: true}, defaults)
}

// taskOptions are keys of options that a program starts its tasks with, in the properties of
// the node that starts them.
var taskOptions = sync.OnceValue(func() []string {
	var all []string
	for _, f := range catalogue.Facts("Task options") {
		all = append(all, f.Words("Task options")...)
	}
	return all
})

var taskOptionsLine = sync.OnceValue(func() *regexp.Regexp {
	keys := strings.ReplaceAll(strings.Join(taskOptions(), "|"), ".", `\.`)
	return regexp.MustCompile(`(?m)^[ \t]*(` + keys + `)[ \t]*[=:][ \t]*(\S.*?)[ \t]*\r?$`)
})

// readTaskOptions reads a text of properties that has some. It reports whether
// it has.
func (in file) readTaskOptions(n *yamldoc.Node, names ...string) bool {
	if n.Kind() != yamldoc.Scalar || !slices.ContainsFunc(taskOptions(), func(key string) bool { return strings.Contains(n.Value(), key) }) {
		return false
	}
	text, some := n.Text(), false
	for _, at := range taskOptionsLine().FindAllStringSubmatchIndex(text.String(), -1) {
		value, name := text.Slice(at[4], at[5]), text.Slice(at[2], at[3])
		var options []jvmflag.Option
		if words, list := reading.JSONWords(value); list {
			for _, w := range words {
				options = append(options, w.Option())
			}
		} else if !strings.HasSuffix(value.String(), `\`) {
			options = in.JVMOptions(jvmflag.CommandLine, value)
		}
		if len(options) == 0 || reading.HasPlaceholder(value.String()) {
			continue
		}
		some = true
		in.Add(workload.Workload{
			Name: reading.JoinNames(append(names, name.String())...), File: in.File, At: name, Known: workload.PartOfOptions, AnyProgram: true, JDK: workload.OpenJDK(),
			Options: jvmflag.Known(jvmflag.Runs, options),
		})
	}
	return some
}
