package reading

import (
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/imagename"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// sizeVariable is one of sizeVariables.
type sizeVariable struct {
	name    string
	options []string
	unit    string
	apart   bool     // it sizes JVMs that the program starts, and no container's own
	over    string   // the variable of options that is not read where this is set
	of      []string // the images whose own scripts read it; none: scripts of the program do
}

// sizeVariables are variables of which the start script of an image makes options: each the size behind some, in a unit
// where the script adds one. The least size of a heap stands right before its largest.
var sizeVariables = sync.OnceValue(func() []sizeVariable {
	var all []sizeVariable
	for _, f := range catalogue.Facts("Variables") {
		for _, field := range f.Fields() {
			if words := strings.Fields(field.Key); words[0] == "Size" {
				a := images.ArgumentOf(field)
				all = append(all, sizeVariable{a.Variable, words[1:], a.Behind, f.Get("Apart") == "yes", f.Get("Instead of"), f.Words("Of images")})
			}
		}
	}
	return all
})

// sizeOptions are the options that sizes of the container stand for, and the variable that gives the first. Without the
// largest size of the heap the others say little. Those of JVMs that the program starts count where they are asked for.
func sizeOptions(env *Environment, apart bool) (options []jvmflag.Option, first Variable) {
	largest := false
	for _, s := range sizeVariables() {
		v, _ := env.Get(s.name)
		if !v.Known { // as most, for which it takes no regular expression
			continue
		}
		m := HeapSize.FindStringSubmatch(v.Value.String())
		if m == nil || s.apart && !apart || HasUnit(m[1]) == (s.unit != "") {
			continue
		}
		for _, o := range s.options {
			text := source.Join(source.Unlocated(o, s.name), v.Value.Slice(0, len(m[1])), source.Unlocated(s.unit, s.name))
			options = append(options, jvmflag.Option{Text: text, Channel: jvmflag.CommandLine})
			largest = largest || o == "-Xmx"
		}
		if first.Name == "" {
			first = v
		}
	}
	if !largest {
		return nil, Variable{}
	}
	return jvmflag.Known(jvmflag.ByConvention, options), first
}

// pageCaches are the variables that size what programs keep of their files outside of the heap.
var pageCaches = sync.OnceValue(func() []string {
	return lists.Flat(catalogue.Facts("Variables"), func(f catalogue.Fact) []string { return f.Words("Page cache") })
})

// pageCacheOf is that of a program, in bytes; unknown where no variable sizes one.
func pageCacheOf(env *Environment) source.Value {
	name, _ := lists.First(pageCaches(), func(name string) bool { _, set := env.Get(name); return set })
	v, _ := env.Get(name)
	if n, is := bytesize.Parse(v.Value.String()); is && v.Known && n > 0 {
		return source.Value{N: int64(min(n, 1<<50)), Origin: source.Configured, Text: v.Value, Why: name}
	}
	return source.Value{}
}

// namesBySpelling are the names of size variables by their letters: people take one underscore for two.
var namesBySpelling = sync.OnceValue(func() map[string]string {
	return lists.Map(sizeVariables(), func(s sizeVariable) (string, string) { return spelling.Joined(s.name), s.name })
})

// addMisspelled adds variables that have the letters of one that sizes the heap of an image's program, and not its name.
func (in *Input) addMisspelled(w workload.Workload, env *Environment) {
	image := strings.ToLower(images.Parse(w.Image.String()).Repository)
	for v := range env.All() {
		meant := namesBySpelling()[spelling.Joined(v.Name)]
		program, _, _ := strings.Cut(strings.ToLower(meant), "_")
		_, set := env.Get(meant)
		isOne := func(s sizeVariable) bool { return s.name == v.Name }
		if meant == "" || set || !strings.Contains(image, program) || slices.ContainsFunc(sizeVariables(), isOne) {
			continue
		}
		in.addUnread(w, workload.UnreadVariable{
			Name: v.Name, At: v.At, Options: v.Value, Image: w.Image, Reads: []string{meant},
		})
	}
}

// withoutForeign is the environment without the sizes that only the scripts of other images are known to read, of
// which it tells: a publisher on Docker Hub whose image has the name of the program may have scripts of another kind.
func (in *Input) withoutForeign(w workload.Workload, env *Environment) *Environment {
	image := images.Parse(w.Image.String()).Repository
	if image == "" || HasPlaceholder(image) || len(imagename.Candidates(image)) > 1 { // in another registry it may be a copy
		return env
	}
	own := env.Clone()
	for _, s := range sizeVariables() {
		if v, set := env.Get(s.name); set && len(s.of) > 0 && !slices.ContainsFunc(s.of, func(name string) bool { return imagename.Is(image, name) }) {
			own.Set(Variable{Name: s.name, At: v.At})
			in.addUnread(w, workload.UnreadVariable{Name: v.Name, At: v.At, Options: v.Value, Image: w.Image, Of: s.of[0]})
		}
	}
	return own
}

// overridden reports whether a size takes the place of a variable of options.
func overridden(name string, env *Environment) bool {
	return slices.ContainsFunc(sizeVariables(), func(s sizeVariable) bool {
		v, set := env.Get(s.name)
		return s.over == name && set && v.Known && HeapSize.MatchString(v.Value.String())
	})
}

// AssignsSizes tells a script that sizes the heap of a JVM by such a variable.
func AssignsSizes(whole source.Text) bool {
	named := func(s sizeVariable) bool { return strings.Contains(whole.String(), s.name+"=") }
	return slices.ContainsFunc(sizeVariables(), named) && len(assignedSizes(whole)) > 0
}

// sized is a JVM of which a script sizes the heap.
type sized struct {
	by      Variable
	options []jvmflag.Option
}

// assignedSizes are the heaps that a script sizes whatever its branches do.
func assignedSizes(whole source.Text) []sized {
	script, ok := shell.Parse(whole)
	if !ok {
		return nil
	}
	env := &Environment{}
	for _, c := range script.Commands {
		for _, a := range c.Assigned {
			if value, all := a.Value.Value(env.Known); a.Set && !c.Inner {
				env.Set(Variable{Name: a.Name.String(), At: a.Name, Value: value, Known: all && !a.Adds && !c.Branch})
			}
		}
	}
	var all []sized
	known := sizeVariables()
	for i, s := range known {
		if !slices.Contains(s.options, "-Xmx") {
			continue
		}
		of := &Environment{}
		if i > 0 && slices.Equal(known[i-1].options, []string{"-Xms"}) {
			if v, set := env.Get(known[i-1].name); set {
				of.Set(v)
			}
		}
		v, set := env.Get(s.name)
		if of.Set(v); set && !slices.ContainsFunc(all, func(have sized) bool { return have.by.Name == v.Name }) {
			if options, _ := sizeOptions(of, true); len(options) > 0 {
				all = append(all, sized{v, options})
			}
		}
	}
	return all
}

// ReadSizes adds the JVMs of which a script that says nothing else of any sizes the heap.
func (in *Input) ReadSizes(whole source.Text) {
	if len(in.Workloads) > 0 || in.Incomplete {
		return
	}
	for _, s := range assignedSizes(whole) {
		w := in.OptionsWorkload(s.by.Name, s.options)
		w.At = s.by.At
		w.KnowsAtMost(workload.PartOfOptions)
		in.Workloads = append(in.Workloads, w)
	}
}

// HasUnit reports whether a size is more than a number.
func HasUnit(size string) bool { return strings.Trim(size, "0123456789") != "" }

// HeapSize is the size of a heap as files give it, and as the JVM takes it.
var HeapSize = lazyregexp.New(`^(?i)(\d+[kmg]?)(?:i?b)?$`)
