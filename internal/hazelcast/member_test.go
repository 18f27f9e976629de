package hazelcast

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// realMembers are the releases that tests ask. JVMLINT_HAZELCAST_JARS names a folder
// with their jars as Maven Central has them: hazelcast-5.3.1.jar.
var realMembers = []string{"5.3.1", "5.7.0"}

// memberRun is a member with its configuration, and what it is asked:
// testdata/Member.java says what there is.
type memberRun struct {
	yaml      string // what stands under the key hazelcast
	join      string // the ways of discovery, in place of none
	options   []string
	env       []string
	questions []string
}

// file is its configuration. Without a way of discovery it looks for no others.
func (r memberRun) file() string {
	join := cmp.Or(r.join, "{auto-detection: {enabled: false}, multicast: {enabled: false}}")
	return "hazelcast:\n  network:\n    port: {port: 15701, auto-increment: true}\n    join: " + join + "\n" + r.yaml
}

var compileMember = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "jvmlint-member-")
	if err != nil {
		return "", err
	}
	jar := filepath.Join(os.Getenv("JVMLINT_HAZELCAST_JARS"), "hazelcast-"+realMembers[0]+".jar")
	out, err := exec.Command("javac", "--release", "8", "-nowarn", "-cp", jar, "-d", dir, "testdata/Member.java").CombinedOutput()
	if err != nil {
		return string(out), err
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	status := m.Run()
	if os.Getenv("JVMLINT_HAZELCAST_JARS") != "" {
		if dir, err := compileMember(); err == nil {
			_ = os.RemoveAll(dir)
		}
	}
	os.Exit(status)
}

// onMembers runs a test against each release, or skips it, saying why.
func onMembers(t *testing.T, test func(t *testing.T, release string)) {
	if os.Getenv("JVMLINT_HAZELCAST_JARS") == "" {
		t.Skip("no members to ask: JVMLINT_HAZELCAST_JARS names no folder of jars")
	}
	for _, release := range realMembers {
		t.Run(release, func(t *testing.T) { test(t, release) })
	}
}

// ask gives the lines that a member answers.
func ask(t *testing.T, release string, run memberRun) []string {
	classes, err := compileMember()
	require.NoError(t, err, classes)
	file := filepath.Join(t.TempDir(), "hazelcast.yaml")
	require.NoError(t, os.WriteFile(file, []byte(run.file()), 0o600))
	jar := filepath.Join(os.Getenv("JVMLINT_HAZELCAST_JARS"), "hazelcast-"+release+".jar")
	args := append([]string{
		"-Xmx400m", "-XX:TieredStopAtLevel=1", "-Dhazelcast.config=" + file, "-Dhazelcast.logging.type=none",
		"-Dhazelcast.phone.home.enabled=false", "-cp", jar + string(os.PathListSeparator) + classes,
	}, run.options...)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "java", append(append(args, "Member"), run.questions...)...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH")}, run.env...)
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Run(); err != nil && !strings.Contains(out.String(), "died") {
		require.NoError(t, err, complaints.String())
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// Heartbeats that come too seldom, and an interval of 0, which is one second.
func TestHeartbeatsOfPairs(t *testing.T) {
	onMembers(t, func(t *testing.T, release string) {
		for seconds, want := range map[[2]string]string{
			{"2", "4"}: "pair=2 at first, 1 then",
			{"4", "0"}: "pair=2 at first, 2 then",
		} {
			options := []string{"-D" + HeartbeatTimeout + "=" + seconds[0], "-D" + HeartbeatInterval + "=" + seconds[1]}
			require.Equal(t, []string{want}, ask(t, release, memberRun{options: options, questions: []string{"pair 14"}}), options)
		}
	})
}
