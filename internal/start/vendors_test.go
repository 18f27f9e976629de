package start

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// The vendor's own script hands java the same words as the model, whatever its variables hold. Both are run by the
// interpreter. These are not compared: classpaths, the values of the options that Paths names, and what stands
// behind the main class; and words that begin as "Left out" says. Instead says what of the vendor's text is replaced
// before: what asks the machine. Where a Java program of the vendor reads the options, it is run: Parser is its
// jar, its class and its words.
func TestModelsDoAsTheirVendors(t *testing.T) {
	dir := os.Getenv("JVMLINT_STARTS")
	if dir == "" {
		t.Skip("no start scripts of vendors: JVMLINT_STARTS names no folder (scripts/starts.sh DIR fills one)")
	}
	count, seed := int(jvmtest.Number(t, "JVMLINT_ENVIRONMENTS", 200)), jvmtest.Number(t, "JVMLINT_SEED", 1)
	modelled(t, func(t *testing.T, f catalogue.Fact) {
		if f.Get("Vendor") == "" {
			t.Skip("no script of a vendor is known: " + f.Get("Verified"))
		}
		command := strings.Fields(f.Get("Vendor"))
		name := filepath.Join(dir, command[0])
		data, err := os.ReadFile(name)
		require.NoError(t, err, "scripts/starts.sh could not bring it")
		instead, unused := replacements(t, f)
		text, model := instead(string(data)), instead(catalogue.Model(f.Subject()))
		random := rand.New(rand.NewPCG(seed, hashOf(f.Subject())))
		parsed := parser(t, f, filepath.Join(dir, path.Dir(path.Dir(command[0]))))
		started := 0
		for range count {
			env := drawn(random, f)
			options, ok := parsed(env)
			if !ok {
				continue
			}
			files := func(relative string) (source.Text, bool) {
				data, err := os.ReadFile(filepath.Join(filepath.Dir(name), relative))
				return source.Unlocated(strings.ReplaceAll(instead(string(data)), "PARSED", options), relative), err == nil
			}
			text := strings.ReplaceAll(text, "PARSED", options)
			theirs := compared(plainly(path.Base(command[0]), text, env, command[1:], files), f)
			ours := compared(plainly("", model, env, nil, nil), f)
			if !assert.Equal(t, strings.Join(theirs, "\n"), strings.Join(ours, "\n"), "%s", env) {
				break
			}
			if len(theirs) > 0 {
				started++
			}
		}
		assert.Empty(t, unused(), "what does Instead replace?")
		assert.Greater(t, started, count/2, "most environments start a JVM")
		t.Logf("%d of %d environments start a JVM", started, count)
	})
}

// replacements are what is put in for parts of a vendor's text: "EXPRESSION => TEXT".
func replacements(t *testing.T, f catalogue.Fact) (replace func(string) string, unused func() []string) {
	type replacement struct {
		old *regexp.Regexp
		put string
	}
	var all []replacement
	for _, field := range f.Fields() {
		if field.Key == "Instead" {
			old, put, is := strings.Cut(field.Value, " => ")
			require.True(t, is, field.Value)
			all = append(all, replacement{regexp.MustCompile(old), put})
		}
	}
	used := make([]bool, len(all))
	replace = func(text string) string {
		for i, r := range all {
			used[i] = used[i] || r.old.MatchString(text)
			text = r.old.ReplaceAllString(text, r.put)
		}
		return text
	}
	return replace, func() (old []string) {
		for i, r := range all {
			if !used[i] {
				old = append(old, r.old.String())
			}
		}
		return old
	}
}

