package input

import (
	"path"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// readContainers finds containers of Kubernetes, in manifests and in values of
// charts: mappings with env and command. Of the JVM nothing is read yet but
// which variables of options the command does not expand.
func (in *Input) readContainers(n *yamldoc.Node) {
	for _, item := range n.Items() {
		in.readContainers(item)
	}
	for _, e := range n.Entries() {
		in.readContainers(e.Value)
	}
	if n.Kind() != yamldoc.Mapping {
		return
	}
	start := containerStart(n)
	if !start.java.Located() {
		return
	}
	for _, item := range n.Get("env").Items() {
		name, value := item.Get("name"), item.Get("value")
		if name.Kind() != yamldoc.Scalar || value.Kind() != yamldoc.Scalar {
			continue
		}
		a := assigned{name: name.Value(), value: value.Text()}
		if _, own := channelOf(a.name); own || !a.holdsOptions() || start.reads(a.name) {
			continue
		}
		in.Workloads = append(in.Workloads, &workload.Workload{
			Name: a.name, File: in.File, At: name.Text(), JDK: workload.OpenJDK(),
			Unread: &workload.UnreadVariable{Name: a.name, At: name.Text(), Command: start.java, Exec: start.exec, Kubernetes: true},
		})
	}
}

// containerStart reads command and args: words, in which Kubernetes expands
// $(NAME), and which a shell sees only where they start one.
func containerStart(n *yamldoc.Node) startCommand {
	var words []source.Text
	for _, key := range []string{"command", "args"} {
		for _, item := range n.Get(key).Items() {
			words = append(words, item.Text())
		}
	}
	var start startCommand
	if len(n.Get("command").Items()) == 0 || words[0].Len() == 0 {
		return start
	}
	start.parentheses = true
	for _, w := range words {
		start.expands = append(start.expands, expansion{text: w.String()})
	}
	switch {
	case path.Base(words[0].String()) == "java":
		start.java, start.exec = words[0], true
	case len(words) == 3 && words[1].String() == "-c" && javaFirst.MatchString(words[2].String()):
		start.java = words[2]
	}
	return start
}
