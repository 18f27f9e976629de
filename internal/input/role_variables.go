package input

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/input/template"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// roleVariables are the variables that a role of Ansible gives its templates and tasks: its
// vars, then its defaults. What a file of variables, a play or an inventory sets too is not
// known.
//
//	https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_variables.html#variable-precedence-where-should-i-put-a-variable
func roleVariables(in *reading.Input) template.Variables {
	role, folder, is := reading.RoleOf(in.File.Name)
	if !is || !slices.Contains([]string{"templates", "tasks", "handlers"}, folder) || in.FileBeside == nil || in.Options.SetElsewhere == nil {
		return nil
	}
	up := strings.Repeat("../", strings.Count(in.File.Name, "/")-strings.Count(path.Join(role, folder), "/"))
	own := sync.OnceValue(func() (all []*yamldoc.Node) {
		for _, name := range []string{"vars/main.yml", "vars/main.yaml", "defaults/main.yml", "defaults/main.yaml"} {
			if file := in.FileBeside(up + name); file != nil {
				all = append(all, variablesIn(file)...)
			}
		}
		return all
	})
	given := 0 // bytes
	return func(name string) (value source.Text, known bool) {
		for _, of := range own() {
			n := of.Get(name)
			if n == nil || n.IsNull() {
				continue
			}
			if given += 1 + len(n.Value()); given > mostGiven {
				return source.Text{}, false
			}
			if n.Kind() != yamldoc.Scalar || strings.Contains(n.Value(), "\n") || n.Value() == "" || in.Options.SetElsewhere(role, name) {
				return source.Text{}, false
			}
			if file := n.Span().File; !slices.Contains(in.Shares, file) {
				in.Shares = append(in.Shares, file)
			}
			return n.Text(), true
		}
		return source.Text{}, !in.Options.SetElsewhere(role, name)
	}
}

// mostGiven bounds what variables give a file, in bytes: values may name others, and
// themselves. From there on they are not known.
const mostGiven = 100_000

// filledTasks is the file of a role's tasks with the values of its variables, where they
// leave it what it is; nil where none is put in.
func filledTasks(in *reading.Input, c *reading.Candidate) *source.File {
	if !tasksOfRole.MatchString(in.File.Name) || !hasBraces(in.File.Data) {
		return nil
	}
	filled, some := template.FillKnown(c.Whole, roleVariables(in), plainValue.MatchString)
	if !some {
		return nil
	}
	return source.Filled(in.File.Name, filled, in.File)
}

var (
	tasksOfRole = lazyregexp.New(`(?:^|/)(?:tasks|handlers)/(?:[^/]+/)*[^/]+\.ya?ml$`)
	plainValue  = lazyregexp.New(`^[\w./:@-]+$`) // nothing that YAML reads in another way within a word
)

// variablesIn are those of a file; none where it is not valid YAML.
func variablesIn(file *source.File) (all []*yamldoc.Node) {
	documents, err := yamldoc.Parse(file)
	for _, d := range documents {
		if err == nil {
			all = append(all, d.Root)
		}
	}
	return all
}
