package cli_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestKilledWhileFixing kills jvmlint check --fix at random moments: every file
// is either as it was or fixed, never between, and never gone; what a run leaves
// beside them the next one removes.
func TestKilledWhileFixing(t *testing.T) {
	const kills, files = 200, 8
	program, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	jvmlint := filepath.Join(dir, "jvmlint")
	if err := os.Symlink(program, jvmlint); err != nil {
		t.Skipf("skipped: %s", err)
	}
	before := strings.Repeat("# as long as files of values are\n", 500) + "kafka:\n  javaOpts: -Xmx2gb -Xms2g -XX:+AlwaysPreTouch\n"
	after := strings.Replace(before, "2gb", "2g", 1)
	charts := filepath.Join(dir, "charts")
	require.NoError(t, os.Mkdir(charts, 0o755))
	var names []string
	for n := range files {
		names = append(names, fmt.Sprintf("values-%d.yaml", n))
	}
	start := func() *exec.Cmd {
		for _, name := range names {
			require.NoError(t, os.WriteFile(filepath.Join(charts, name), []byte(before), 0o640))
		}
		c := exec.Command(jvmlint, "check", "--fix", "--exit-zero", charts)
		require.NoError(t, c.Start())
		return c
	}
	begun := time.Now()
	require.NoError(t, start().Wait())
	whole := time.Since(begun)

	fixed, left := map[int]int{}, map[int]int{} // how often that many files were, and were left behind
	for range kills {
		c := start()
		time.Sleep(time.Duration(rand.Int64N(int64(whole) * 5 / 4)))
		_ = c.Process.Kill()
		_ = c.Wait()
		done := 0
		for _, name := range names {
			data, err := os.ReadFile(filepath.Join(charts, name))
			require.NoError(t, err)
			info, err := os.Stat(filepath.Join(charts, name))
			require.NoError(t, err)
			require.Equal(t, os.FileMode(0o640), info.Mode())
			if text := string(data); text != before {
				require.Equal(t, after, text)
				done++
			}
		}
		fixed[done]++
		left[len(entries(t, charts))-files]++
	}
	t.Logf("%d kills within %v; runs by the number of files that were fixed: %v; that were left behind: %v", kills, whole, fixed, left)
	assert.Zero(t, left[2], "each run removes what the one before it has left")
	require.NoError(t, start().Wait())
	assert.Equal(t, names, entries(t, charts))
	assert.NotZero(t, fixed[0], "some were killed before they wrote anything")
	assert.NotZero(t, kills-fixed[0], "and some later")
}

func entries(t *testing.T, folder string) (names []string) {
	list, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}
