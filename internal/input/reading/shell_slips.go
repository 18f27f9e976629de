package reading

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// HasSlips reports whether a script has options of a JVM where a shell makes something else of them.
func HasSlips(f *source.File, whole source.Text) bool {
	if !runsShell(f, whole) || !HeapOrX.MatchString(whole.String()) {
		return false
	}
	script, ok := shell.Parse(whole)
	return ok && len(slipsIn(script)) > 0
}

// addSlips adds what reaches no JVM because of them.
func (in *Input) addSlips(script *shell.Script, whole source.Text) {
	if in.File == nil || !runsShell(in.File, whole) {
		return
	}
	for _, slip := range slipsIn(script) {
		w := workload.New("shell", in.File, slip.At)
		w.Known, w.Unread = workload.Nothing, &slip
		in.Add(w)
	}
}

// runsShell tells a script that a shell of Unix runs: by its first line, else by its name.
func runsShell(f *source.File, whole source.Text) bool {
	line, _, _ := strings.Cut(whole.String(), "\n")
	if interpreter, first := strings.CutPrefix(line, "#!"); first {
		words := strings.Fields(interpreter)
		return slices.ContainsFunc(words, func(word string) bool { return start.IsShell(path.Base(word)) })
	}
	return shellFile.MatchString(f.Name)
}

func slipsIn(script *shell.Script) (all []workload.UnreadVariable) {
	add := func(slip workload.ShellSlip, at, name source.Text) {
		all = append(all, workload.UnreadVariable{Name: name.String(), At: at, Slip: slip})
	}
	for _, c := range script.Commands {
		if at := slices.IndexFunc(c.Loose, isOptions); at >= 0 && c.Exports && len(c.Assigned) > 0 {
			add(workload.NoEquals, c.Loose[at].Text, c.Assigned[len(c.Assigned)-1].Name)
		}
		words := c.Words
		for len(words) > 0 && start.Wraps(literal(words[0])) {
			words = words[1:]
		}
		if len(words) == 0 {
			continue
		}
		first := words[0].Text
		alone := len(words) == len(c.Words) && len(c.Assigned) == 0
		switch {
		case first.String() == "set" && len(words) == 2 && setsOptions.MatchString(literal(words[1])):
			add(workload.SetsArguments, words[1].Text, source.Text{})
		case startsAsOption.MatchString(literal(words[0])):
			if slices.ContainsFunc(words, isOptions) && (!alone || slices.ContainsFunc(words, namesProgram)) {
				add(workload.NoProgram, first, source.Text{})
			}
		case len(words) > 2 && words[1].Text.String() == "=" && isOptions(words[2]) && variableName.MatchString(first.String()):
			add(workload.BlanksAtEqual, first, first)
		}
	}
	return all
}

func isOptions(w shell.Word) bool {
	s := literal(w)
	return strings.HasPrefix(strings.TrimSpace(s), "-") && HeapOrX.MatchString(s)
}

// namesProgram tells the options of a command from those in a line of notes.
func namesProgram(w shell.Word) bool {
	return slices.Contains([]string{"-jar", "-cp", "-classpath"}, literal(w))
}

var (
	startsAsOption = lazyregexp.New(`^-(?:X|D[A-Za-z]|javaagent:|server$|jar$|cp$|classpath$)`)
	setsOptions    = lazyregexp.New(`^[A-Za-z_]\w*=["']?-X(?:m[sx]\d|ss\d|X:)`)
	variableName   = lazyregexp.New(`^[A-Za-z_]\w*$`)
)
