package xmlschema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
)

// Violation is one thing that the schema does not let stand.
type Violation struct {
	At       source.Text     // the name of the element or the attribute, or the value
	Element  *xmldoc.Element // that it is about, where it is its name
	In       *xmldoc.Element // that it stands in
	Fault    Fault
	Message  string
	Expected []string // names, or words, that would be valid there
	Given    string
}

// Fault is what is wrong.
type Fault uint8

// The faults.
const (
	BadValue   Fault = iota
	UnknownKey       // an element or an attribute that may not stand there
	KeyTwice
	Missing  // something that must stand there
	BadWord  // none of some words
	BadWhole // no whole number
)

// Validation is what comes of holding a document against the schema.
type Validation struct {
	Violations []*Violation
	Booleans   []source.Text // that stand where the schema has a boolean
	Whole      []source.Text // and a whole number
}

// Filled gives the text that a member reads, with what it fills in, and reports
// whether that is known.
type Filled func(source.Text) (string, bool)

// mostUnknown is how many elements that may not stand there are told of in one.
const mostUnknown = 20

type validator struct {
	*Validation
	filled Filled
	space  string
}

// Validate holds an element against the type of its kind.
func (s *Schema) Validate(root *xmldoc.Element, space string, filled Filled) Validation {
	v := &validator{&Validation{}, filled, space}
	v.element(root, &element{name: root.Name, of: s.Roots[root.Name]})
	return *v.Validation
}

func (v *validator) add(at source.Text, fault Fault, format string, args ...any) *Violation {
	violation := &Violation{At: at, Fault: fault, Message: fmt.Sprintf(format, args...), Given: at.String()}
	v.Violations = append(v.Violations, violation)
	return violation
}

func (v *validator) element(e *xmldoc.Element, d *element) {
	t := d.of
	if t == nil || t.any {
		return
	}
	v.attributes(e, t)
	switch {
	case t.simple:
		if len(e.Children) > 0 {
			v.unknown(e.Children[0], nil)
		}
		v.text(e, t, d.standard)
		return
	case t.text != nil:
		if len(e.Children) > 0 {
			v.unknown(e.Children[0], nil)
		}
		v.text(e, t.text, d.standard)
		return
	}
	if text := xmldoc.Trim(e.Text); text.Len() > 0 && !t.mixed && !source.HasGap(text.String()) {
		in := v.add(text, BadValue, "<%s> must not contain text", e.Name)
		in.In = e
	}
	v.children(e, t)
}

// text holds that of an element against its type. The schema takes an empty one
// where it has a default, and the code then reads no number and no word.
func (v *validator) text(e *xmldoc.Element, t *Type, standard bool) {
	switch {
	case t.any:
	case e.Text.Len() > 0 || !standard:
		v.value(e, e.Text, t)
	case t.isWhole() || t.words != nil:
		v.add(e.Tag, BadValue, "<%s> is empty", e.Name).In = e
	}
}

func (v *validator) attributes(e *xmldoc.Element, t *Type) {
	_, names := t.Names()
	for _, a := range e.Attributes {
		if a.Space == "http://www.w3.org/2001/XMLSchema-instance" || a.Space == "http://www.w3.org/XML/1998/namespace" {
			continue
		}
		declared, known := t.attributes[a.Name]
		if !known || a.Space != "" {
			violation := v.add(a.Key, UnknownKey, "the attribute %s is not allowed in <%s>", a.Name, e.Name)
			violation.In, violation.Expected = e, names
			continue
		}
		v.value(e, a.Value, declared.of)
	}
	for _, name := range names {
		if _, has := e.Attribute(name); !has && t.attributes[name].required {
			v.add(e.Tag, Missing, "<%s> has no attribute %s", e.Name, name).In = e
		}
	}
}

func (v *validator) unknown(e *xmldoc.Element, expected []string) {
	in := e.Parent.Name
	message := fmt.Sprintf("<%s> is not allowed in <%s>", e.Name, in)
	if e.Space != v.space {
		message = fmt.Sprintf("<%s> is not in the namespace %s", e.Name, v.space)
		expected = nil
	}
	violation := v.add(e.Tag, UnknownKey, "%s", message)
	violation.Element, violation.In, violation.Expected, violation.Given = e, e.Parent, expected, e.Name
}

