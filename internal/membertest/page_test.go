package membertest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
)

// releasesPage says which rule was held against which release, and when.
const releasesPage = "../../docs/hazelcast-releases.md"

// claims are what each test holds against members, and the rules that say it.
var claims = []struct{ test, says, rules string }{
	{"TestVerdictAgainstMembers", "which maps a member refuses", "hazelcast-schema hazelcast-merge-policy-stats"},
	{"TestStartRefusalsAgainstMembers", "what it refuses at start though the schema lets it pass", "hazelcast-refused-in-use"},
	{"TestRefusalsAgainstMembers", "what it refuses at start, or at the first use of a map", "hazelcast-merge-policy-stats hazelcast-native-memory"},
	{"TestMatchingAgainstMembers", "which entry a map gets", "hazelcast-default-not-inherited"},
	{"TestEffectiveAgainstMembers", "which settings it gets from it", "hazelcast-default-not-inherited"},
	{"TestFoldersAgainstMembers", "which ones from YAML or XML beside placeholders, options and variables", "hazelcast-default-not-inherited"},
	{"TestEvictionAgainstMembers", "what limits a map, and what does not", "hazelcast-eviction-ignored hazelcast-per-node-size"},
	{"TestSamplesAgainstMembers", "which entries an eviction takes", "hazelcast-eviction-cost"},
	{"TestFreeHeapAgainstMembers", "whom FREE_HEAP_SIZE evicts for", "hazelcast-free-heap-policy"},
	{"TestPerNodeCapAgainstMembers", "where PER_NODE evicts", "hazelcast-per-node-size"},
	{"TestUsedHeapSizeAgainstMembers", "where USED_HEAP_SIZE evicts", "hazelcast-map-exceeds-heap"},
	{"TestSizeZeroAgainstMembers", "what size 0 is", "hazelcast-operator-max-size"},
	{"TestExpiryAgainstMembers", "when entries expire, and what is kept of them", "hazelcast-ttl-without-entry-stats hazelcast-ttl-vs-max-idle hazelcast-max-idle-second"},
	{"TestProtectionAgainstMembers", "what split-brain protection protects", "hazelcast-split-brain-unused hazelcast-split-brain-size"},
	{"TestLostMembersAgainstMembers", "how many members may be lost at once", "hazelcast-backup-vs-failures"},
	{"TestShutdownAgainstMembers", "what SIGTERM leaves of the entries", "hazelcast-shutdown-loses-data hazelcast-grace-period"},
	{"TestPausesAgainstMembers", "which pauses a member survives", "hazelcast-heartbeat-vs-full-gc hazelcast-heartbeat-range"},
	{"TestPausesAgainstMembersWithPhiAccrual", "which ones with phi-accrual", "hazelcast-heartbeat-vs-full-gc"},
	{"TestRemovalAgainstMembers", "when a member that is silent is removed", "hazelcast-heartbeat-vs-full-gc hazelcast-heartbeat-range"},
	{"TestDiscoveryAgainstMembers", "what members ask of Kubernetes", "hazelcast-members-apart"},
	{"TestEntryCostAgainstMembers", "what Hazelcast counts for an entry", "hazelcast-map-exceeds-heap"},
	{"TestHumongousAgainstMembers", "what it counts for a value of whole regions", "hazelcast-map-exceeds-heap"},
	{"TestExpiryHeapAgainstMembers", "what an entry that expires takes of the heap", ""},
	{"TestEntryHeapAgainstMembers", "what an entry takes of it", ""},
	{"TestWaysOfEntriesAgainstMembers", "what it takes with times, an index or a backup, and as an object", ""},
	{"TestLeavingMemberAgainstMembers", "what the others keep when a member leaves", "hazelcast-map-exceeds-heap"},
	{"TestPlanAgainstMembers", "where capacity sees a member full", ""},
	{"TestLossAgainstMembers", "what it says two of three keep", ""},
	{"TestPlannedLossAgainstMembers", "that what it plans for fits when one is lost", ""},
}

