package xlog

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag/jvmtest"
)

const records = "testdata/recorded.txt"

var update = flag.Bool("update", false, "take down again what the real JVMs of JVMLINT_JDKS print")

var unifiedJDKs = []int{11, 17, 21, 25}

// loggingCases are the options of one JVM each. folder is one, in the folder
// where the JVM runs, and nowhere is none.
func loggingCases(t *testing.T) []string {
	text, err := os.ReadFile("testdata/cases.txt")
	require.NoError(t, err)
	cases := strings.Split(strings.TrimSpace(string(text)), "\n")
	r := rand.New(rand.NewPCG(1, 1)) // and some that nobody would think of, always the same
	for range 200 {
		cases = append(cases, randomLogging(r))
	}
	return cases
}

// testFile is the file system that the JVMs of these tests see.
func testFile(name string) File {
	switch {
	case strings.HasPrefix(name, "nowhere/"), strings.HasPrefix(name, "/nowhere/"):
		return FileNoFolder
	case strings.TrimSuffix(name, "/") == "folder":
		return FileFolder
	case strings.HasPrefix(name, "plain/"):
		return FileNotFolder
	}
	return FileByName(name)
}

// predictLogging is what we say of options, as observeLogging gives it.
func predictLogging(jdk int, line string) string {
	l := New(jdk, testFile)
	var said [2][]string // on stdout, on stderr
	var printGC, details, gcLog bool
	var refusal *Refusal
	take := func(lines []Line, r *Refusal) {
		for _, line := range lines {
			stream := 1
			if line.Stdout {
				stream = 0
			}
			said[stream] = append(said[stream], withoutUptime(line.Text))
		}
		refusal = r
	}
	for word := range strings.SplitSeq(line, " ") {
		switch file, named := strings.CutPrefix(word, "-Xloggc:"); {
		case named:
			gcLog = true
			take(l.GCLog(file), nil)
		case word == "-verbose:gc":
			l.VerboseGC()
		case word == "-XX:+PrintGC":
			printGC = true
		case word == "-XX:+PrintGCDetails":
			details = true
		default:
			take(l.Read(word))
		}
		if refusal != nil || l.Helps {
			break
		}
	}
	switch {
	case l.Helps:
		said[0] = append(said[0], "-Xlog Usage: -Xlog[:[selections][:[output][:[decorators][:output-options]]]]")
	case refusal == nil:
		if printGC {
			take(l.PrintGC(), nil)
		}
		if details {
			take(l.PrintGCDetails(), nil)
		}
		if gcLog {
			take(nil, l.OpenGCLog())
		}
	}
	exit, lines := 0, []string(nil)
	switch {
	case refusal == nil:
	case refusal.Fault == Crash:
		exit = 139
	default:
		exit = 1
		said, last := refusal.Lines, []string{
			"Error: Could not create the Java Virtual Machine.", "Error: A fatal exception has occurred. Program will exit.",
		}
		if len(said) > 0 && strings.HasPrefix(said[0], "Invalid -Xlog") { // the recording has stdout first
			said, last = said[1:], append([]string{said[0]}, last...)
		}
		for _, line := range slices.Concat(said, last) {
			lines = append(lines, withoutUptime(line))
		}
	}
	return outcome(exit, slices.Concat(said[0], said[1], lines))
}

func withoutUptime(line string) string {
	return strings.TrimPrefix(strings.TrimPrefix(line, unknownUptime), " ")
}

// outcome is an exit code and lines, those that say the same only once.
func outcome(exit int, lines []string) string {
	text := fmt.Sprint(exit)
	seen := map[string]bool{}
	for _, line := range lines {
		if words := decorated.ReplaceAllString(line, ""); !seen[words] {
			text += " | " + line
			seen[words] = true
		}
	}
	return text
}

// eachLogging asks about every case on every JDK, two at a time, and gives a
// line for each answer, in order.
func eachLogging(cases []string, ask func(jdk int, line string) string) string {
	answers := make([]string, len(unifiedJDKs)*len(cases))
	var wait sync.WaitGroup
	for worker := range 2 {
		wait.Go(func() {
			for i := worker; i < len(answers); i += 2 {
				jdk, line := unifiedJDKs[i/len(cases)], cases[i%len(cases)]
				answers[i] = fmt.Sprintf("%d: %s => %s\n", jdk, line, ask(jdk, line))
			}
		})
	}
	wait.Wait()
	return strings.Join(answers, "")
}

// TestLogging holds the reading of logging options against what the real JVMs
// said.
func TestLogging(t *testing.T) {
	recorded, err := os.ReadFile(records)
	require.NoError(t, err)
	assert.Equal(t, string(recorded), eachLogging(loggingCases(t), predictLogging))
}

