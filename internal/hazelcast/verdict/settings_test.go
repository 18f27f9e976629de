package verdict

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// sections cuts a configuration into one for each setting at its top.
func sections(b base) []base {
	docs, err := yamldoc.Parse(source.NewFile(b.name, b.text))
	if err != nil {
		return nil
	}
	m := &mutator{file: source.NewFile(b.name, b.text)}
	var all []base
	for _, e := range docs[0].Root.Get(string(b.kind)).Pairs() {
		lines := m.lines(e)
		text := string(b.kind) + ":\n" + string(m.file.Data[lines.Start:lines.End])
		all = append(all, base{e.Key.Value(), b.kind, []byte(text)})
	}
	return all
}

// Settings of the full examples take strange values, one at a time: of all that
// there are, one in JVMLINT_SETTINGS, by chance.
func TestSettingsAgainstReal(t *testing.T) {
	seed, one := number64(t, "JVMLINT_SEED", 1), number64(t, "JVMLINT_SETTINGS", 200)
	t.Logf("seed %d", seed)
	for _, o := range oracles(t) {
		t.Run(o.release.String(), func(t *testing.T) {
			o.start(t)
			r := rand.New(rand.NewSource(seed))
			chosen := func() bool { return r.Int63n(one) == 0 }
			c := newComparison()
			for _, b := range bases(t, o.jar) {
				for _, section := range sections(b) {
					strangeValues(t, o, section, c, chosen)
				}
			}
			c.report(t)
			assert.Zero(t, c.differ)
			assert.Zero(t, c.elsewhere)
		})
	}
}

func strangeValues(t *testing.T, o *oracle, b base, c *comparison, chosen func() bool) {
	m := &mutator{file: source.NewFile(b.name, b.text)}
	docs, err := yamldoc.Parse(m.file)
	if err != nil {
		return
	}
	m.collect(docs[0].Root)
	try := func(n *yamldoc.Node, value string) {
		if chosen() {
			text := m.splice(n.Span(), value)
			c.add(pathOf(n)+"="+value, text, o.ask(t, b.kind, text), ours(o, b.kind, text))
		}
	}
	for _, value := range strange {
		for _, e := range m.entries[1:] {
			try(e.Value, value)
		}
		for _, n := range m.scalars {
			try(n, value)
		}
	}
}

// pathOf is the place of a node by the keys above it.
func pathOf(n *yamldoc.Node) string {
	if n == nil {
		return ""
	}
	return pathOf(n.Parent()) + "/" + n.Key().Value()
}