// children holds those of an element against what may stand in it. One that may
// not is told of, and the others are looked at without it.
func (v *validator) children(e *xmldoc.Element, t *Type) {
	left := e.Children
	for range mostUnknown {
		m := matcher{space: v.space, of: map[*xmldoc.Element]*element{}}
		next := 0
		if t.content != nil {
			next = m.take(t.content, left, 0)
		}
		if next == len(left) {
			for _, name := range m.missing {
				v.add(e.Tag, Missing, "<%s> has no <%s>", e.Name, name).In = e
			}
			for _, c := range left {
				if d := m.of[c]; d != nil {
					v.element(c, d)
				}
			}
			return
		}
		wrong := left[next]
		if known := t.content.names(); slices.Contains(known, wrong.Name) && wrong.Space == v.space {
			violation := v.add(wrong.Tag, KeyTwice, "<%s> is not allowed in <%s> at this place, or not so often", wrong.Name, e.Name)
			violation.Element, violation.In = wrong, e
		} else {
			v.unknown(wrong, known)
		}
		left = slices.Concat(left[:next], left[next+1:])
	}
}

// matcher finds for each element the declaration that it falls under.
type matcher struct {
	space   string
	of      map[*xmldoc.Element]*element
	missing []string
}

// starts reports whether a part may begin with an element.
func (m *matcher) starts(p *particle, e *xmldoc.Element) bool {
	if p.kind == anything {
		return true
	}
	if e.Space != m.space {
		return false
	}
	if p.kind == one {
		return p.others[e.Name] != nil
	}
	if p.elements[e.Name] != nil {
		return true
	}
	for _, part := range p.parts {
		if m.starts(part, e) {
			return true
		}
		if p.kind == sequence && !part.empty() {
			return false
		}
	}
	return false
}

// empty reports whether a part may be left out.
func (p *particle) empty() bool {
	if p.least == 0 {
		return true
	}
	switch p.kind {
	case all:
		for _, part := range p.elements {
			if !part.empty() {
				return false
			}
		}
		return true
	case sequence:
		return !slices.ContainsFunc(p.parts, func(part *particle) bool { return !part.empty() })
	case choice:
		for _, part := range p.elements {
			if part.empty() {
				return true
			}
		}
		return len(p.elements)+len(p.parts) == 0 || slices.ContainsFunc(p.parts, (*particle).empty)
	}
	return false
}

// take goes over the elements that a part stands for, as often as it may, and
// gives the next. What a part may begin with tells which it is: schemas have to
// be so.
func (m *matcher) take(p *particle, es []*xmldoc.Element, i int) int {
	n := 0
	for ; i < len(es) && (p.most < 0 || n < p.most) && m.starts(p, es[i]); n++ {
		i = m.once(p, es, i)
	}
	if n < p.least && !p.empty() {
		m.missing = append(m.missing, strings.Join(p.names(), "> or <"))
	}
	return i
}

func (m *matcher) once(p *particle, es []*xmldoc.Element, i int) int {
	switch p.kind {
	case one:
		m.of[es[i]] = p.others[es[i].Name]
		return i + 1
	case anything:
		return i + 1
	case all:
		seen := map[*particle]bool{}
		for ; i < len(es) && es[i].Space == m.space && p.elements[es[i].Name] != nil && !seen[p.elements[es[i].Name]]; i++ {
			part := p.elements[es[i].Name]
			seen[part], m.of[es[i]] = true, part.others[es[i].Name]
		}
		for _, part := range p.elements {
			if !seen[part] && part.least > 0 {
				m.missing = append(m.missing, strings.Join(part.names(), "> or <"))
			}
		}
		slices.Sort(m.missing)
		m.missing = slices.Compact(m.missing)
		return i
	case choice:
		if part := p.elements[es[i].Name]; part != nil {
			return m.take(part, es, i)
		}
		for _, part := range p.parts {
			if m.starts(part, es[i]) {
				return m.take(part, es, i)
			}
		}
		return i
	}
	for _, part := range p.parts {
		i = m.take(part, es, i)
	}
	return i
}
