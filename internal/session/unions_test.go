package session_test

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// TestFixesBelongToTheirProject puts projects side by side, in any order: fixes
// and advice write into each what they write when it is alone, and a second run
// writes nothing. JVMLINT_UNIONS sets how many, JVMLINT_SEED repeats a run, and
// JVMLINT_CORPUS adds the folders of a folder as projects.
func TestFixesBelongToTheirProject(t *testing.T) {
	unions, seed := setting(t, "JVMLINT_UNIONS", 24), setting(t, "JVMLINT_SEED", 20261121)
	projects := allProjects(t)
	t.Logf("JVMLINT_SEED=%d JVMLINT_UNIONS=%d, %d projects", seed, unions, len(projects))
	random := rand.New(rand.NewPCG(uint64(seed), 1))
	alone := map[string]map[string]string{}
	changed, advised := 0, 0
	for union := range unions {
		jdk := []int{0, 8, 11, 17, 21, 25}[random.IntN(6)]
		doing := []string{"check --fix", "advise --fix"}[random.IntN(2)]
		all, want := map[string]string{}, map[string]string{}
		var named []string
		for i := range 2 + random.IntN(6) {
			p := random.IntN(len(projects) + 3)
			files := randomProject(random)
			key := ""
			if p < len(projects) {
				files, key = projects[p], fmt.Sprint(p, jdk, doing)
			}
			folder := fmt.Sprintf("p%02d", random.IntN(50)*2+i%2)
			if slices.Contains(named, folder) {
				continue
			}
			named = append(named, folder)
			own := alone[key]
			if own == nil {
				own = written(t, files, jdk, doing)
				if key != "" {
					alone[key] = own
				}
			}
			for name, text := range files {
				all[path.Join(folder, name)] = text
			}
			for name, text := range own {
				want[path.Join(folder, name)] = text
			}
		}
		got := written(t, all, jdk, doing)
		if !assert.Equal(t, want, got, "union %d, %s, JDK %d", union, doing, jdk) {
			return
		}
		changed += len(got)
		if doing == "advise --fix" {
			advised += len(got)
		}
		maps.Copy(all, got)
		if again := written(t, all, jdk, doing); !assert.Empty(t, again, "the second time, union %d, %s, JDK %d", union, doing, jdk) {
			return
		}
	}
	t.Logf("%d files changed, %d of them for advice", changed, advised)
	assert.NotZero(t, advised)
	assert.NotEqual(t, changed, advised)
}

// written is what a command writes into the files of a project, by name.
func written(t *testing.T, files map[string]string, jdk int, doing string) map[string]string {
	memory := session.Memory{}
	for name, text := range files {
		memory["/"+name] = []byte(text)
	}
	o := session.Options{FailOn: session.FailOn{Severity: "warning"}}
	fact := func(n int64) source.Value {
		return source.Value{N: n, Origin: source.Argument, Text: source.Unlocated(fmt.Sprint(n), "stated"), Why: "stated"}
	}
	if jdk != 0 {
		o.Facts.JDK = workload.JDK{Candidates: []int{jdk}, Why: "--jdk"}
		o.Facts.Memory, o.Facts.CPUs = fact(10<<30), fact(8)
	}
	s, err := session.Open(o, memory)
	require.NoError(t, err)
	r, err := s.Read([]string{"."})
	if err != nil { // a configuration that is at fault: of a case about that
		return map[string]string{}
	}
	out := map[string]string{}
	apply := func(c fix.Change) error {
		require.Equal(t, files[c.Before.Name], string(c.Before.Data), c.Before.Name)
		require.NotEqual(t, string(c.Before.Data), string(c.After.Data), "%s is said to change", c.Before.Name)
		out[c.Before.Name] = string(c.After.Data)
		return nil
	}
	if doing == "check --fix" {
		_, err = s.Fix(r, session.Limit{Safety: lint.Unsafe, UntilClean: true}, apply)
		require.NoError(t, err)
		return out
	}
	of, _, err := s.Advise(r, advise.Wish{Reserve: advise.DefaultReserve})
	require.NoError(t, err)
	_, err = s.WriteAdvice(r, of, apply)
	require.NoError(t, err)
	return out
}

