package input

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// makeVariable is a variable of a Makefile.
type makeVariable struct {
	at       source.Text   // where its name stands first
	parts    []source.Text // what it holds, one behind the other
	simple   bool          // variables are put into them already, and not where it is read
	unknown  bool          // only a condition, or a command, decides what it holds
	exported bool          // commands get it in their environment
	perhaps  []source.Text // what it holds by conditions
}

// makeVariables are those of a Makefile.
type makeVariables struct {
	variables  map[string]*makeVariable
	all        []*makeVariable // with those of single targets, in the order in which they are first set
	exportsAll bool

	over   bool                     // more was put in than mostMade
	now    map[string]*makeVariable // of the target whose recipe is read
	active map[string]bool          // variables that are being put in
	spent  int
}

// mostMade bounds what is put in for the variables of a Makefile, in bytes: they
// may double each other.
const mostMade = 1 << 20

// perPiece is what a further piece of a text counts for.
const perPiece = 16

func newMakeVariables() *makeVariables {
	return &makeVariables{variables: map[string]*makeVariable{}, active: map[string]bool{}}
}

// variable is that of a name, which is a new one where there was none.
func (m *makeVariables) variable(all map[string]*makeVariable, name string) *makeVariable {
	v := all[name]
	if v == nil {
		v = &makeVariable{unknown: true}
		all[name] = v
	}
	return v
}

func (m *makeVariables) export(names []string) {
	m.exportsAll = m.exportsAll || len(names) == 0
	for _, name := range names {
		m.variable(m.variables, name).exported = true
	}
}

// set reads NAME = value and its like.
//
//	https://www.gnu.org/software/make/manual/make.html#Setting
func (m *makeVariables) set(all map[string]*makeVariable, line source.Text, branch bool) {
	found := makeSets.FindStringSubmatchIndex(line.String())
	name, operator := line.String()[found[4]:found[5]], line.String()[found[6]:found[7]]
	value := line.Slice(found[1], line.Len())
	v := m.variable(all, name)
	if v.at.Len() == 0 {
		v.at = line.Slice(found[4], found[5])
		m.all = append(m.all, v)
	}
	v.exported = v.exported || strings.Contains(line.String()[found[2]:found[3]], "export")
	simple := strings.HasPrefix(operator, ":")
	if simple || operator == "+=" && v.simple {
		value = m.expand(value)
	}
	if base := m.variables[name]; operator == "+=" && v.unknown && base != nil && base != v {
		v.parts, v.simple, v.unknown = slices.Clone(base.parts), base.simple, base.unknown // that of a target goes on with that of all
	}
	switch {
	case operator == "!=":
		v.unknown = true
	case branch && operator == "+=":
		v.perhaps = append(v.perhaps, value)
		v.parts = append(v.parts, source.Unlocated(" ", "make"), source.GapAt(value.Span()))
	case branch:
		v.perhaps, v.unknown = append(v.perhaps, value), true
	case operator == "?=" && !v.unknown:
	case operator == "+=" && !v.unknown:
		v.parts = append(v.parts, source.Unlocated(" ", "make"), value)
	case operator == "+=" && len(v.perhaps) > 0:
		v.perhaps = append(v.perhaps, value)
	default:
		v.parts, v.simple, v.unknown = []source.Text{value}, simple, false
	}
}

// valueOf is what a variable holds in the end.
func (m *makeVariables) valueOf(v *makeVariable) source.Text {
	value := source.Join(v.parts...)
	if v.simple {
		return value
	}
	return m.expand(value)
}

// expand puts values in for $(NAME), ${NAME} and $N. What is not known, as what a
// function gives, is a gap.
func (m *makeVariables) expand(t source.Text) source.Text {
	s := t.String()
	if !strings.Contains(s, "$") {
		return t
	}
	var parts []source.Text
	from := 0
	for i := 0; i < len(s); i++ {
		if s[i] != '$' {
			continue
		}
		name, end := makeReference(s, i)
		at := t.Slice(i, end)
		parts = append(parts, t.Slice(from, i))
		if name == "$" {
			parts = append(parts, source.Coded("$", at.Span()))
		} else {
			parts = append(parts, m.known(name, at))
		}
		from, i = end, end-1
	}
	return source.Join(append(parts, t.Slice(from, len(s)))...)
}

// known is what is put in for a variable.
func (m *makeVariables) known(name string, at source.Text) source.Text {
	v := m.now[name]
	if v == nil {
		v = m.variables[name]
	}
	if v == nil && namesJava.MatchString(name) {
		return source.Vague("java", at.Span())
	}
	if v == nil || v.unknown || m.active[name] || m.over {
		return source.GapAt(at.Span())
	}
	m.active[name] = true
	defer delete(m.active, name)
	value := m.valueOf(v)
	if !m.affords(value) {
		return source.GapAt(at.Span())
	}
	return value
}

// affords reports whether one more value may be put in.
func (m *makeVariables) affords(value source.Text) bool {
	m.spent += value.Len() + perPiece*value.Runs()
	m.over = m.over || m.spent > mostMade
	return !m.over
}

// namesJava is a variable that can hold little else than the command.
var namesJava = lazyregexp.New(`(?i)^java(?:_?(?:cmd|bin|exe|command))?$`)

// longestReference is in bytes; one that is never closed costs no more, each time.
const longestReference = 1000

// makeReference is the name that a dollar sign begins, and where it ends: a dollar
// sign for itself, and nothing where it is no plain name.
func makeReference(s string, i int) (name string, end int) {
	if i+1 == len(s) {
		return "", i + 1
	}
	closing := map[byte]byte{'(': ')', '{': '}'}[s[i+1]]
	if closing == 0 {
		return s[i+1 : i+2], i + 2
	}
	depth := 0
	for j := i + 1; j < min(len(s), i+longestReference); j++ {
		switch s[j] {
		case s[i+1]:
			depth++
		case closing:
			if depth--; depth == 0 {
				return s[i+2 : j], j + 1
			}
		}
	}
	return "", i + 2
}
