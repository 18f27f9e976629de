package start

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/source"
)

// environment is what a container sets; nothing else is set.
type environment map[string]string

func (e environment) names() []string {
	var all []string
	for name := range e {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

func (e environment) String() string {
	var b strings.Builder
	for _, name := range e.names() {
		fmt.Fprintf(&b, "%s=%q ", name, e[name])
	}
	return b.String()
}

// filesOf finds a file by its path from the folder of a script.
type filesOf = func(string) (source.Text, bool)

// plainly are the words of each java that a script comes to by itself on JDK 17.
func plainly(name, text string, env environment, arguments []string, files filesOf) [][]string {
	s := Script{
		Text: source.Unlocated(text, name), Name: name, Names: env.names(), File: files,
		Variables: func(name string) (source.Text, bool) { return source.Unlocated(env[name], name), true },
		Arguments: []source.Text{},
	}
	for _, a := range arguments {
		s.Arguments = append(s.Arguments, source.Unlocated(a, "an argument"))
	}
	w := newWorlds(s)
	r := &run{script: w.script, world: world{jdk: 17}, reached: w.reached, kept: w.kept}
	r.whole()
	var all [][]string
	for _, l := range r.launches {
		words := []string{}
		for _, w := range l.Words {
			words = append(words, w.Text.String())
		}
		all = append(all, words)
	}
	return all
}

// modelled are the models of start scripts, with what the catalogue says of them.
func modelled(t *testing.T, each func(t *testing.T, f catalogue.Fact)) {
	facts := catalogue.Facts("Start")
	require.NotEmpty(t, facts)
	for _, f := range facts {
		t.Run(f.Subject(), func(t *testing.T) { each(t, f) })
	}
}

// Each model starts java once, without a variable and with each that its image reads: that one changes the words.
func TestModels(t *testing.T) {
	modelled(t, func(t *testing.T, f catalogue.Fact) {
		text := catalogue.Model(f.Subject())
		require.NotEmpty(t, text)
		require.True(t, strings.HasPrefix(text[strings.IndexByte(text, '#'):], "# "), "what does it model?")
		env := ofImage(f)
		without := plainly("", text, env, nil, nil)
		jvms := number(f.Get("JVMs"), 1)
		require.Len(t, without, jvms)
		for _, a := range f.Words("One of") { // some variables count only beside another
			name, values, _ := strings.Cut(a, "=")
			value, _, _ := strings.Cut(values, "|")
			env[name] = value
		}
		before := plainly("", text, env, nil, nil)
		require.Len(t, before, jvms)
		for _, name := range reads(f) {
			old, set := env[name]
			env[name] = "-Dmodel=1"
			with := plainly("", text, env, nil, nil)
			require.Len(t, with, jvms, name)
			assert.NotEqual(t, before, with, name)
			if delete(env, name); set {
				env[name] = old
			}
		}
		certain(t, f, jvms)
	})
}

// certain tests that nothing of a model is perhaps where it is known what its variables hold; a word may be for
// some releases only.
func certain(t *testing.T, f catalogue.Fact, jvms int) {
	env := ofImage(f)
	for _, a := range slices.Concat(f.Words("Varies"), f.Words("One of"), reads(f)) {
		if name, _, _ := strings.Cut(a, "="); env[name] == "" {
			env[name] = ""
		}
	}
	text := catalogue.Model(f.Subject())
	file := source.NewFile(f.Subject(), []byte(text))
	result, ok := Run(Script{
		Text: source.Verbatim(file.Span(0, len(text))), Names: env.names(),
		Variables: func(name string) (source.Text, bool) { return source.Unlocated(env[name], name), true },
	})
	require.True(t, ok)
	assert.False(t, result.Over)
	assert.Len(t, result.Launches, jvms)
	for _, l := range result.Launches {
		for _, w := range l.Words {
			assert.False(t, w.Perhaps, w.Text)
		}
	}
}

// What the options of a script say by default stands in its model, in that order.
func TestModelsHaveTheOptions(t *testing.T) {
	for _, f := range catalogue.Facts("Image") {
		start, script := f.Get("Start"), f.Get("Script")
		if start == "" || script == "" {
			continue
		}
		t.Run(f.Subject()+":"+f.Get("Tag"), func(t *testing.T) {
			env, lines := environment{}, catalogue.Facts("Script")
			i := slices.IndexFunc(lines, func(f catalogue.Fact) bool { return f.Subject() == script })
			var want []string
			for _, field := range lines[i].Fields()[1:] {
				a := images.ArgumentOf(field)
				for _, w := range strings.Fields(a.Before + a.Default + a.Behind) {
					if a.Default != "" {
						want = append(want, w)
					}
				}
				if a.Variable != "" && a.Before == "" && a.If == nil && a.Unless == nil {
					env[a.Variable] = "-D" + a.Variable + "=1"
				}
			}
			assert.Equal(t, want, inOrder(want, plainly("", catalogue.Model(start), nil, nil, nil)[0]))
			want = nil
			for _, field := range lines[i].Fields()[1:] {
				if a := images.ArgumentOf(field); env[a.Variable] != "" {
					want = append(want, env[a.Variable])
				}
			}
			assert.Equal(t, want, inOrder(want, plainly("", catalogue.Model(start), env, nil, nil)[0]))
		})
	}
}

// inOrder are the words that stand among others, in the order of those.
func inOrder(words, among []string) (all []string) {
	for _, w := range among {
		if slices.Contains(words, w) {
			all = append(all, w)
		}
	}
	return all
}

// reads are the variables that the images of a model read, but for those that another JVM gets.
func reads(f catalogue.Fact) []string {
	all := f.Words("Varies")
	for _, image := range catalogue.Facts("Image") {
		if image.Get("Start") == f.Subject() {
			all = append(all, image.Words("Reads")...)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(name string) bool { return slices.Contains(f.Words("Elsewhere"), name) })
}

// ofImage are the variables that an image sets.
func ofImage(f catalogue.Fact) environment {
	env := environment{}
	for _, field := range f.Fields() {
		if field.Key == "Set" {
			name, value, _ := strings.Cut(field.Value, "=")
			env[name] = value
		}
	}
	return env
}
