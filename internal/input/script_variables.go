package input

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

var script = reader{
	name:     "lines such as JAVA_OPTS=...",
	formats:  []Format{OptionsText},
	files:    []string{"*.env", ".env", ".env.*", "*.sh", "setenv", "standalone.conf", "domain.conf"},
	content:  func(c *candidate) bool { return assignsOptions(c.whole) || startsJava(c.whole) },
	read:     func(in *Input, c *candidate) { in.readScript(c.whole) },
	comments: optionsSyntax.of,
}

// scripted is what a shell script sets for the programs that it starts.
type scripted struct {
	variables []variable // that hold options, in the order of the script
	branches  bool       // some of them are set in one
}

// replaces tells whether the script sets a variable in any case.
func (s scripted) replaces(name string) bool {
	return !s.branches && slices.ContainsFunc(s.variables, func(v variable) bool { return v.name == name })
}

// scriptVariables are the variables that a script sets to options of the JVM,
// with the values of others put in; what is not known stays as it is written.
func scriptVariables(script source.Text, env *environment) scripted {
	var s scripted
	held := &environment{variables: slices.Clone(env.variables)}
	for _, words := range shellCommands(script) {
		s.branches = s.branches || len(words) > 0 && slices.Contains([]string{"if", "case", "for", "while"}, words[0].text)
		for len(words) > 0 && (slices.Contains(wrappers, words[0].text) || words[0].text == "export") {
			words = words[1:]
		}
		for _, w := range words {
			a, ok := w.assigned(script)
			if !ok {
				break
			}
			v := variable{name: a.name, at: a.at, value: expandVariables(a.value, held.known), known: true, raw: a.value.String()}
			held.set(v)
			if _, err := jvmflag.Words(v.value); v.holdsOptions() && a.closed && err == nil {
				s.variables = slices.DeleteFunc(s.variables, func(old variable) bool { return old.name == v.name })
				s.variables = append(s.variables, v)
			}
		}
	}
	return s
}

// echoed are the variables of options that a script writes to a file, by echo:
// other scripts read them there.
func echoed(script source.Text) []variable {
	var all []variable
	for _, words := range shellCommands(script) {
		if len(words) < 2 || words[0].text != "echo" {
			continue
		}
		for _, w := range words[1:] {
			line, _, _ := shellWord(script.Slice(w.start, w.end), 0)
			found, _ := assignmentsAt(line, 0)
			for _, a := range found {
				v := variable{name: a.name, at: a.at, value: a.value, known: true}
				if _, err := jvmflag.Words(v.value); err == nil && a.closed && v.holdsOptions() {
					all = append(all, v)
				}
			}
		}
	}
	return all
}

// assigned is the variable that a word of a script sets.
func (w scriptWord) assigned(script source.Text) (assigned, bool) {
	m := assignmentStart.FindStringSubmatchIndex(script.String()[w.start:w.end])
	if m == nil {
		return assigned{}, false
	}
	raw := script.Slice(w.start, w.end)
	a := assigned{name: raw.String()[m[4]:m[5]], at: raw.Slice(m[4], m[5])}
	a.value, _, a.closed = shellWord(raw, m[1])
	return a, true
}

// startsJava tells a script that does, with options.
func startsJava(whole source.Text) bool {
	return strings.HasPrefix(whole.String(), "#!") && len(javaCommands(whole)) > 0
}

// readScript reads a script of which the JVM gets variables, or all of its options.
func (in *Input) readScript(whole source.Text) {
	if assignsOptions(whole) {
		in.readOptions(whole)
	}
	in.addJavaCommands(javaCommands(whole))
}

// javaCommands are the commands of a script that start java with options,
// each with what of it is known. Scripts with here documents give none.
func javaCommands(script source.Text) []startCommand {
	if !strings.Contains(script.String(), "java") || strings.Contains(script.String(), "<<") {
		return nil
	}
	set := sync.OnceValue(func() scripted { return scriptVariables(script, &environment{}) })
	known := func(name string) (source.Text, bool) {
		i := slices.IndexFunc(set().variables, func(v variable) bool { return v.name == name })
		if i < 0 || set().branches {
			return source.Text{}, false
		}
		return set().variables[i].value, true
	}
	var all []startCommand
	for _, words := range shellCommands(script) {
		for len(words) > 0 && (slices.Contains(wrappers, words[0].text) || assignmentStart.MatchString(words[0].text)) {
			words = words[1:]
		}
		if len(words) < 2 || path.Base(words[0].text) != "java" {
			continue
		}
		split, complete := shellWords(script.Slice(words[1].start, words[len(words)-1].end), known)
		options := jvmflag.OnChannel(jvmflag.CommandLine, split)
		if slices.ContainsFunc(options[:jvmflag.ProgramAt(options)], func(o jvmflag.Option) bool { return heapOrX.MatchString(o.String()) }) {
			all = append(all, startCommand{java: script.Slice(words[0].start, words[0].end), options: options, complete: complete})
		}
	}
	return all
}