// parser lets the Java program of a vendor read the options of an environment: what it prints, as a word of a shell,
// stands for PARSED in the vendor's text. The sizes of the heap that it takes from this machine lose their number. It
// reports false where it refuses the options.
func parser(t *testing.T, f catalogue.Fact, home string) func(environment) (string, bool) {
	words := f.Words("Parser")
	if len(words) == 0 {
		return func(environment) (string, bool) { return "", true }
	}
	java := jvmtest.Java(jvmtest.Folder(t), 17)
	printed := func(env environment) (string, bool) {
		c := exec.Command(java, append([]string{"-cp"}, words...)...)
		c.Dir, c.Env = home, []string{"ES_TMPDIR=/tmp", "OPENSEARCH_TMPDIR=/tmp"}
		for name, value := range env {
			c.Env = append(c.Env, name+"="+value)
		}
		out, err := c.Output()
		return strings.TrimSpace(string(out)), err == nil
	}
	without, ok := printed(nil)
	require.True(t, ok)
	var sizes []string
	for _, w := range strings.Fields(without) {
		if (strings.HasPrefix(w, "-Xms") || strings.HasPrefix(w, "-Xmx")) && strings.HasSuffix(w, "m") {
			sizes = append(sizes, w, w[:4])
		}
	}
	return func(env environment) (string, bool) {
		out, ok := printed(env)
		return "'" + strings.ReplaceAll(strings.NewReplacer(sizes...).Replace(out), "'", `'\''`) + "'", ok
	}
}

// compared are the words of the last java up to its main class, without what depends on where things stand.
func compared(launches [][]string, f catalogue.Fact) []string {
	if len(launches) == 0 {
		return nil
	}
	words := launches[len(launches)-1]
	paths := f.Words("Paths")
	var all []string
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch p := slices.IndexFunc(paths, func(p string) bool { return strings.HasPrefix(w, p) }); {
		case w == "-cp" || w == "-classpath":
			i++
			all = append(all, w+" ...")
			continue
		case w == "-jar":
			return append(all, w)
		case p >= 0:
			w = paths[p] + "..."
		case slices.ContainsFunc(f.Words("Left out"), func(p string) bool { return strings.HasPrefix(w, p) }):
			continue
		}
		all = append(all, w)
		if i > 0 && jvmflag.TakesArgument(words[i-1]) {
			continue
		}
		if !strings.HasPrefix(w, "-") {
			break
		}
	}
	return all
}

var options17 = []string{"-Xmx2g", "-Xms1g", "-XX:+UseZGC", "-Da=b", "-ea", "-Xss1m", "-XX:MaxRAMPercentage=75"}

// strange are pieces that a shell may read in its own way.
var strange = []string{
	`"-Da=b c"`, `'-Da=b c'`, `-Da="b c"`, `-Da=*`, `-Dc=/lib/*`, `-Da=[ab]`, `-Da=b;c`, `-Da=$HOME`, `-Da=${NONE}`, `-Da=b\ c`, `-Da=a\\b`,
	`-Da='b`, `-Da="b`, `-Da=(b)`, `-Da=b&c`, `-Da=b|c`, `-Da=#b`, `#b`, `-Da=~`, `-Da={a,b}`, `-Da=b>c`, "-Da=`b`", `word`, `%s`, `-Da=!b`,
}

// drawn is a random environment.
func drawn(random *rand.Rand, f catalogue.Fact) environment {
	env := ofImage(f)
	for _, a := range f.Words("One of") {
		name, values, _ := strings.Cut(a, "=")
		if all := strings.Split(values, "|"); random.IntN(3) == 0 {
			env[name] = all[random.IntN(len(all))]
		}
	}
	without := f.Words("Not drawn")
	strange := slices.DeleteFunc(slices.Clone(strange), func(s string) bool { return slices.Contains(without, s) })
	for _, name := range f.Words("Varies") {
		var words []string
		switch random.IntN(8) {
		case 0, 1, 2:
			continue
		case 3:
		case 4:
			words = append(words, options17[random.IntN(len(options17))])
		case 5, 6:
			for range 1 + random.IntN(3) {
				words = append(words, options17[random.IntN(len(options17))])
			}
		default:
			words = append(words, options17[random.IntN(len(options17))], strange[random.IntN(len(strange))])
		}
		blank := []string{" ", "  ", "\t", "\n"}[max(0, random.IntN(12)-8)]
		env[name] = strings.Join(words, blank)
		if random.IntN(6) == 0 {
			env[name] = " " + env[name] + " "
		}
	}
	return env
}
