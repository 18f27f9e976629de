// Package verdicttest holds the predicted start of command lines, recorded and random ones, against
// real JVMs: whether they start, what they say, and which flags they have then.
package verdicttest

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

var update = flag.Bool("update", false, "record again what the real JVMs of JVMLINT_JDKS say of the cases")

const (
	casesFile = "testdata/cases.txt"
	recording = "testdata/recorded.txt"
)

// accepted are the differences between the model and the recording that are
// known and right, by JDK and case, and why.
var accepted = map[string]string{
	"8: -Xbootclasspath:foo":                                              "what a boot class path holds is not looked at",
	"8: -XX:+UseLargePages":                                               noPages,
	"8: -XX:LargePageSizeInBytes=1g -XX:+UseLargePages":                   noPages,
	"8: -XX:LargePageSizeInBytes=3m -XX:+UseLargePages":                   noPages,
	"8: -XX:+UseHugeTLBFS":                                                noPages,
	"11: --add-opens=java.base/no.such.pkg=ALL-UNNAMED":                   noPackages,
	"17: --add-opens=java.base/no.such.pkg=ALL-UNNAMED":                   noPackages,
	"21: --add-opens=java.base/no.such.pkg=ALL-UNNAMED":                   noPackages,
	"25: --add-opens=java.base/no.such.pkg=ALL-UNNAMED":                   noPackages,
	"26: -Xmx17179869183g":                                                "more than all addresses: the heap and where it begins are not added up",
	"11: -agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=0": noAgent,
	"17: -agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=0": noAgent,
	"26: --add-opens=java.base/no.such.pkg=ALL-UNNAMED":                   noPackages,
	"26: -XX:+AutoCreateSharedArchive -XX:SharedArchiveFile=case.jsa":     "files are taken to be there",
	"27: --add-opens=java.base/no.such.pkg=ALL-UNNAMED":                   noPackages,
	"27: -XX:+AutoCreateSharedArchive -XX:SharedArchiveFile=case.jsa":     "files are taken to be there",
	"28: --add-opens=java.base/no.such.pkg=ALL-UNNAMED":                   noPackages,
	"28: -XX:+AutoCreateSharedArchive -XX:SharedArchiveFile=case.jsa":     "files are taken to be there",
	"26: -XX:SharedArchiveFile=nonexistent.jsa":                           "files are taken to be there",
	"27: -XX:SharedArchiveFile=nonexistent.jsa":                           "files are taken to be there",
	"28: -XX:SharedArchiveFile=nonexistent.jsa":                           "files are taken to be there",
	"28: -XX:UnlockExperimentalVMOptions":                                 "JDK 28 does not take the unlock for locked",
	"28: -XX:UnlockDiagnosticVMOptions":                                   "JDK 28 does not take the unlock for locked",
	"8: -Xshare:on":                                                       noArchive,
	"11: -Xshare:on":                                                      noArchive,
	"17: -Xshare:on":                                                      noArchive,
	"21: -Xshare:on":                                                      noArchive,
	"25: -Xshare:on":                                                      noArchive,
}

const (
	noPages    = "whether the machine has large pages set aside is not known"
	noPackages = "the packages of modules are not listed"
	noAgent    = "the recorded build comes without the agent, others have it"
	noArchive  = "the recorded build comes without a shared archive, others have one"
)

// TestCases holds the verdicts of the model against the recording.
func TestCases(t *testing.T) {
	recorded := readRecording(t)
	var report Report
	differs := map[string]bool{}
	for _, jdk := range jvmflag.Tables {
		for _, c := range readCases(t) {
			real, ok := recorded.said[jdk][c.text]
			if !assert.True(t, ok, "JDK %d has no recording of %s", jdk, c.text) {
				continue
			}
			key := fmt.Sprintf("%d: %s", jdk, c.text)
			m := recorded.machine
			m.Stripped = jdk <= 25 // as scripts/jdks.sh brings them
			predicted := judge(jdk, c.line, m)
			if real.Starts != predicted.Starts || real.first() != predicted.first() {
				if differs[key] = true; accepted[key] == "" {
					t.Errorf("%s\n  real:      %v\n  predicted: %v", key, real, predicted)
				}
			}
			report.compare(jdk, c.text, real, predicted)
		}
		t.Logf("JDK %d: %v", jdk, report.count(jdk))
	}
	for key := range accepted {
		assert.True(t, differs[key], "accepted as a difference, and is none: %s", key)
	}
}

