package advise_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/rules"
)

// known is a fact that somebody states.
func known(n int64, why string) source.Value {
	return source.Value{N: n, Origin: source.Argument, Why: why}
}

// optionsOf are options as a command line gives them, in a file.
func optionsOf(t *testing.T, text string) []jvmflag.Option {
	t.Helper()
	f := source.NewFile("options.txt", []byte(text))
	words, err := jvmflag.Words(source.Verbatim(f.Span(0, len(text))))
	require.NoError(t, err)
	return jvmflag.OnChannel(jvmflag.JavaOptions, words)
}

// somebodysOptions are what stands in real files, good and bad.
var somebodysOptions = []string{
	"-Xmx1g", "-Xms512m", "-Xmx40g -Xms40g", "-XX:+UseG1GC", "-XX:+UseParallelGC", "-XX:+UseConcMarkSweepGC", "-XX:+UseZGC", "-XX:NewRatio=3", "-Xmn300m",
	"-XX:MaxGCPauseMillis=5", "-XX:MaxGCPauseMillis=50", "-XX:G1HeapRegionSize=1m", "-XX:G1HeapRegionSize=32m", "-XX:InitiatingHeapOccupancyPercent=25",
	"-XX:G1HeapWastePercent=0", "-XX:ParallelGCThreads=3", "-XX:ConcGCThreads=7", "-XX:MaxRAMPercentage=75.0", "-XX:MinRAMPercentage=50", "-XX:+AlwaysPreTouch",
	"-XX:MaxTenuringThreshold=0", "-XX:MaxTenuringThreshold=16", "-XX:+NeverTenure", "-XX:PretenureSizeThreshold=1m", "-XX:MaxMetaspaceSize=200m",
	"-XX:MaxDirectMemorySize=64m", "-XX:ReservedCodeCacheSize=128m", "-Xss512k", "-XX:+HeapDumpOnOutOfMemoryError", "-XX:HeapDumpPath=/dumps", "-Dfile.encoding=UTF-8",
	"-Dpassword=secret", "-XX:+PrintGCDetails", "-Xlog:gc*", "-XX:+UseStringDeduplication", "-XX:-UseBiasedLocking", "-XX:+UseCompressedOops", "-XX:NativeMemoryTracking=summary",
	"-XX:+UseContainerSupport", "-XX:PermSize=128m", "-XX:+UseNoSuchFlag", "-XX:MaxHeapSize=12", "-server", "-XX:+DisableExplicitGC", "-XX:+ExitOnOutOfMemoryError",
}

// drawn is a random wish, and how to name it in a message.
func drawn(t *testing.T, random *rand.Rand) (advise.Wish, string) {
	pick := func(from []string) string { return from[random.IntN(len(from))] }
	chance := func(percent int) bool { return random.IntN(100) < percent }
	memory := int64(256<<20) << random.IntN(8)
	memory += memory / 100 * random.Int64N(100) >> 20 << 20
	jdk := jvmflag.Supported[random.IntN(len(jvmflag.Supported))]
	file := source.NewFile("options.txt", nil)
	w := &workload.Workload{
		Identity: workload.Identity{Name: "drawn", File: file, AnyProgram: true, JDK: workload.JDK{Candidates: []int{jdk}, Why: "--jdk"}},
		Launch:   workload.Launch{Known: workload.AllOptions},
		Limits:   workload.Limits{Memory: known(memory, "--memory")},
	}
	said := []string{fmt.Sprintf("--jdk %d --memory %d", jdk, memory)}
	say := func(v *source.Value, n int64, option string) {
		*v = known(n, option)
		said = append(said, fmt.Sprintf("%s %d", option, n))
	}
	if chance(90) {
		say(&w.CPUs, 1+random.Int64N(32), "--cpus")
	}
	if chance(30) {
		say(&w.Live, memory/100*(5+random.Int64N(50)), "--live")
	}
	if chance(30) {
		say(&w.LargestObject, int64(1)<<(10+random.IntN(14))+random.Int64N(1000), "--largest-object")
	}
	if chance(50) {
		w.IsMember, w.AnyProgram = true, false
		release := []string{"5.3.1", "5.1", "5.5.0"}[random.IntN(3)]
		if jdk < 17 {
			release = "5.3.1"
		}
		w.HazelcastVersion, _ = hazelcast.ParseVersion(release)
		said = append(said, "--hazelcast "+w.HazelcastVersion.String())
		if chance(70) {
			say(&w.Members, 1+random.Int64N(9), "--members")
		}
		if chance(70) {
			text := drawnMaps(random, memory, max(1, (w.Members.N-1)/2))
			config, err := input.ReadHazelcastConfig(source.NewFile("hazelcast.yaml", []byte(text)))
			require.NoError(t, err)
			w.Hazelcast = config
			said = append(said, "\n"+text)
		}
	}
	var options []string
	for range random.IntN(6) {
		options = append(options, pick(somebodysOptions))
	}
	w.Options = optionsOf(t, strings.Join(options, " "))
	profile := append([]string{""}, advise.Profiles...)[random.IntN(len(advise.Profiles)+1)]
	wish := advise.Wish{Workload: w, Profile: advise.Profile(profile), Reserve: random.Int64N(8), Rules: rules.All()}
	return wish, fmt.Sprintf("%s --profile %q --reserve %d %s", strings.Join(said, " "), profile, wish.Reserve, strings.Join(options, " "))
}

// drawnMaps is the configuration of a member with one to three maps that evict
// by the heap that they use.
func drawnMaps(random *rand.Rand, memory, backups int64) string {
	var b strings.Builder
	b.WriteString("hazelcast:\n  map:\n")
	maps := 1 + random.IntN(3)
	for i := range maps {
		fmt.Fprintf(&b, `    map-%d:
      backup-count: %d
      per-entry-stats-enabled: true
      eviction:
        eviction-policy: LRU
        max-size-policy: USED_HEAP_SIZE
        size: %d
`, i, backups, 1+random.Int64N(memory>>20)/int64(maps))
	}
	return b.String()
}
