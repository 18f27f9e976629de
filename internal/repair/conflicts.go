package repair

import (
	"fmt"
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Conflict is a refusal with the options that have a part in it.
type Conflict struct {
	Refused
	parties []party
}

// party is a flag that an option sets.
type party struct {
	jvmflag.Setting
	name string // that of the flag; JDK 11 keeps MinHeapSize, which -Xms sets, outside its flags
}

// NewConflict finds the options that have a part in a refusal.
func NewConflict(r Refused) Conflict {
	c := Conflict{Refused: r}
	for _, name := range append([]string{r.Flag}, r.Others...) {
		set, ok := r.pass.Options.Set(name)
		known := slices.ContainsFunc(c.parties, func(p party) bool {
			return p.Option.Text.Same(set.Option.Text)
		})
		if ok && !known {
			c.parties = append(c.parties, party{set, name})
		}
	}
	return c
}

// Places are where the finding may stand: at the value of the flag at fault,
// then of the others.
func (c Conflict) Places() []source.Text {
	var places []source.Text
	for _, set := range c.parties {
		places = append(places, set.Value, set.Option.Text)
	}
	if c.At.Located() && (len(c.parties) == 0 || c.parties[0].Option.Text.Span() != c.At.Span()) {
		places = append([]source.Text{c.At}, places...)
	}
	return places
}

// MentionAll points at all options that have a part.
func (c Conflict) MentionAll(f *lint.Finding) {
	for _, set := range c.parties {
		c.mention(f, set)
	}
}

// mention points at an option that has a part in the finding, unless it stands
// there.
func (c Conflict) mention(f *lint.Finding, set party) {
	at := set.Value
	if !at.Located() || at.Len() == 0 {
		at = set.Option.Text
	}
	if span := set.Option.Text.Span(); !at.Located() {
		f.Note(fmt.Sprintf("%s is set in %s", set.Option, set.Option.Text.Origin()))
	} else if span.IsZero() || !span.Covers(f.Span) {
		f.Because(at, set.name+" is set here")
	}
}

// value is a flag's value as it was typed.
func (c Conflict) value(flag string) (string, bool) {
	set, ok := c.pass.Options.Set(flag)
	return set.Value.String(), ok && set.Value.Len() > 0
}

// heapSizes are the sizes of the heap as people call them.
var heapSizes = map[string]string{"MinHeapSize": "minimum", "InitialHeapSize": "initial", "MaxHeapSize": "maximum"}

// Describe says what does not go together, with the numbers.
func (c Conflict) Describe() string {
	if text := c.heapOverHeap(); text != "" {
		return text
	}
	switch {
	case c.Relation != nil && c.Relation.Left.Number != "":
		return c.against(*c.Relation)
	case c.Fault == jvmflag.OutOfMemory && c.At.Len() > 0:
		return fmt.Sprintf("%q leaves too little memory to start in: %s", c.At, c.Reason())
	}
	return c.quoted() + c.Reason()
}

// heapOverHeap says of two sizes of the heap that the one is over the other;
// it is empty of others.
func (c Conflict) heapOverHeap() string {
	if c.Relation == nil {
		return ""
	}
	less, more := c.Relation.Left.Flag, c.Relation.Right.Flag
	value, given := c.value(less)
	bound, bounded := c.value(more)
	an := map[string]string{"MinHeapSize": "a", "InitialHeapSize": "an"}[less]
	switch {
	case an == "" || heapSizes[more] == "" || !given:
		return ""
	case !bounded && more == "MaxHeapSize" && less == "InitialHeapSize":
		return fmt.Sprintf("an initial heap of %s is more than the maximum that the JVM chooses on this machine", value)
	case !bounded:
		return ""
	case more == "InitialHeapSize":
		return fmt.Sprintf("a minimum heap of %s is more than the initial one of %s", value, bound)
	}
	return fmt.Sprintf("%s %s heap of %s is more than the maximum of %s", an, heapSizes[less], value, bound)
}

// quoted is the option at fault before a colon, where there is one.
func (c Conflict) quoted() string {
	if c.At.Len() > 0 {
		return fmt.Sprintf("%q: ", c.At)
	}
	if len(c.parties) > 0 {
		return fmt.Sprintf("%q: ", c.parties[0].Option)
	}
	return "the JVM does not start: "
}