var opensPort = regexp.MustCompile(`jdwp|jmxremote`)

// allProjects are the files of each case about a rule, and the folders of
// JVMLINT_CORPUS.
func allProjects(t *testing.T) []map[string]string {
	var all []map[string]string
	cases, err := filepath.Glob("../../testdata/rules/*/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, cases)
	for _, name := range cases {
		archive, err := txtar.ParseFile(name)
		require.NoError(t, err)
		files := map[string]string{}
		for _, f := range archive.Files {
			// these hold for one project only where that is alone: a Dockerfile speaks for images of the run that are unknown,
			// and a port stays open where any file of the run names it
			if path.Base(f.Name) == ".jvmlint.yaml" || input.IsDockerfileName(path.Base(f.Name)) || opensPort.Match(f.Data) {
				files = nil
				break
			}
			files[f.Name] = string(f.Data)
		}
		if files != nil {
			all = append(all, files)
		}
	}
	return append(all, corpusProjects(t)...)
}

func corpusProjects(t *testing.T) []map[string]string {
	root := os.Getenv("JVMLINT_CORPUS")
	if root == "" {
		return nil
	}
	var all []map[string]string
	folders, err := os.ReadDir(root)
	require.NoError(t, err)
	for _, folder := range folders {
		files := map[string]string{}
		below := filepath.Join(root, folder.Name())
		require.NoError(t, filepath.WalkDir(below, func(p string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			data, err := os.ReadFile(p)
			name, _ := filepath.Rel(below, p)
			files[filepath.ToSlash(name)] = string(data)
			return err
		}))
		all = append(all, files)
	}
	return all
}

// randomProject is a file of options or of values, with options that no fix
// leaves all of.
func randomProject(random *rand.Rand) map[string]string {
	options := []string{
		"-Xmx1g", "-Xms512m", "-Xmx3g", "-Xms4g", "-XX:+UseConcMarkSweepGC", "-XX:+UseG1GC", "-XX:+PrintGCDetails", "-XX:+PrintPromotionFailure",
		"-XX:+PrintGCApplicationStoppedTime", "-XX:G1HeapRegionSize=1m", "-XX:MaxRAMPercentage=75.0", "-ea", "-XX:+AlwaysPreTouch", "-Dname=value",
		"-XX:G1MaxNewSizePercent=50", "-Xss512k", "-Xmx50g",
	}
	random.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	options = options[:1+random.IntN(4)]
	limit := []string{"1Gi", "2Gi", "10Gi", "48Gi"}[random.IntN(4)]
	tag := []string{"8", "11", "17", "21", "25"}[random.IntN(5)]
	switch random.IntN(4) {
	case 0:
		return map[string]string{"jvm.options": strings.Join(options, "\n") + "\n"}
	case 1:
		return map[string]string{"values.yaml": fmt.Sprintf("image: {repository: eclipse-temurin, tag: %q}\nresources: {limits: {memory: %s, cpu: 4}}\njavaOpts: %q\n", tag, limit, strings.Join(options, " "))}
	case 2:
		return map[string]string{"pod.yaml": fmt.Sprintf("apiVersion: v1\nkind: Pod\nmetadata: {name: shop}\nspec:\n  containers:\n    - name: shop\n      image: eclipse-temurin:%s\n      command:\n        - java\n        - %s\n        - -jar\n        - shop.jar\n      resources: {limits: {memory: %s, cpu: 4}}\n",
			tag, strings.Join(options, "\n        - "), limit)}
	}
	return map[string]string{"compose.yaml": fmt.Sprintf("services:\n  a:\n    image: eclipse-temurin:%s\n    command: java %s -jar a.jar\n    mem_limit: %s\n  b:\n    image: eclipse-temurin:%s\n    command: java -Xmx1g -jar b.jar\n",
		tag, strings.Join(options, " "), strings.ToLower(limit[:len(limit)-1]), tag)}
}

// setting is what an environment variable says, else another number.
func setting(t *testing.T, name string, otherwise int) int {
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}
