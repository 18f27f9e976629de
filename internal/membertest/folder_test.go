package membertest

import (
	"encoding/base64"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
)

// setting is one of a map: its keys and its value.
type setting struct {
	block, key string // the block is empty where it stands in the map itself
	values     []string
}

// settable are settings of which a configuration, its overrides and its placeholders are drawn.
var settable = []setting{
	{"", "backup-count", []string{"0", "1", "3"}},
	{"", "async-backup-count", []string{"0", "2"}},
	{"", "time-to-live-seconds", []string{"0", "1", "3600", "2147483647"}},
	{"", "max-idle-seconds", []string{"0", "7"}},
	{"", "in-memory-format", []string{"BINARY", "OBJECT"}},
	{"", "per-entry-stats-enabled", []string{"true", "false"}},
	{"", "cache-deserialized-values", []string{"NEVER", "ALWAYS"}},
	{"", "split-brain-protection-ref", []string{"rule"}},
	{"eviction", "eviction-policy", []string{"LRU", "LFU", "RANDOM"}},
	{"eviction", "max-size-policy", []string{"PER_NODE", "PER_PARTITION", "FREE_HEAP_PERCENTAGE"}},
	{"eviction", "size", []string{"0", "1", "70"}},
	{"merge-policy", "class-name", []string{"DiscardMergePolicy", "PassThroughMergePolicy"}},
}

// drawn is a folder that says what a member starts with.
type drawn struct {
	file, text  string   // the configuration
	options     []string // of the JVM
	environment []string
}

// draw makes a configuration in one of two formats, with placeholders, and what the command line and the environment
// put over it.
func draw(r *rand.Rand) drawn {
	d := drawn{file: []string{"hazelcast.yaml", "hazelcast.xml"}[r.Intn(2)]}
	xml := strings.HasSuffix(d.file, "xml")
	names := []string{"default", "orders", "ord*", "other-map", "Stock"}
	for _, name := range names {
		if r.Intn(3) == 0 {
			continue
		}
		of := map[string][]string{}
		for _, s := range settable {
			if r.Intn(2) == 0 {
				continue
			}
			value := s.values[r.Intn(len(s.values))]
			if r.Intn(12) == 0 {
				property := fmt.Sprintf("p%d", len(d.options))
				d.options = append(d.options, fmt.Sprintf("-D%s=%s", property, value))
				value = "${" + property + "}"
			}
			of[s.block] = append(of[s.block], written(s, value, xml))
		}
		d.text += entry(name, of, xml)
	}
	d.text = map[bool]string{false: "hazelcast:\n  map:\n    any: {}\n" + d.text, true: "<hazelcast xmlns=\"http://www.hazelcast.com/schema/config\">\n" + d.text + "</hazelcast>\n"}[xml]
	seen := map[string]bool{}
	for range 1 + r.Intn(5) {
		name, s := append(names, "new")[r.Intn(len(names)+1)], settable[r.Intn(len(settable))]
		if key := name + s.block + s.key; seen[key] {
			continue // a member that has both dies
		} else {
			seen[key] = true
		}
		value := s.values[r.Intn(len(s.values))]
		if key := strings.Trim(s.block+"."+s.key, "."); r.Intn(2) == 0 {
			d.options = append(d.options, fmt.Sprintf("-Dhz.map.%s.%s=%s", name, key, value))
		} else if !strings.Contains(name, "*") {
			variable := strings.ToUpper(strings.ReplaceAll(strings.ReplaceAll(name+"."+key, "-", ""), ".", "_"))
			d.environment = append(d.environment, "HZ_MAP_"+variable+"="+value)
		}
	}
	return d
}

func written(s setting, value string, xml bool) string {
	switch {
	case !xml:
		return s.key + ": " + fmt.Sprintf("%q", value)
	case s.block == "eviction":
		return fmt.Sprintf("%s=%q", s.key, value)
	case s.block == "merge-policy":
		return value
	}
	return fmt.Sprintf("<%[1]s>%[2]s</%[1]s>", s.key, value)
}

func entry(name string, of map[string][]string, xml bool) string {
	if xml {
		text := fmt.Sprintf("<map name=%q>%s", name, strings.Join(of[""], ""))
		if e := of["eviction"]; e != nil {
			text += "<eviction " + strings.Join(e, " ") + "/>"
		}
		if m := of["merge-policy"]; m != nil {
			text += "<merge-policy>" + m[0] + "</merge-policy>"
		}
		return text + "</map>\n"
	}
	lines := of[""]
	for _, block := range []string{"eviction", "merge-policy"} {
		if of[block] != nil {
			lines = append(lines, block+": {"+strings.Join(of[block], ", ")+"}")
		}
	}
	return fmt.Sprintf("    %q: {%s}\n", name, strings.Join(lines, ", "))
}