// TestLoggingOfRealJVMs holds the recording against the JVMs.
func TestLoggingOfRealJVMs(t *testing.T) {
	jvmtest.Folder(t)
	got := eachLogging(loggingCases(t), func(jdk int, line string) string { return observeLogging(t, jdk, line) })
	if *update {
		require.NoError(t, os.WriteFile(records, []byte(got), 0o644))
	}
	recorded, err := os.ReadFile(records)
	require.NoError(t, err)
	assert.Equal(t, string(recorded), got)
}

// TestRandomLogging holds options that nobody thought of against the JVMs.
func TestRandomLogging(t *testing.T) {
	jvmtest.Folder(t)
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("JVMLINT_SEED"); s != "" {
		_, err := fmt.Sscan(s, &seed)
		require.NoError(t, err)
	}
	t.Logf("JVMLINT_SEED=%d", seed)
	n := 25
	if s := os.Getenv("JVMLINT_CASES"); s != "" {
		_, err := fmt.Sscan(s, &n)
		require.NoError(t, err)
	}
	r := rand.New(rand.NewPCG(seed, 0))
	var cases []string
	for range n {
		cases = append(cases, randomLogging(r))
	}
	ask := func(who func(jdk int, line string) string) string {
		return eachLogging(cases, func(jdk int, line string) string {
			said := who(jdk, line)
			if jdk < 18 && strings.Count(line, "-Xlog") > 1 { // what other options left in its memory is not known
				said = staleSuggestion.ReplaceAllString(said, "")
			}
			return said
		})
	}
	assert.Equal(t, ask(func(jdk int, line string) string { return observeLogging(t, jdk, line) }), ask(predictLogging))
}

var staleSuggestion = regexp.MustCompile(`Did you mean any of the following\?[^|]*`)

// FuzzLogging reads anything as a logging option.
func FuzzLogging(f *testing.F) {
	for _, s := range []string{"", ":gc", ":gc*=debug,safepoint+foo:file=\"a:b\":t,u:filecount=3", ":::::", ":\"", ":gc:#-1", "gc:a\"b\""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, jdk := range unifiedJDKs {
			l := New(jdk, nil)
			for range 2 {
				if _, refusal := l.Read("-Xlog" + s); refusal != nil {
					require.NotEmpty(t, refusal.Lines)
				}
			}
			l.GCLog(s)
			_ = l.OpenGCLog()
		}
	})
}

// TestLoggingAllocations keeps the reading of a good option cheap.
func TestLoggingAllocations(t *testing.T) {
	o := "-Xlog:gc*,safepoint:file=gc.log:time,uptime,level,tags:filecount=10,filesize=50m"
	n := testing.AllocsPerRun(100, func() {
		_, _ = New(21, nil).Read(o)
	})
	assert.LessOrEqual(t, n, 8.0)
	t.Log(n)
}

func BenchmarkLogging(b *testing.B) {
	o := "-Xlog:gc*,safepoint:file=gc.log:time,uptime,level,tags:filecount=10,filesize=50m"
	b.ReportAllocs()
	for b.Loop() {
		_, _ = New(21, nil).Read(o)
	}
}

// TestTagsBetweenTables holds which tags a release without a table takes: those of either release beside it, less what
// it lacks for certain.
func TestTagsBetweenTables(t *testing.T) {
	invalid := func(tag, similar string) string {
		return "Invalid tag '" + tag + "' in log selection." + similar
	}
	for _, c := range []struct {
		name    string
		jdk     int
		option  string
		refused string
		warned  bool // nothing is logged of it
	}{
		{"of the table before alone", 18, "-Xlog:biasedlocking", "", false},
		{"of the table behind alone", 22, "-Xlog:heapdump", "", false},
		{"gone by the table behind", 24, "-Xlog:protectiondomain", "", false},
		{"a set of the table behind", 23, "-Xlog:os+map", "", false},
		{"a set of neither", 23, "-Xlog:gc+vtables", "", true},
		{"a tag of neither", 23, "-Xlog:gcc", invalid("gcc", ""), false},
		{"not yet", 23, "-Xlog:monitortable", invalid("monitortable", " Did you mean 'itables'?"), false},
		{"there by then", 24, "-Xlog:monitortable", "", false},
		{"behind the last table", 30, "-Xlog:gc", "", false},
		{"asynchronous since 17", 16, "-Xlog:async", invalid("async", ""), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := New(c.jdk, nil)
			_, refusal := l.Read(c.option)
			said := ""
			if refusal != nil {
				said = refusal.Logged
			}
			assert.Equal(t, c.refused, said)
			assert.Equal(t, c.warned, len(l.Unmatched) > 0)
		})
	}
	for jdk := 9; jdk <= 28; jdk++ {
		names, sets := tagsOf(jdk)
		for _, set := range sets {
			require.Less(t, int(slices.Max(set[:])), len(names))
		}
	}
}
