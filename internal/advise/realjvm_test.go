package advise_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/advise"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/parallel"
)

// mostReal is the largest heap that is committed on the machine of the tests, in
// bytes. Nothing of it is touched, and of a larger one only a part is committed.
const mostReal = 12 << 30

// TestAdviceAgainstRealJVMs starts real JVMs of each release with what is
// advised, on as many CPUs as they are told that they have.
func TestAdviceAgainstRealJVMs(t *testing.T) {
	dir := os.Getenv("JVMLINT_JDKS")
	if dir == "" {
		t.Skip("skipped: JVMLINT_JDKS names no folder of real JVMs")
	}
	seed := number(t, "JVMLINT_SEED", everydaySeed)
	random := rand.New(rand.NewPCG(seed, seed))
	type start struct {
		said    string
		options []string
		java    string
	}
	var starts []start
	for range number(t, "JVMLINT_WISHES", everydayWishes) {
		wish, said := drawn(t, random)
		if wish.Impossible() != "" {
			continue
		}
		a := advise.For(wish)
		if a.After.JVM == nil {
			continue
		}
		options := texts(a)
		if heap := a.After.JVM.Heap.N; heap > mostReal || heap > 1<<30 && a.After.JVM.Collector.Kind == hotspot.Z { // which takes from the system what it commits
			options = append(options, "-Xms1g")
		}
		if cpus := wish.Workload.CPUs; cpus.Known() {
			options = append(options, "-XX:ActiveProcessorCount="+strconv.FormatInt(cpus.N, 10))
		}
		starts = append(starts, start{said, append(options, "-XX:-AlwaysPreTouch", "-version"), filepath.Join(dir, strconv.Itoa(a.JDK), "bin", "java")})
	}
	failures := make([]string, len(starts))
	parallel.Each(len(starts), func(i int) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, starts[i].java, starts[i].options...)
		cmd.Dir = t.TempDir()
		cmd.Env = []string{"LC_ALL=C"}
		if out, err := cmd.CombinedOutput(); err != nil {
			failures[i] = fmt.Sprintf("%s\n%v\n%v\n%s", starts[i].said, starts[i].options, err, out)
		}
	})
	for _, f := range failures {
		assert.Empty(t, f)
	}
	require.NotEmpty(t, starts)
	t.Logf("%d real JVMs started with what was advised", len(starts))
}
