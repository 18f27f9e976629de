package verdicttest

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

var (
	flagName = regexp.MustCompile(`\b[A-Z][A-Za-z0-9]+\b`)
	heldTo   = regexp.MustCompile(`^(\w+) \((-?\d+)\) (?:must|should) be (less|greater) than( or equal to)? (?:[^(]+) \((-?\d+)\)`)
	outside  = regexp.MustCompile(`=(\S+) is outside the allowed range \[ (\S+) \.\.\. (\S+) \]`)
	unlocks  = regexp.MustCompile(`-XX:\+(Unlock\w+)`)
)

// What the words of a refusal name is what it holds as values: nobody has to
// look for it there.
func TestRefusalsHoldWhatTheySay(t *testing.T) {
	cases := readCases(t)
	for _, jdk := range jvmflag.Tables {
		for _, c := range cases {
			holdsWhatItSays(t, jdk, c.line)
		}
		g := newGenerator(jdk, 11)
		for range 500 {
			holdsWhatItSays(t, jdk, g.Line())
		}
	}
}

func holdsWhatItSays(t *testing.T, jdk int, l Line) {
	t.Helper()
	options := l.command().Resolve(jdk)
	refusals := options.Refusals
	if len(refusals) == 0 && options.Program.Kind != jvmflag.Ends {
		if v := hotspot.Start(options, machine(8<<30, 4)); v.Refusal != nil {
			refusals = []*jvmflag.Refusal{v.Refusal}
		}
	}
	for _, r := range refusals {
		said := r.Quote()
		switch r.Cause {
		case jvmflag.LockedFlag:
			if m := unlocks.FindStringSubmatch(said); m != nil {
				assert.Equal(t, m[1], r.Unlock, "JDK %d: %v", jdk, l)
			}
		case jvmflag.BadValue:
			if m := outside.FindStringSubmatch(said); m != nil {
				assert.Equal(t, &jvmflag.Range{Number: m[1], Least: m[2], Most: m[3]}, r.Range, "JDK %d: %v", jdk, l)
			}
		case jvmflag.SizeConflict, jvmflag.MissingFile:
			for _, name := range flagName.FindAllString(said, -1) {
				if _, set := options.Set(name); set {
					assert.Contains(t, append([]string{r.Flag}, r.Others...), name, "JDK %d: %v: %s", jdk, l, said)
				}
			}
			if m := heldTo.FindStringSubmatch(r.Says()[0]); m != nil && assert.NotNil(t, r.Relation, "JDK %d: %v: %s", jdk, l, said) {
				assert.Equal(t, []string{m[1], m[2], m[3] + " than" + m[4], m[5]},
					[]string{r.Relation.Left.Flag, r.Relation.Left.Number, r.Relation.Must.String(), r.Relation.Right.Number}, "JDK %d: %v", jdk, l)
			}
		}
	}
}
