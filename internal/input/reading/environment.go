package reading

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Variable is an environment variable of a container.
type Variable struct {
	Name  string
	At    source.Text // where its name stands
	Value source.Text // with the values of others put in
	Known bool        // false: it is set, to something that the file does not say
	Raw   string      // as it is written
	Bulk  bool        // it comes with all others of a ConfigMap or a file, whoever of its readers they are for
	List  source.Span // of variables that are written for this container alone, where it stands in one
}

// VariableOf reads NAME=value; of a name alone the value is not known.
func VariableOf(t source.Text) Variable {
	name, _, given := strings.Cut(t.String(), "=")
	return Variable{Name: name, At: t.Slice(0, len(name)), Value: t.Slice(min(len(name)+1, t.Len()), t.Len()), Known: given}
}

// Environment is what a container's process gets: its variables, in the order of Kubernetes with envFrom first, of
// which the last of a name counts; and the files and the folder that it finds.
type Environment struct {
	Open  bool          // others may come from what the file does not hold
	From  source.Text   // names that, where something does
	Stray []source.Text // options that stand where a variable is set, and set none

	Replaced []Variable // options that another of the same name in the same list replaces

	Closed bool           // nothing else sets variables of options: not the image, and not who deploys it
	Files  ContainerFiles // nil: none is known
	Runs   *Runs          // of scripts, by containers of the same file; nil: nobody counts
	Folder string         // that the container works in; empty: that is not known

	Volumes []string // folders that the image declares to be some

	set  []Variable     // in the order in which they are set
	last map[string]int // of each name, the one that counts
	put  int            // what was put in for variables, in bytes
}

// mostPut bounds what is put in for all variables together, in bytes: one that holds itself twice doubles with each
// line. Linux gives a process 2 MiB for its variables and arguments.
const mostPut = 1 << 20

// pieceBytes is what a further piece of a text counts for.
const pieceBytes = 16

// All are the variables that count.
func (e *Environment) All() iter.Seq[Variable] {
	return func(yield func(Variable) bool) {
		for i, v := range e.set {
			if e.last[v.Name] == i && !yield(v) {
				return
			}
		}
	}
}

// Get gives a variable, and whether it is set.
func (e *Environment) Get(name string) (Variable, bool) {
	if i, ok := e.last[name]; ok {
		return e.set[i], true
	}
	return Variable{}, false
}

// Any reports whether one of the variables that count is so.
func (e *Environment) Any(so func(Variable) bool) bool {
	return lists.Any(e.All(), so)
}

// Known is the value of a variable that the file tells, to be put in for it. Of
// what comes to more than mostPut in all nothing is known.
func (e *Environment) Known(name string) (source.Text, bool) {
	v, set := e.Get(name)
	if !set || !v.Known {
		return source.Text{}, false
	}
	if e.put += v.Value.Len() + pieceBytes*v.Value.Runs(); e.Over() {
		return source.Text{}, false
	}
	return v.Value, true
}

// Over reports whether something was not put in because it was too much.
func (e *Environment) Over() bool { return e.put > mostPut }

// Hides reports whether one of the variables is set, to something that the file does not say.
func (e *Environment) Hides(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		v, set := e.Get(name)
		return set && !v.Known
	})
}

// Set sets a variable, behind all others.
func (e *Environment) Set(v Variable) {
	if e.last == nil {
		e.last = map[string]int{}
	}
	if _, again := e.last[v.Name]; !again && len(e.last) == mostVariables {
		e.put = mostPut + 1
		return
	}
	if len(e.set) > 2*len(e.last)+mostGone {
		e.set = slices.Collect(e.All())
		for i, v := range e.set {
			e.last[v.Name] = i
		}
	}
	if i, again := e.last[v.Name]; again && v.replaces(e.set[i]) {
		e.Replaced = append(e.Replaced, e.set[i])
	}
	e.last[v.Name] = len(e.set)
	e.set = append(e.set, v)
}

// replaces reports whether options of another variable in the same list are lost by this one.
func (v Variable) replaces(other Variable) bool {
	options := other.Value.String()
	return v.List == other.List && !v.List.IsZero() && v.Known && OptionInside.MatchString(options) && !strings.Contains(v.Value.String(), options)
}

// Strays takes over what stands where a variable is set and has no name, and reports whether it is an option.
func (e *Environment) Strays(t source.Text) bool {
	if !strings.HasPrefix(t.String(), "-") || !OptionInside.MatchString(t.String()) {
		return false
	}
	e.Stray = append(e.Stray, t)
	return true
}

const (
	mostVariables = 10_000 // that a process gets
	mostGone      = 100    // that were set again, and are still kept
)

