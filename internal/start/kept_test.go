package start

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/source"
)

// A script that was kept does for each container what it does where nothing is kept, and is charged for alike, however
// many containers start it at a time.
func TestKeptScripts(t *testing.T) {
	count, seed := int(jvmtest.Number(t, "JVMLINT_ENVIRONMENTS", 10)), jvmtest.Number(t, "JVMLINT_SEED", 1)
	modelled(t, func(t *testing.T, f catalogue.Fact) {
		random := rand.New(rand.NewPCG(seed, hashOf(f.Subject())))
		kept, text := NewKept(), catalogue.Model(f.Subject())
		file := kept.Model("image", text)
		require.Same(t, file, kept.Model("image", text))
		scripts, want := make([]Script, count), make([]Result, count)
		for i := range scripts {
			env := drawn(random, f)
			scripts[i] = Script{
				Text: source.Verbatim(file.Span(0, len(text))), Name: "start", Names: env.names(),
				Variables: func(name string) (source.Text, bool) { return source.Unlocated(env[name], name), true },
				Unset:     func(name string) bool { _, set := env[name]; return !set },
			}
			if i%2 > 0 { // arguments that are known, as those of an image are
				scripts[i].Arguments = []source.Text{}
			}
			want[i], _ = Run(scripts[i])
		}
		results := make([]Result, 4*count)
		parallel.Each(len(results), func(i int) {
			s := scripts[i%count]
			s.Kept = kept
			results[i], _ = Run(s)
		})
		for i, result := range results {
			assert.Equal(t, want[i%count], result, scripts[i%count].Names)
		}
		assert.Less(t, kept.texts.Room, mostKept)
	})
}

// What is asked of variables, and whether arguments are known, makes another text of a script.
func TestKeptTextsAreOfOneState(t *testing.T) {
	script := Script{Text: whole("run.sh", "exec java -Da=x${OPTS#-}$1 M \"$@\"\n"), Kept: NewKept()}
	unset := func(string) bool { return true }
	words := func(s Script) (all []string) {
		result, _ := Run(s)
		require.Len(t, result.Launches, 1)
		for _, w := range result.Launches[0].Words {
			all = append(all, w.Text.String())
		}
		return all
	}
	closed, given, both := script, script, script
	closed.Unset, both.Unset = unset, unset
	given.Arguments, both.Arguments = []source.Text{}, []source.Text{}
	var all [][]string
	for i, s := range []Script{script, closed, given, both} {
		alone := s
		alone.Kept = nil
		for range 3 {
			assert.Equal(t, words(alone), words(s), i)
		}
		all = append(all, words(s))
	}
	assert.Len(t, all, 4)
	assert.NotEqual(t, all[0], all[1])
	assert.NotEqual(t, all[0], all[2])
	assert.NotEqual(t, all[2], all[3])
}

// A file that scripts read is another one beside functions of their own, which may be called like a program.
func TestKeptTextsBesideFunctions(t *testing.T) {
	read := whole("x.sh", "OS=$(uname)\nif [ \"$OS\" = Linux ]; then OPTS=-Xmx1g; else OPTS=-Xmx2g; fi\nexec java $OPTS -jar a.jar\n")
	script := func(text string, kept *Kept) Script {
		return Script{Text: whole("run.sh", text), Name: "run.sh", Kept: kept,
			File: func(name string) (source.Text, bool) { return read, name == "x.sh" }}
	}
	const plain, own = "true && A=b\n. ./x.sh\n", "uname() { echo Linux; }\n. ./x.sh\n"
	kept := NewKept()
	for range 3 {
		Run(script(plain, kept))
	}
	assert.Less(t, kept.texts.Room, mostKept)
	alone, _ := Run(script(own, nil))
	beside, _ := Run(script(own, kept))
	require.NotEmpty(t, alone.Launches)
	assert.Equal(t, launchesOf(alone), launchesOf(beside))
	assert.Equal(t, alone.Steps, beside.Steps)
}

// launchesOf are the words of each java, with what is perhaps.
func launchesOf(r Result) (all [][]string) {
	for _, l := range r.Launches {
		var words []string
		for _, w := range l.Words {
			words = append(words, fmt.Sprint(w.Text, w.Perhaps))
		}
		all = append(all, words)
	}
	return all
}

// However many scripts there are, few bytes of them are kept.
func TestKeptIsBounded(t *testing.T) {
	kept := NewKept()
	for range 10 {
		script := Script{Text: whole("run.sh", strings.Repeat("# a comment\n", 5000)+"exec java M\n"), Kept: kept}
		for range 3 {
			Run(script)
		}
	}
	assert.GreaterOrEqual(t, kept.texts.Room, 0)
	assert.Less(t, kept.texts.Room, mostKept/2)
}
