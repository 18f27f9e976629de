package input

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

const Makefile reading.Format = "Makefile without JVM options"

var makefileNames = []string{"Makefile", "makefile", "GNUmakefile", "Makefile.*", "*.mk"}

// makefile reads the commands of recipes, each of which a shell of its own runs,
// and the variables that hold options.
//
// https://www.gnu.org/software/make/manual/make.html
var makefile = reading.Reader{
	Name:    "Makefiles",
	Formats: []reading.Format{Makefile},
	Files:   makefileNames,
	Owns: func(c *reading.Candidate) bool {
		return slices.ContainsFunc(makefileNames, func(pattern string) bool {
			matched, _ := path.Match(pattern, path.Base(c.File.Name))
			return matched
		})
	},
	Read:     func(in *reading.Input, c *reading.Candidate) { readMakefile(in, c.Whole) },
	Comments: reading.OptionsSyntax.Of,
}

func readMakefile(in *reading.Input, whole source.Text) {
	p := parseMakefile(whole)
	for _, r := range p.recipes {
		if in.Full() {
			return
		}
		p.readRecipe(in, r)
	}
	p.readVariables(in)
	for _, line := range p.unnamed {
		in.NotJudged(line.Span(), "the name of the variable that holds its options is unknown")
	}
	if p.over {
		in.Exceeds(whole.Slice(0, 0).Span(), "the substituted variables take more than %d bytes: the Makefile is judged in part only", mostMade)
	}
}

// readRecipe reads what one shell gets of a recipe as the script that it is.
func (p *makeParser) readRecipe(in *reading.Input, r recipe) {
	p.now = r.own
	parts := []source.Text{}
	for _, line := range r.lines {
		line = p.expand(line)
		line = line.Slice(len(recipePrefix.FindString(line.String())), line.Len())
		parts = append(parts, line, source.Unlocated("\n", "make"))
	}
	p.now = nil
	lines := source.Join(parts...)
	text := source.Join(source.Unlocated("#!/bin/sh\n", "make"), p.exportsFor(lines), lines)
	if !isScript(in.File, text) {
		return
	}
	inner := in.Inner(in.File)
	readScript(inner, text)
	in.TakeOver(inner)
}

// recipePrefix is what make takes off a line before a shell gets it.
var recipePrefix = lazyregexp.New(`^[-@+ \t]+`)

// exportsFor sets the variables that make hands to a command, as far as java or
// the command reads them.
func (p *makeParser) exportsFor(line source.Text) source.Text {
	if !strings.Contains(line.String(), "java") {
		return source.Text{}
	}
	var names []string
	for _, c := range jvmflag.EnvironmentChannels {
		names = append(names, c.String())
	}
	for _, found := range shellName.FindAllStringSubmatch(line.String(), -1) {
		if !slices.Contains(names, found[1]) {
			names = append(names, found[1])
		}
	}
	var parts []source.Text
	for _, name := range names {
		v := p.variables[name]
		if v == nil || v.at.Len() == 0 || !v.exported && !p.exportsAll {
			continue
		}
		if value := withinQuotes(p.valueOf(v)); p.affords(value) {
			parts = append(parts, source.Unlocated("export ", "make"), v.at, source.Unlocated("='", "make"), value, source.Unlocated("'\n", "make"))
		}
	}
	return source.Join(parts...)
}

var shellName = lazyregexp.New(`\$\{?([A-Za-z_]\w*)`)

// withinQuotes writes a text as it stands between single quotes of a shell.
func withinQuotes(t source.Text) source.Text {
	var parts []source.Text
	at := 0
	for i := range t.Len() {
		if t.String()[i] == '\'' {
			parts = append(parts, t.Slice(at, i), source.Coded(`'\''`, t.Slice(i, i+1).Span()))
			at = i + 1
		}
	}
	return source.Join(append(parts, t.Slice(at, t.Len()))...)
}

// readVariables adds the JVMs that get variables of options which no command of a
// recipe gets: other programs may be handed them.
func (p *makeParser) readVariables(in *reading.Input) {
	taken := map[source.Span]bool{}
	for _, w := range in.Workloads {
		for _, o := range w.Options {
			taken[reading.Beginning(o)] = true
		}
	}
	var lines, perhaps []source.Text
	for _, v := range p.all {
		lines = appendLine(lines, v, p.valueOf(v))
		for _, value := range v.perhaps {
			perhaps = appendLine(perhaps, v, p.expand(value))
		}
	}
	for i, some := range [][]source.Text{lines, perhaps} {
		if len(some) == 0 {
			continue
		}
		inner := &reading.Input{File: in.File, Options: in.Options}
		inner.ReadOptions(source.Join(some...))
		inner.Workloads = slices.DeleteFunc(inner.Workloads, func(w *workload.Workload) bool {
			w.Branches = w.Branches || i == 1
			return !slices.ContainsFunc(w.Options, func(o jvmflag.Option) bool { return !taken[reading.Beginning(o)] })
		})
		in.TakeOver(inner)
	}
}

// appendLine adds a variable that holds options, as a line of a file of variables.
func appendLine(lines []source.Text, v *makeVariable, value source.Text) []source.Text {
	a := reading.Assigned{Name: v.at.String(), At: v.at, Value: value}
	if !a.HoldsOptions() {
		return lines
	}
	return append(lines, v.at, source.Unlocated("=", "make"), value, source.Unlocated("\n", "make"))
}
