package kube

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/input/template"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// writers are modules of Ansible that write lines into a file, and the parameter that
// holds these.
//
//	https://docs.ansible.com/ansible/latest/collections/ansible/builtin/lineinfile_module.html
//	https://docs.ansible.com/ansible/latest/collections/ansible/builtin/blockinfile_module.html
//	https://docs.ansible.com/ansible/latest/collections/ansible/builtin/replace_module.html
var writers = map[string]string{"lineinfile": "line", "blockinfile": "block", "replace": "replace"}

// written is what tasks write into one file, as far as they do not rule each other out.
type written struct {
	path     string
	lines    []writtenLine
	matches  map[string]bool // what the lines replace: each is there once
	branches bool            // some need not be written
}

type writtenLine struct {
	text source.Text
	node *yamldoc.Node // that holds nothing else; nil where it does
}

// ansible gathers the lines that the tasks of a file write.
type ansible struct {
	files []*written
	last  map[string]*written  // of each path, the one that is gathered
	gone  map[source.Span]bool // words of lines that are to be in no file, by where they begin

	services []source.Text // that tasks start
	texts    []source.Text // that tasks write into files, or run
}

// readAnsible reads options that tasks write line by line: those of one file are
// those of one JVM. It gives the words of lines that tasks take out of files.
func (in file) readAnsible(root *yamldoc.Node) (gone map[source.Span]bool) {
	a := &ansible{last: map[string]*written{}, gone: map[source.Span]bool{}}
	a.tasks(root)
	for _, f := range a.files {
		in.readWritten(f)
	}
	for _, s := range a.services {
		in.NameService(s)
	}
	for _, t := range a.texts {
		filled, _ := template.Fill(t)
		in.NameLaunchesOf(filled)
	}
	return a.gone
}

// withTasks are keys of plays and of blocks under which tasks stand.
var withTasks = []string{"tasks", "pre_tasks", "post_tasks", "handlers", "block", "rescue", "always"}

func (a *ansible) tasks(list *yamldoc.Node) {
	for _, task := range list.Items() {
		for _, e := range task.Entries() {
			switch key := e.Key.Value(); {
			case slices.Contains(withTasks, key):
				a.tasks(e.Value)
			case slices.Contains(starters, strings.TrimPrefix(key, "ansible.builtin.")):
				a.start(task, parametersOf(e.Value))
			case (key == "action" || key == "local_action") && e.Value.Kind() == yamldoc.Scalar: // MODULE NAME=value ...
				if module, _, _ := strings.Cut(e.Value.Value(), " "); slices.Contains(starters, module) {
					a.start(task, parametersOf(e.Value))
				}
			case slices.Contains(commands, strings.TrimPrefix(key, "ansible.builtin.")):
				a.texts = append(a.texts, commandOf(e.Value)...)
			case writers[strings.TrimPrefix(key, "ansible.builtin.")] != "":
				a.write(task, parametersOf(e.Value), writers[strings.TrimPrefix(key, "ansible.builtin.")])
			}
		}
	}
}

// commands are modules of Ansible that run a command, or a script.
//
//	https://docs.ansible.com/ansible/latest/collections/ansible/builtin/shell_module.html
var commands = []string{"shell", "command", "raw"}

// commandOf is what such a module runs.
func commandOf(n *yamldoc.Node) []source.Text {
	if n.Kind() == yamldoc.Mapping {
		n = n.Get("cmd")
	}
	if n.Kind() != yamldoc.Scalar {
		return nil
	}
	return []source.Text{n.Text()}
}

// starters are modules of Ansible that start services.
//
//	https://docs.ansible.com/ansible/latest/collections/ansible/builtin/service_module.html
//	https://docs.ansible.com/ansible/latest/collections/ansible/builtin/systemd_service_module.html
var starters = []string{"service", "systemd", "systemd_service"}

// start keeps the names of services that a task starts and that run a JVM: one, or each
// of its loop.
func (a *ansible) start(task *yamldoc.Node, given map[string]setting) {
	names := []source.Text{given["name"].text}
	if ofItem.MatchString(names[0].String()) {
		for _, item := range loopOf(task) {
			names = append(names, itemOf(item, names[0].String()).Text())
		}
	}
	if !slices.Contains([]string{"started", "restarted", "reloaded"}, given["state"].text.String()) && !slices.Contains([]string{"yes", "true"}, strings.ToLower(given["enabled"].text.String())) {
		return
	}
	for _, name := range names {
		known := slices.ContainsFunc(a.services, func(s source.Text) bool { return nameOf(s) == nameOf(name) })
		if !known && reading.IsJVMService(nameOf(name)) {
			a.services = append(a.services, name)
		}
	}
}

// nameOf is the name of a service, as service takes it, without what is put in: tomcat
// for tomcat{{ version }}.
func nameOf(service source.Text) string {
	return strings.TrimSuffix(withoutActions.ReplaceAllString(service.String(), ""), ".service")
}

// setting is a parameter of a module.
type setting struct {
	text source.Text
	node *yamldoc.Node
}

// parametersOf are the parameters of a module: a mapping, or NAME=value words.
func parametersOf(n *yamldoc.Node) map[string]setting {
	all := map[string]setting{}
	for _, e := range n.Entries() {
		if e.Value.Kind() == yamldoc.Scalar {
			all[e.Key.Value()] = setting{e.Value.Text(), e.Value}
		}
	}
	if n.Kind() == yamldoc.Scalar {
		for _, w := range shell.Split(n.Text()) {
			if name, _, found := strings.Cut(w.Text.String(), "="); found {
				all[name] = setting{text: w.Text.Slice(len(name)+1, w.Text.Len())}
			}
		}
	}
	return all
}