// outcomes are those of this run: by test and release.
var outcomes = struct {
	sync.Mutex
	of map[[2]string]string
}{of: map[[2]string]string{}}

func record(test, release, outcome string) {
	outcomes.Lock()
	defer outcomes.Unlock()
	outcomes.of[[2]string{test, release}] = outcome
}

func TestMain(m *testing.M) {
	status := m.Run()
	if os.Getenv("JVMLINT_RELEASES_PAGE") != "" {
		if err := writeReleases(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			status = 1
		}
	}
	os.Exit(status)
}

var row = regexp.MustCompile(`(?m)^\| (.+?) \| (.*?) \| (.+) \|$`)

// held are the cells of the page: by claim and release.
func held(page string) (cells map[[2]string]string, releases []string) {
	cells = map[[2]string]string{}
	for i, m := range row.FindAllStringSubmatch(page, -1) {
		of := strings.Split(m[3], " | ")
		switch {
		case i == 0:
			releases = of
		case !strings.HasPrefix(m[1], "---"):
			for k, cell := range of {
				cells[[2]string{m[1], releases[k]}] = cell
			}
		}
	}
	return cells, releases
}

// writeReleases puts the outcomes of this run into the page, and leaves what other runs held.
func writeReleases() error {
	text, err := os.ReadFile(releasesPage)
	if err != nil {
		return err
	}
	cells, releases := held(string(text))
	for _, c := range claims {
		for key, outcome := range outcomes.of {
			if key[0] == c.test {
				cells[[2]string{c.says, key[1]}] = outcome
				releases = append(releases, key[1])
			}
		}
	}
	slices.SortFunc(releases, func(a, b string) int {
		older, _ := hazelcast.ParseVersion(a)
		newer, _ := hazelcast.ParseVersion(b)
		return map[bool]int{true: -1, older == newer: 0}[older.Before(newer)]
	})
	releases = slices.Compact(releases)
	intro, _, _ := strings.Cut(string(text), "\n| ")
	table := "\n| what members do | rules | " + strings.Join(releases, " | ") + " |\n| --- | ---" + strings.Repeat(" | ---", len(releases)) + " |\n"
	for _, c := range claims {
		var links []string
		for _, rule := range strings.Fields(c.rules) {
			links = append(links, fmt.Sprintf("[%[1]s](rules/%[1]s.md)", rule))
		}
		table += "| " + c.says + " | " + strings.Join(links, ", ") + " |"
		for _, release := range releases {
			cell := cells[[2]string{c.says, release}]
			if cell == "" {
				cell = "not held"
			}
			table += " " + cell + " |"
		}
		table += "\n"
	}
	return os.WriteFile(filepath.FromSlash(releasesPage), []byte(intro+table), 0o600)
}

// today is the day that a run is noted under.
func today() string { return time.Now().UTC().Format(time.DateOnly) }

// Each test of members is a claim of the page, and each rule that the page names is one.
func TestReleasesPage(t *testing.T) {
	text, err := os.ReadFile(releasesPage)
	require.NoError(t, err)
	cells, releases := held(string(text))
	require.NotEmpty(t, releases)
	files, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	all := ""
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		all += string(source)
	}
	var tests []string
	for _, c := range claims {
		tests = append(tests, c.test)
		for _, release := range releases {
			assert.Regexp(t, `^(\d{4}-\d\d-\d\d|differs|not held)$`, cells[[2]string{c.says, release}], "%s %s", c.says, release)
		}
		for _, rule := range strings.Fields(c.rules) {
			assert.FileExists(t, "../../docs/rules/"+rule+".md")
			assert.Contains(t, string(text), "rules/"+rule+".md")
		}
	}
	for _, m := range regexp.MustCompile(`func (Test\w*AgainstMembers\w*)\(`).FindAllStringSubmatch(all, -1) {
		assert.Contains(t, tests, m[1])
	}
}
