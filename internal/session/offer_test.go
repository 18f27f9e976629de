package session_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/fix"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/session"
)

// TestOfferedFixesHold makes each fix that is offered for a project, or for a
// mutant of one, by itself: applying accepts it, and its finding is gone.
// JVMLINT_FIXES sets how many projects, JVMLINT_SEED repeats a run, and
// JVMLINT_CORPUS adds the folders of a folder.
func TestOfferedFixesHold(t *testing.T) {
	count, seed := setting(t, "JVMLINT_FIXES", 60), setting(t, "JVMLINT_SEED", 20261121)
	projects := allProjects(t)
	random := rand.New(rand.NewPCG(uint64(seed), 2))
	tried := 0
	for range count {
		files := projects[random.IntN(len(projects))]
		if random.IntN(2) == 0 {
			files = mutant(random, files)
		}
		before, ok := judgedIn(t, files)
		if !ok {
			continue
		}
		for _, f := range before {
			for _, x := range f.Fixes {
				if len(x.Edits) == 0 || strings.HasPrefix(x.Edits[0].Span.File.Name, "<") {
					continue
				}
				tried++
				file := x.Edits[0].Span.File
				changed, err := fix.Splice(file, x.Edits)
				if !assert.NoError(t, err, "%s: %s in\n%s", f.Rule.ID, x.Title, file.Data) {
					continue
				}
				now := map[string]string{}
				for name, text := range files {
					now[name] = text
				}
				now[file.Name] = string(changed.Data)
				after, ok := judgedIn(t, now)
				require.True(t, ok)
				assert.Less(t, alike(after, f), alike(before, f), "%s is still there after %q:\n%s\nwas:\n%s", f.Rule.ID, x.Title, changed.Data, file.Data)
			}
		}
	}
	t.Logf("JVMLINT_SEED=%d JVMLINT_FIXES=%d: %d fixes", seed, count, tried)
	assert.NotZero(t, tried)
}

// alike counts the findings of the rule of one about its workload.
func alike(findings []*lint.Finding, like *lint.Finding) int {
	n := 0
	for _, f := range findings {
		if f.Rule.ID == like.Rule.ID && f.Workload.Name == like.Workload.Name && f.Workload.File.Name == like.Workload.File.Name {
			n++
		}
	}
	return n
}

// judgedIn are the findings in some files; false where their configuration is at fault.
func judgedIn(t *testing.T, files map[string]string) ([]*lint.Finding, bool) {
	memory := session.Memory{}
	for name, text := range files {
		memory["/"+name] = []byte(text)
	}
	s, err := session.Open(session.Options{FailOn: session.FailOn{Severity: "warning"}}, memory)
	require.NoError(t, err)
	r, err := s.Read([]string{"."})
	if err != nil {
		return nil, false
	}
	j, err := s.Judge(r)
	require.NoError(t, err)
	return j.Findings, true
}

// mutant is a project with lines and words of its files taken out, doubled or
// moved.
func mutant(random *rand.Rand, files map[string]string) map[string]string {
	all := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(files)) { // a seed makes the same each time
		text := files[name]
		separator := []string{"\n", " ", "\""}[random.IntN(3)]
		parts := strings.Split(text, separator)
		i, j := random.IntN(len(parts)), random.IntN(len(parts))
		switch random.IntN(4) {
		case 0:
			parts = slices.Delete(parts, i, i+1)
		case 1:
			parts = slices.Insert(parts, i, parts[j])
		case 2:
			parts[i], parts[j] = parts[j], parts[i]
		}
		all[name] = strings.Join(parts, separator)
	}
	return all
}

// TestPortThatIsNoText: whether others name a port is asked of ports of any bytes.
func TestPortThatIsNoText(t *testing.T) {
	j := judgeAll(t, ".", session.Memory{
		"/compose.yaml": []byte("services: {a: {build: ., mem_limit: 1g}}\n"),
		"/Dockerfile":   []byte("FROM eclipse-temurin:17\nCMD [\"java\",\"-agentlib:jdwp=transport=dt_socket,server=y,address=*:50\xff05\",\"-jar\",\"a.jar\"]\n"),
	})
	assert.Contains(t, lists.Of(j.Findings, func(f *lint.Finding) string { return f.Rule.ID }), "open-debug-port")
}