// ofItem is all of a value that a loop puts in: an item, or what it holds by a name.
var ofItem = lazyregexp.New(`^\s*\{\{\s*item(?:\.(\w+)|\[['"](\w+)['"]\])?\s*\}\}\s*$`)

// write adds what a task writes, once for each item of its loop.
func (a *ansible) write(task *yamldoc.Node, given map[string]setting, line string) {
	to := given["path"]
	for _, other := range []string{"dest", "destfile", "name"} {
		if to.text.Len() == 0 {
			to = given[other]
		}
	}
	if given["state"].text.String() == "absent" {
		for _, w := range shell.Split(given[line].text) {
			a.gone[w.Text.Slice(0, min(1, w.Text.Len())).Foremost()] = true
		}
		return
	}
	if to.text.Len() == 0 || given[line].text.Len() == 0 {
		return
	}
	if !isSettings.MatchString(to.text.String()) {
		a.texts = append(a.texts, given[line].text)
	}
	branch := task.Get("when") != nil
	items := loopOf(task)
	if !ofItem.MatchString(given[line].text.String()) || items == nil {
		a.add(to.text.String(), given["regexp"].text.String(), writtenLine(given[line]), branch)
		return
	}
	for _, item := range items {
		value := itemOf(item, given[line].text.String())
		if value.Kind() != yamldoc.Scalar {
			continue
		}
		match := given["regexp"].text.String()
		if ofItem.MatchString(match) {
			match = itemOf(item, match).Value()
		} else if reading.HasPlaceholder(match) {
			match = "" // another for each
		}
		a.add(to.text.String(), match, writtenLine{value.Text(), value}, branch)
	}
}

// isSettings finds files that nobody runs: /etc/security/limits.conf.
var isSettings = lazyregexp.New(`\.(?:conf|cfg|ini|properties|ya?ml|xml|json|options|service|repo|list)$`)

// loopOf are the items of a task's loop, where they stand in it.
func loopOf(task *yamldoc.Node) []*yamldoc.Node {
	for _, key := range []string{"loop", "with_items", "with_list"} {
		if items := task.Get(key).Items(); items != nil {
			return items
		}
	}
	return nil
}

// itemOf is what {{ item }} or {{ item.name }} stands for.
func itemOf(item *yamldoc.Node, in string) *yamldoc.Node {
	m := ofItem.FindStringSubmatch(in)
	if name := m[1] + m[2]; name != "" {
		return item.Get(name)
	}
	return item
}

// add adds a line. One that takes the place of another begins a JVM anew.
func (a *ansible) add(to, match string, line writtenLine, branch bool) {
	f := a.last[to]
	if f == nil || match != "" && f.matches[match] {
		f = &written{path: to, matches: map[string]bool{}}
		a.last[to], a.files = f, append(a.files, f)
	}
	f.lines, f.matches[match], f.branches = append(f.lines, line), true, f.branches || branch
}

// readWritten reads the lines of a file as what they are: options, or variables that
// hold some.
func (in file) readWritten(f *written) {
	var parts []source.Text
	for _, l := range f.lines {
		parts = append(parts, l.text, source.Unlocated("\n", "Ansible"))
	}
	text, filledIn := template.Fill(source.Join(parts...))
	inner := in.Inner(in.File)
	switch s := text.String(); {
	case reading.BeginsWithOption(text) && (reading.HeapOrX.MatchString(s) || optionsFile.MatchString(f.path)):
		inner.ReadOptions(text)
	case reading.IsProgram(text):
		inner.ReadWritten("", text)
	case reading.AssignsOptions(text) || reading.StartsProgram(text):
		inner.ReadScript(text)
	default:
		return
	}
	for _, w := range inner.Workloads {
		w.Name = reading.JoinNames(path.Base(withoutActions.ReplaceAllString(f.path, "")), strings.TrimPrefix(w.Name, "options"))
		w.Branches = w.Branches || f.branches || filledIn
		w.KnowsAtMost(workload.PartOfOptions)
		for i, o := range w.Options {
			own := slices.ContainsFunc(f.lines, func(l writtenLine) bool {
				return l.node != nil && l.node.Style() == yamldoc.Literal && l.node.Span().Covers(o.Text.Foremost())
			})
			w.Options[i].Block, w.Options[i].OwnLine = own, own && o.OwnLine
		}
	}
	for _, l := range f.lines {
		if l.node != nil {
			in.embed(l.node, reading.OptionsSyntax.Read)
		}
	}
	in.TakeOver(inner)
}

// optionsFile is the path of a file of options.
var optionsFile = lazyregexp.New(`(?i)\.(?:vm)?options(?:\.d/|$)|jvm[\w-]*[._-](?:config|options|opts)$|\.jvmopts$`)

var withoutActions = lazyregexp.New(`\{\{[^}]*\}\}`)

// leaveOutTaken takes out JVMs, from one on, of which all options are taken: by others
// before them, too.
func (in file) leaveOutTaken(taken map[source.Span]bool, from, before int) {
	for _, w := range in.Workloads[from:before] {
		for _, o := range w.Options {
			taken[reading.Beginning(o)] = true
		}
	}
	if len(taken) == 0 {
		return
	}
	kept := slices.DeleteFunc(in.Workloads[before:], func(w *workload.Workload) bool {
		return !slices.ContainsFunc(w.Options, func(o jvmflag.Option) bool { return !taken[reading.Beginning(o)] })
	})
	in.Workloads = in.Workloads[:before+len(kept)]
}
