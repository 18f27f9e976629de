package input

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// recipe is what one shell runs.
type recipe struct {
	lines []source.Text
	own   map[string]*makeVariable // of its target
}

// makeParser goes over the lines of a Makefile.
type makeParser struct {
	*makeVariables
	whole   source.Text
	recipes []recipe
	own     map[string]map[string]*makeVariable // variables of single targets
	prefix  byte                                // with which lines of recipes begin
	target  string                              // of the rule; empty before the first
	depth   int                                 // of conditionals
	unnamed []source.Text                       // options of variables whose names are put together
	joins   bool                                // one shell runs all lines of a rule
	first   bool                                // no line of the rule was read yet
}

func parseMakefile(whole source.Text) *makeParser {
	p := &makeParser{makeVariables: newMakeVariables(), whole: whole, own: map[string]map[string]*makeVariable{}, prefix: '\t'}
	p.joins = oneShell.MatchString(whole.String())
	for at := 0; at < whole.Len(); {
		at = p.next(at)
	}
	return p
}

var (
	oneShell     = lazyregexp.New(`(?m)^\.ONESHELL[ \t]*:`)
	conditional  = lazyregexp.New(`^(?:if(?:eq|neq|def|ndef)|else|endif)\b`)
	defining     = lazyregexp.New(`^(?:(?:export|override|private)[ \t]+)*define[ \t]+\S`)
	endsDefine   = lazyregexp.New(`^[ \t]*endef\b`)
	makeSets     = lazyregexp.New(`^((?:(?:export|override|private)[ \t]+)*)([A-Za-z_][\w.-]*)[ \t]*(:{0,3}=|\?=|\+=|!=)[ \t]*`)
	madeName     = lazyregexp.New(`^[\w.-]*\$[({][^=]*=`)
	makeExports  = lazyregexp.New(`^export(?:[ \t]+([A-Za-z_][\w \t]*))?$`)
	makeRule     = lazyregexp.New(`^([^:=#]+)::?[ \t]*`)
	prefixSetter = lazyregexp.New(`^\.RECIPEPREFIX[ \t]*:?=[ \t]*(\S)`)
)

// next reads what begins on a line, and gives where the line behind it does.
func (p *makeParser) next(at int) int {
	s := p.whole.String()
	if p.target != "" && s[at] == p.prefix {
		line, next := p.recipeLine(at)
		p.addRecipe(line)
		return next
	}
	line, next := p.joinedLine(at)
	text := line.String()
	switch {
	case conditional.MatchString(text):
		switch {
		case strings.HasPrefix(text, "if"):
			p.depth++
		case strings.HasPrefix(text, "endif"):
			p.depth = max(0, p.depth-1)
		}
	case defining.MatchString(text):
		return p.define(next)
	case prefixSetter.MatchString(text):
		p.prefix = prefixSetter.FindStringSubmatch(text)[1][0]
	case makeSets.MatchString(text):
		p.set(p.variables, line, p.depth > 0)
	case makeExports.MatchString(text):
		p.export(strings.Fields(makeExports.FindStringSubmatch(text)[1]))
	case madeName.MatchString(text) && reading.HeapOrX.MatchString(text):
		p.unnamed = append(p.unnamed, line)
	case makeRule.MatchString(text):
		p.rule(line)
	}
	return next
}

// rule begins one, or sets a variable for its targets only. The first line of its
// recipe may stand behind a semicolon.
func (p *makeParser) rule(line source.Text) {
	m := makeRule.FindStringSubmatchIndex(line.String())
	target, rest := strings.Join(strings.Fields(line.String()[m[2]:m[3]]), " "), line.Slice(m[1], line.Len())
	if makeSets.MatchString(rest.String()) {
		if p.own[target] == nil {
			p.own[target] = map[string]*makeVariable{}
		}
		p.set(p.own[target], rest, p.depth > 0)
		return
	}
	p.target, p.first = target, true
	if i := strings.IndexByte(rest.String(), ';'); i >= 0 {
		p.addRecipe(rest.Slice(i+1, rest.Len()))
	}
}

// define reads the lines of a variable that has several: as a rule, they are
// commands that recipes run by its name.
func (p *makeParser) define(at int) int {
	s := p.whole.String()
	for at < len(s) && !endsDefine.MatchString(s[at:reading.LineAfter(s, at)]) {
		line, next := p.recipeLine(at)
		p.recipes = append(p.recipes, recipe{lines: []source.Text{line}})
		at = next
	}
	if at < len(s) {
		at = reading.LineAfter(s, at)
	}
	return at
}

func (p *makeParser) addRecipe(line source.Text) {
	last := len(p.recipes) - 1
	if p.joins && !p.first {
		p.recipes[last].lines = append(p.recipes[last].lines, line)
		return
	}
	p.first = false
	p.recipes = append(p.recipes, recipe{[]source.Text{line}, p.own[p.target]})
}

// recipeLine is a line that a shell gets, with the ends of lines within it, and
// without the mark of a recipe.
func (p *makeParser) recipeLine(at int) (source.Text, int) {
	s := p.whole.String()
	var parts []source.Text
	for {
		next := reading.LineAfter(s, at)
		if at < len(s) && s[at] == p.prefix {
			at++
		}
		end := at + len(strings.TrimRight(s[at:next], "\r\n"))
		parts = append(parts, p.whole.Slice(at, end))
		if end == at || s[end-1] != '\\' || next == len(s) {
			return source.Join(parts...), next
		}
		parts = append(parts, source.Coded("\n", p.whole.Slice(end, next).Span()))
		at = next
	}
}

// joinedLine is a line as make reads it: without its comment, and with a blank for
// each end of a line that goes on.
func (p *makeParser) joinedLine(at int) (source.Text, int) {
	s := p.whole.String()
	var parts []source.Text
	comment := false
	for {
		next := reading.LineAfter(s, at)
		at += blanks(s[at:next])
		line := strings.TrimRight(s[at:next], " \t\r\n")
		text, goesOn := strings.CutSuffix(line, `\`)
		if sign := makeComment(text); !comment && sign >= 0 {
			text = text[:sign]
			parts, comment = append(parts, p.whole.Slice(at, at+len(strings.TrimRight(text, " \t")))), true
		}
		if !comment {
			parts = append(parts, p.whole.Slice(at, at+len(strings.TrimRight(text, " \t"))))
		}
		if !goesOn || next == len(s) {
			return source.Join(parts...), next
		}
		if !comment {
			parts = append(parts, source.Coded(" ", p.whole.Slice(at+len(line)-1, at+len(line)).Span()))
		}
		at = next
	}
}

// makeComment is where a comment begins; -1: there is none.
func makeComment(line string) int {
	for i := range len(line) {
		if line[i] == '#' && (i == 0 || line[i-1] != '\\') {
			return i
		}
	}
	return -1
}