// TestRecording holds the recording against the JVMs.
func TestRecording(t *testing.T) {
	runner := realJVMs(t)
	m := thisMachine(t)
	fresh := record{machine: m, builds: map[int]string{}, said: map[int]map[string]Said{}}
	cases := readCases(t)
	for _, jdk := range jvmflag.Tables {
		build, err := runner.build(jdk)
		if os.IsNotExist(err) && !*update {
			continue
		}
		require.NoError(t, err)
		fresh.builds[jdk], fresh.said[jdk] = build, map[string]Said{}
		var mu sync.Mutex
		work := make(chan testCase)
		var workers sync.WaitGroup
		for range 2 {
			workers.Go(func() {
				for c := range work {
					o, err := runner.Run(jdk, c.line)
					mu.Lock()
					assert.NoError(t, err, c.text)
					assert.Empty(t, o.Stopped, c.text)
					fresh.said[jdk][c.text] = o.read(c.line)
					mu.Unlock()
				}
			})
		}
		for _, c := range cases {
			work <- c
		}
		close(work)
		workers.Wait()
	}
	if *update {
		require.NoError(t, os.WriteFile(recording, []byte(fresh.text(cases)), 0o644))
	}
	recorded := readRecording(t)
	if recorded.machine.Memory.N != m.Memory.N || recorded.machine.CPUs.N != m.CPUs.N {
		t.Skipf("recorded on a machine of %d bytes of memory and %d CPUs", recorded.machine.Memory.N, recorded.machine.CPUs.N)
	}
	for jdk, build := range fresh.builds {
		if recorded.builds[jdk] != build {
			t.Logf("JDK %d: %s, recorded with %s", jdk, build, recorded.builds[jdk])
			continue
		}
		for _, c := range cases {
			assert.Equal(t, recorded.said[jdk][c.text], fresh.said[jdk][c.text], "JDK %d: %s", jdk, c.text)
		}
	}
}

type testCase struct {
	group, text string
	line        Line
}

// readCases reads the list of cases, each with all the files.
func readCases(t *testing.T) []testCase {
	t.Helper()
	files := map[string]string{}
	names, err := filepath.Glob("testdata/files/*")
	require.NoError(t, err)
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		files[filepath.Base(name)] = string(data)
	}
	data, err := os.ReadFile(casesFile)
	require.NoError(t, err)
	var out []testCase
	group := ""
	for text := range strings.Lines(string(data)) {
		text = strings.TrimSuffix(text, "\n")
		if name, ok := strings.CutPrefix(text, "# "); ok || text == "" {
			group = name
			continue
		}
		l := parseLine(text)
		l.Files = files
		out = append(out, testCase{group, text, l})
	}
	return out
}

// record is what real JVMs said of the cases.
type record struct {
	machine hotspot.Machine
	builds  map[int]string
	said    map[int]map[string]Said
}

// text writes a recording: below each case the JDKs that agree on it, the
// verdict, and the messages with a bar before each.
func (r record) text(cases []testCase) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# What real JVMs say of %s. Written by go test -run TestRecording -update.\n", casesFile)
	fmt.Fprintf(&b, "machine %d bytes %d CPUs\n", r.machine.Memory.N, r.machine.CPUs.N)
	for _, jdk := range jvmflag.Tables {
		fmt.Fprintf(&b, "jdk %d %s\n", jdk, r.builds[jdk])
	}
	group := ""
	for _, c := range cases {
		if c.group != group {
			group = c.group
			fmt.Fprintf(&b, "\n# %s\n", group)
		}
		fmt.Fprintf(&b, "\n%s\n", c.text)
		done := map[int]bool{}
		for i, jdk := range jvmflag.Tables {
			if done[jdk] {
				continue
			}
			said := r.said[jdk][c.text]
			b.WriteString(" ")
			for _, other := range jvmflag.Tables[i:] {
				if o := r.said[other][c.text]; o.Starts == said.Starts && slices.Equal(o.Messages, said.Messages) {
					done[other] = true
					fmt.Fprintf(&b, " %d", other)
				}
			}
			verdict := "refuses"
			if said.Starts {
				verdict = "starts"
			}
			fmt.Fprintf(&b, " %s\n", verdict)
			for _, m := range said.Messages {
				fmt.Fprintf(&b, "    | %s\n", m)
			}
		}
	}
	return b.String()
}

func readRecording(t *testing.T) record {
	t.Helper()
	data, err := os.ReadFile(recording)
	require.NoError(t, err)
	r := record{builds: map[int]string{}, said: map[int]map[string]Said{}}
	for _, jdk := range jvmflag.Tables {
		r.said[jdk] = map[string]Said{}
	}
	var text string
	var agree []int
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := lines.Text()
		switch message, said := strings.CutPrefix(line, "    | "); {
		case said:
			for _, jdk := range agree {
				s := r.said[jdk][text]
				s.Messages = append(s.Messages[:len(s.Messages):len(s.Messages)], message)
				r.said[jdk][text] = s
			}
		case strings.HasPrefix(line, "machine "):
			var memory, cpus int64
			_, err := fmt.Sscanf(line, "machine %d bytes %d CPUs", &memory, &cpus)
			require.NoError(t, err)
			r.machine = machine(memory, cpus)
		case strings.HasPrefix(line, "jdk "):
			var jdk int
			_, err := fmt.Sscanf(line, "jdk %d", &jdk)
			require.NoError(t, err)
			r.builds[jdk] = strings.SplitN(line, " ", 3)[2]
		case strings.HasPrefix(line, "  "):
			fields := strings.Fields(line)
			agree = nil
			for _, f := range fields[:len(fields)-1] {
				var jdk int
				_, err := fmt.Sscan(f, &jdk)
				require.NoError(t, err)
				agree = append(agree, jdk)
				r.said[jdk][text] = Said{Starts: fields[len(fields)-1] == "starts"}
			}
		case line != "" && !strings.HasPrefix(line, "#"):
			text = line
		}
	}
	require.NoError(t, lines.Err())
	return r
}
