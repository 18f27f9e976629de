package kube

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// readContainers finds containers of Kubernetes in values of charts: mappings
// with env and command. Of the JVM nothing is read there but which variables of
// options the command does not expand.
func (in file) readContainers(n *yamldoc.Node) {
	for _, item := range n.Items() {
		in.readContainers(item)
	}
	for _, e := range n.Entries() {
		in.readContainers(e.Value)
	}
	if n.Kind() != yamldoc.Mapping {
		return
	}
	env := (&manifests{file: in}).environmentOf(n, nil)
	start := containerStart(n, env)
	if !start.Java.Located() {
		return
	}
	reads := start.Reader()
	for v := range env.All() {
		if v.HoldsOptions() && !reads(v.Name) {
			in.Workloads = append(in.Workloads, &workload.Workload{
				Name: v.Name, File: in.File, At: v.At, JDK: workload.OpenJDK(), Unread: start.Unread(v),
			})
		}
	}
}

// containerStart reads command and args: words, in which Kubernetes expands
// $(NAME), and which a shell sees only where they start one.
func containerStart(n *yamldoc.Node, env *reading.Environment) reading.StartCommand {
	if len(n.Get("command").Items()) == 0 {
		start := reading.Started(itemsOf(n.Get("args")), env, true) // the entry point of the image runs it, and may read any variable
		start.Arguments = len(n.Get("args").Items()) > 0
		start.Likely, start.Children, start.Exported = true, true, map[string]bool{}
		for v := range env.All() {
			start.Exported[v.Name] = true
		}
		return start
	}
	start := reading.Started(append(itemsOf(n.Get("command")), itemsOf(n.Get("args"))...), env, true)
	start.Replaced = true
	return start
}

// scriptPlace finds paths at which images have their start scripts.
var scriptPlace = lazyregexp.New(`\.sh$|/s?bin(?:/|$)|/docker(?:/|$)|entrypoint|/(?:launch|run)$`)

// bringsScript tells where a mount may stand before the script of an image.
func bringsScript(target string) bool { return scriptPlace.MatchString(target) }

// mountsScript reports whether a container has such a mount.
func mountsScript(container *yamldoc.Node) bool {
	return slices.ContainsFunc(container.Get("volumeMounts").Items(), func(mount *yamldoc.Node) bool { return bringsScript(mount.Get("mountPath").Value()) })
}

// itemsOf are the words of a list.
func itemsOf(list *yamldoc.Node) []reading.Item {
	var words []reading.Item
	for _, n := range list.Items() {
		w := reading.Item{Text: n.Text()}
		switch s := n.Span(); {
		case s.IsZero() || n.Style() == yamldoc.Literal || n.Style() == yamldoc.Folded || !s.Covers(w.Text.Span()): // the last: a parameter is put in
		case list.Style() == yamldoc.Flow:
			w.Written, w.Comma = source.Verbatim(s), true
		case listItem.MatchString(lineBefore(s)):
			w.Written, w.OwnLine = source.Verbatim(s), true
		}
		words = append(words, w)
	}
	return words
}

var listItem = lazyregexp.New(`^\s*-\s+$`)

// lineBefore is what stands before a span on its line.
func lineBefore(s source.Span) string {
	line := s.File.Line(s.File.Position(s.Start).Line)
	return string(s.File.Data[line.Start:s.Start])
}

// imageOf takes over what the image brings, and gives the options that
// its start script puts first.
func (in file) imageOf(w *workload.Workload, n *yamldoc.Node) source.Text {
	if n.Kind() != yamldoc.Scalar || n.IsNull() {
		return source.Text{}
	}
	return in.named(w, n.Text())
}

func (in file) named(w *workload.Workload, image source.Text) source.Text {
	if image.Len() == 0 {
		return source.Text{}
	}
	return in.BaseImage(w, image)
}
