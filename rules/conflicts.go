package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// conflict is a refusal with the options that have a part in it.
type conflict struct {
	refusal
	text    string // all that the JVM says
	parties []party
}

// party is a flag that an option sets.
type party struct {
	jvmflag.Setting
	name string // that of the flag; JDK 11 keeps MinHeapSize, which -Xms sets, outside its flags
}

// spoken are flags by what HotSpot calls them, and other flags that may stand
// for them.
var spoken = []struct{ words, flag string }{
	{"initial heap", "InitialHeapSize"}, {"maximum heap", "MaxHeapSize"}, {"Max heap size", "MaxHeapSize"}, {"minimum heap", "MinHeapSize"},
	{"inimum and", "MinHeapSize"}, {"object heap", "MaxHeapSize"}, {"Java heap", "MaxHeapSize"}, {"young gen", "NewSize"}, {"OutOfMemoryError: Metaspace", "MaxMetaspaceSize"},
}

var flagName = lazyregexp.New(`[A-Z][A-Za-z0-9]+`)

func newConflict(r refusal) conflict {
	c := conflict{refusal: r, text: strings.Join(r.says(), "\n")}
	add := func(name string) {
		set, ok := r.pass.Options.Set(name)
		known := slices.ContainsFunc(c.parties, func(p party) bool {
			return p.Option.Text.Span() == set.Option.Text.Span() && p.Option.String() == set.Option.String()
		})
		if ok && !known {
			c.parties = append(c.parties, party{set, name})
		}
	}
	add(r.Flag)
	for _, name := range flagName.FindAllString(c.text, -1) {
		add(name)
	}
	for _, s := range spoken {
		if strings.Contains(strings.ToLower(c.text), strings.ToLower(s.words)) {
			add(s.flag)
		}
	}
	return c
}

// places are where the finding may stand: at the value of the flag at fault,
// then of the others.
func (c conflict) places() []source.Text {
	var places []source.Text
	for _, set := range c.parties {
		places = append(places, set.Value, set.Option.Text)
	}
	if c.At.Located() && (len(c.parties) == 0 || c.parties[0].Option.Text.Span() != c.At.Span()) {
		places = append([]source.Text{c.At}, places...)
	}
	return places
}

// mention points at an option that has a part in the finding, unless it stands
// there.
func (c conflict) mention(f *lint.Finding, set party) {
	at := set.Value
	if !at.Located() || at.Len() == 0 {
		at = set.Option.Text
	}
	if span := set.Option.Text.Span(); !at.Located() {
		f.Note(fmt.Sprintf("%s stands in %s", set.Option, set.Option.Text.Origin()))
	} else if span.IsZero() || !span.Covers(f.Span) {
		f.Because(at, set.name+" is set here")
	}
}

// value is a flag's value as it was typed.
func (c conflict) value(flag string) (string, bool) {
	set, ok := c.pass.Options.Set(flag)
	return set.Value.String(), ok && set.Value.Len() > 0
}

// describe says what does not go together, with the numbers.
func (c conflict) describe() string {
	initial, hasInitial := c.value("InitialHeapSize")
	most, hasMost := c.value("MaxHeapSize")
	least, hasLeast := c.value("MinHeapSize")
	line := c.says()[0]
	switch {
	case strings.HasPrefix(line, "Initial heap size set to a larger value") && hasInitial && hasMost:
		return fmt.Sprintf("an initial heap of %s is more than the maximum of %s", initial, most)
	case strings.HasPrefix(line, "Initial heap size set to a larger value") && hasInitial:
		return fmt.Sprintf("an initial heap of %s is more than the maximum that the JVM takes on this machine", initial)
	case strings.HasPrefix(line, "Incompatible minimum and maximum heap sizes") && hasLeast && hasMost:
		return fmt.Sprintf("a minimum heap of %s is more than the maximum of %s", least, most)
	case strings.HasPrefix(line, "Incompatible minimum and initial heap sizes") && hasLeast && hasInitial:
		return fmt.Sprintf("a minimum heap of %s is more than the initial one of %s", least, initial)
	}
	if m := held.FindStringSubmatch(line); m != nil {
		return c.against(m)
	}
	if strings.Contains(line, "OutOfMemoryError") && c.At.Len() > 0 {
		return fmt.Sprintf("%q leaves too little memory to start in: %s", c.At, c.reason())
	}
	return c.quoted() + c.reason()
}

// quoted is the option at fault before a colon, where there is one.
func (c conflict) quoted() string {
	if c.At.Len() > 0 {
		return fmt.Sprintf("%q: ", c.At)
	}
	if len(c.parties) > 0 {
		return fmt.Sprintf("%q: ", c.parties[0].Option)
	}
	return "the JVM does not start: "
}