// maps are those that jvmlint finds in the folder, and what each gets.
func (d drawn) maps(t *testing.T, release string) map[string]hazelcast.MapConfig {
	dir := t.TempDir()
	compose := fmt.Sprintf("services:\n  member:\n    image: hazelcast/hazelcast:%s\n    volumes: [\"./%s:/etc/hz/%[2]s\"]\n    environment:\n      JAVA_OPTS: %q\n",
		release, d.file, strings.Join(append([]string{"-Dhazelcast.config=/etc/hz/" + d.file}, d.options...), " "))
	for _, e := range d.environment {
		name, value, _ := strings.Cut(e, "=")
		compose += fmt.Sprintf("      %s: %q\n", name, value)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "compose.yaml"), []byte(compose), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, d.file), []byte(d.text), 0o600))
	s, err := session.Open(session.Options{Configuration: session.Configuration{None: true}}, filesystem.OS{})
	require.NoError(t, err)
	files, err := s.Read([]string{dir})
	require.NoError(t, err)
	all, err := s.Predict(files)
	require.NoError(t, err)
	members := slices.DeleteFunc(all, func(p *predict.Predictions) bool { return !p.Workload.IsMember || p.Workload.Name == "" })
	require.Len(t, members, 1, "%s\n%s", compose, d.text)
	found := map[string]hazelcast.MapConfig{}
	for _, m := range members[0].All()[0].HazelcastMaps() {
		found[m.WrittenName()] = m
	}
	return found
}

// The settings of the maps of a configuration are those that a member reads, with placeholders and what options and
// variables put over them. A map that only those make is not judged.
func TestFoldersAgainstMembers(t *testing.T) {
	onEach(t, func(t *testing.T, jar string) {
		if releaseOf(t, jar).Major < 5 {
			t.Skip("the release has other settings")
		}
		release := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(jar), "hazelcast-"), ".jar")
		r, program := rand.New(rand.NewSource(seed(t))), classes(t, jar)
		settings, unknown, over, created, xml := 0, 0, 0, 0, 0
		for range 60 {
			d := draw(r)
			m := launchIn(t, d.environment, 5950, "java", jar, program, d.options...)
			answer := m.must("maps", base64.StdEncoding.EncodeToString([]byte(d.text)))
			_ = m.cmd.Process.Kill()
			got, found := d.maps(t, release), 0
			for of := range slices.Chunk(answer, 14) {
				if _, is := got[of[0]]; !is {
					created++
					assert.NotContains(t, d.text, fmt.Sprintf("%q", of[0]), "a map of the file is missing: %+v", d)
					continue
				}
				mine := effective(got[of[0]])
				for i, known := range knownOf(got[of[0]]) {
					if settings++; !known {
						unknown++
						mine[i] = of[i+1]
					}
				}
				over += len(got[of[0]].Over)
				found++
				assert.Equal(t, of[1:], mine, "map %s of\n%+v", of[0], d)
			}
			assert.Len(t, got, found, "a map that the member does not have: %+v", d)
			if strings.HasSuffix(d.file, "xml") {
				xml += found
			}
		}
		t.Logf("%d settings, of which %d are filled in by the member, and %d overrides; %d maps that only overrides make are not judged", settings, unknown, over, created)
		assert.Greater(t, over, 30)
		assert.Greater(t, xml, 30, "maps of XML")
		assert.Less(t, unknown*10, settings, "most are known")
	})
}

// knownOf tells of each setting, as effective lists them, whether it is known before the member fills it in.
func knownOf(m hazelcast.MapConfig) []bool {
	number := func(v source.Value) bool { return v.Known() }
	return []bool{
		number(m.BackupCount), number(m.AsyncBackupCount), number(m.TimeToLive), number(m.MaxIdle), m.InMemoryFormat.Known(),
		m.PerEntryStats.Known(), m.CacheValues.Known(), m.Eviction.Policy.Known(), m.Eviction.MaxSizePolicy.Known(),
		number(m.Eviction.Size), m.Eviction.Comparator.Known(), m.MergePolicy.Known(), m.ProtectedBy.Known(),
	}
}