// OpenTo says that others come from what is named, and is not known.
func (e *Environment) OpenTo(name source.Text) {
	if !e.Open {
		e.Open, e.From = true, name
	}
}

// has reports whether a file of the container is known.
func (e *Environment) has(file string) bool {
	if e.Files == nil {
		return false
	}
	_, found := e.Files(file)
	return found
}

// Clone is the same environment, which may then differ.
func (e *Environment) Clone() *Environment {
	return &Environment{Open: e.Open, From: e.From, Closed: e.Closed, Files: e.Files, Runs: e.Runs, Folder: e.Folder, Volumes: e.Volumes, set: slices.Clone(e.set), last: maps.Clone(e.last), put: e.put}
}

// Without is the environment of the same container, of which no variable is put in.
func (e *Environment) Without() *Environment {
	return &Environment{Files: e.Files, Runs: e.Runs, Folder: e.Folder}
}

// mostExpanded bounds variables that double what others hold, in bytes: Linux
// gives a process no single string that is longer (MAX_ARG_STRLEN).
const mostExpanded = 128 << 10

var reference = lazyregexp.New(`\$\$|\$\([A-Za-z_.-][\w.-]*\)`)

// ExpandReferences puts values in for $(NAME) as Kubernetes does: what is not
// set stays as it is written, and $$ is a dollar sign.
// https://github.com/kubernetes/kubernetes/blob/v1.30.0/third_party/forked/golang/expansion/expand.go, Expand
func ExpandReferences(t source.Text, env *Environment) source.Text {
	s := t.String()
	length := len(s)
	return t.Replace(reference.FindAllStringIndex(s, -1), func(m []int) (source.Text, bool) {
		if s[m[0]:m[1]] == "$$" {
			return t.Slice(m[0]+1, m[1]), true
		}
		value, ok := env.Known(s[m[0]+2 : m[1]-1])
		if length += value.Len(); length > mostExpanded {
			env.put, ok = mostPut+1, false
		}
		return value, ok
	})
}

// references are the places where variables name others.
func (e *Environment) references() []Expansion {
	return lists.Found(slices.Collect(e.All()), func(v Variable) (Expansion, bool) {
		names := reference.FindAllString(v.Raw, -1)
		return Expansion{Variable: v.Name, Text: strings.Join(names, " ")}, names != nil
	})
}

// ReadOwnChannels reads the variables that the JVM reads itself. Where they may
// hold what the file does not say, the options are only a part.
func (in *Input) ReadOwnChannels(w *workload.Workload, env *Environment) {
	if env.Open {
		w.KnowsAtMost(workload.PartOfOptions)
	}
	for _, channel := range jvmflag.EnvironmentChannels {
		if value, ok := env.Known(channel.String()); ok {
			w.Options = append(w.Options, in.JVMOptions(channel, value)...)
			w.Variables = append(w.Variables, jvmflag.Variable{Channel: channel, Text: value})
		}
		if env.Hides(channel.String()) {
			w.KnowsAtMost(workload.PartOfOptions)
		}
	}
}

// Overrides are the variables of a container as a member sees them.
func (e *Environment) Overrides() []hazelcast.Variable {
	return lists.Found(slices.Collect(e.All()), func(v Variable) (hazelcast.Variable, bool) {
		written := v.At.String() == v.Name // another where envFrom puts a prefix before it
		return hazelcast.Variable{Name: v.At, Value: v.Value}, written
	})
}

// mostBeside bounds what is read of files beside one, in bytes: each container may name the same.
const mostBeside = 16 << 20

// ReadBeside gives a file that another names, by its path from there; nil where
// there is none, or too much was read of such files.
func (in *Input) ReadBeside(name string) *source.File {
	if in.FileBeside == nil || in.beside > mostBeside {
		return nil
	}
	file := in.FileBeside(name)
	if file == nil {
		return nil
	}
	if in.beside += len(file.Data); in.tooMuchBeside() {
		return nil
	}
	in.Link(Includes, file)
	return file
}

// EnvironmentFile sets the variables of a file beside the one that is read. It tells false where there is no such file.
func (in *Input) EnvironmentFile(name string, env *Environment) bool {
	file := in.ReadBeside(name)
	if file == nil {
		return false
	}
	for found := range entries(TextOf(file)) {
		for _, a := range found {
			if a.Closed {
				env.Set(Variable{Name: a.Name, At: a.At, Value: a.Value, Known: true, Bulk: true})
			}
		}
	}
	return true
}

// tooMuchBeside reports whether no further file beside is read, and says so.
func (in *Input) tooMuchBeside() bool {
	if in.beside <= mostBeside {
		return false
	}
	in.Problem(source.Span{}, "the files that it names have more than %d bytes in all: from here on they are not read", mostBeside)
	return true
}
