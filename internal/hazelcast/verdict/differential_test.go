package verdict

import (
	"archive/zip"
	"fmt"
	"io"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// base is a document that mutations start from.
type base struct {
	name string
	kind Kind
	text []byte
}

var imports = regexp.MustCompile(`(?m)^  import:\n(    .*\n)*`)

// bases are the full examples in a jar, the small ones beside this test, and
// those of JVMLINT_CORPUS.
func bases(t *testing.T, jar string) []base {
	var all []base
	z, err := zip.OpenReader(jar)
	require.NoError(t, err)
	defer z.Close()
	for name, kind := range map[string]Kind{
		"hazelcast-full-example.yaml": Member, "hazelcast-security-hardened.yaml": Member, "hazelcast-client-full-example.yaml": Client, "hazelcast-client-failover-full-example.yaml": Failover,
	} {
		f, err := z.Open(name)
		require.NoError(t, err, name)
		text, err := io.ReadAll(f)
		require.NoError(t, err, name)
		all = append(all, base{name, kind, imports.ReplaceAll(text, nil)})
	}
	dirs := []string{"testdata"}
	if corpus := os.Getenv("JVMLINT_CORPUS"); corpus != "" {
		dirs = append(dirs, corpus)
	}
	for _, dir := range dirs {
		all = append(all, stored(t, dir)...)
	}
	slices.SortFunc(all, func(a, b base) int { return strings.Compare(a.name, b.name) })
	return all
}

// stored are the configurations below a folder.
func stored(t *testing.T, dir string) []base {
	var all []base
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".yaml") && !strings.HasSuffix(path, ".yml") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if kind, ok := keyOf(text); ok {
			all = append(all, base{path, kind, text})
		}
		return nil
	}))
	return all
}

func keyOf(text []byte) (Kind, bool) {
	docs, err := yamldoc.Parse(source.NewFile("hazelcast.yaml", text))
	if err != nil || len(docs) == 0 {
		return "", false
	}
	for _, e := range docs[0].Root.Pairs() {
		if k := Kind(e.Key.Value()); slices.Contains(Kinds, k) {
			return k, true
		}
	}
	return "", false
}

// ours is what this package says of a text.
func ours(o *oracle, kind Kind, text []byte) []Refusal {
	docs, err := yamldoc.Parse(source.NewFile("hazelcast.yaml", text))
	switch {
	case err != nil:
		return []Refusal{{Message: err.Error()}}
	case len(docs) == 0:
		return []Refusal{{Message: "The provided document is null"}}
	}
	config := &hazelcast.Config{}
	for _, d := range docs {
		config.Documents = append(config.Documents, d.Root)
	}
	return (&document{kind: kind}).judge(config, Reading{Release: o.release, Sure: true}).Refusals
}

// comparison counts how both judged.
type comparison struct {
	asked, refused, placed, differ, elsewhere int
	kinds                                     map[string]int
	examples                                  map[string]string
}

// otherFile are refusals for want of a file or a class that the document names.
var otherFile = regexp.MustCompile(`^\w+: (Could not load |Failed to load resource|Could not open stream)|^FileNotFoundException|ClassNotFoundException: .`)

func (c *comparison) add(name string, text []byte, real answer, own []Refusal) {
	if len(own) == 0 && slices.ContainsFunc(real.Thrown, otherFile.MatchString) {
		return // whether it is there the document does not tell
	}
	c.asked++
	if real.refused() {
		c.refused++
	}
	if real.refused() != (len(own) > 0) {
		c.differ++
		c.note(name, text, fmt.Sprintf("VERDICT %s: real %v, ours %v", digits.ReplaceAllString(name, "9"), digits.ReplaceAllString(strings.Join(real.Thrown, "; "), "9"), messagesOf(own)))
		return
	}
	if len(real.Violations) == 0 {
		return
	}
	c.placed++
	want, got := map[string]bool{}, map[string]bool{}
	for _, v := range real.Violations {
		message, _, _ := strings.Cut(v.Message, "\n")
		message, _, _ = strings.Cut(message, " {") // a schema in full
		want[v.Location+" "+message] = true
	}
	for _, r := range own {
		got[r.Location+" "+r.Message] = true
	}
	if !assert.ObjectsAreEqual(want, got) {
		c.elsewhere++
		c.note(name, text, fmt.Sprintf("PLACE real %v, ours %v", want, got))
	}
}

var digits = regexp.MustCompile(`\d+`)

func messagesOf(own []Refusal) string {
	if len(own) == 0 {
		return "nothing"
	}
	return own[0].Location + " " + digits.ReplaceAllString(own[0].Message, "9")
}

func (c *comparison) note(name string, text []byte, kind string) {
	if c.kinds[kind]++; c.examples[kind] == "" {
		c.examples[kind] = name + "\n" + string(text)
	}
}

// report prints what differs, by kind, most first.
func (c *comparison) report(t *testing.T) {
	t.Logf("%d documents: %d refused, %d other verdicts; %d with places, %d other places", c.asked, c.refused, c.differ, c.placed, c.elsewhere)
	var kinds []string
	for kind := range c.kinds {
		kinds = append(kinds, kind)
	}
	slices.SortFunc(kinds, func(a, b string) int { return c.kinds[b] - c.kinds[a] })
	for _, kind := range kinds {
		t.Logf("%d times %s", c.kinds[kind], kind)
	}
	if path := os.Getenv("JVMLINT_REPORT"); path != "" {
		var b strings.Builder
		for _, kind := range kinds {
			fmt.Fprintf(&b, "######## %d times %s\n%s\n", c.kinds[kind], kind, c.examples[kind])
		}
		require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o644))
	}
}

func newComparison() *comparison {
	return &comparison{kinds: map[string]int{}, examples: map[string]string{}}
}

func number64(t *testing.T, name string, standard int64) int64 {
	text := os.Getenv(name)
	if text == "" {
		return standard
	}
	n, err := strconv.ParseInt(text, 10, 64)
	require.NoError(t, err, name)
	return n
}

// What is written by people, and not changed, is judged as the real parser
// judges it.
func TestDocumentsAgainstReal(t *testing.T) {
	for _, o := range oracles(t) {
		t.Run(o.release.String(), func(t *testing.T) {
			o.start(t)
			c := newComparison()
			for _, b := range bases(t, o.jar) {
				c.add(b.name, b.text, o.ask(t, b.kind, b.text), ours(o, b.kind, b.text))
			}
			c.report(t)
			assert.Zero(t, c.differ)
			assert.Zero(t, c.elsewhere)
		})
	}
}

// Nor does a mistake change that: the same verdict, always, and the same
// places, nearly always.
func TestMutationsAgainstReal(t *testing.T) {
	seed := number64(t, "JVMLINT_SEED", 1)
	count := number64(t, "JVMLINT_MUTATIONS", 400)
	t.Logf("seed %d", seed)
	for _, o := range oracles(t) {
		t.Run(o.release.String(), func(t *testing.T) {
			o.start(t)
			r := rand.New(rand.NewSource(seed))
			c := newComparison()
			all := bases(t, o.jar)
			for range count {
				b := all[r.Intn(len(all))]
				if r.Intn(3) == 0 {
					b = all[r.Intn(3)] // the full examples have the most to change
				}
				text := mutate(r, b.text)
				c.add(b.name, text, o.ask(t, b.kind, text), ours(o, b.kind, text))
			}
			c.report(t)
			assert.Zero(t, c.differ)
			assert.LessOrEqual(t, c.elsewhere*20, c.placed, "over 5 %% of the places differ")
		})
	}
}
