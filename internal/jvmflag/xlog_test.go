package jvmflag

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const xlogRecords = "testdata/xlog.txt"

var unifiedJDKs = []int{11, 17, 21, 25}

// loggingCases are the options of one JVM each. folder is one, in the folder
// where the JVM runs, and nowhere is none.
func loggingCases(t *testing.T) []string {
	text, err := os.ReadFile("testdata/xlog_cases.txt")
	require.NoError(t, err)
	cases := strings.Split(strings.TrimSpace(string(text)), "\n")
	r := rand.New(rand.NewPCG(1, 1)) // and some that nobody would think of, always the same
	for range 200 {
		cases = append(cases, randomLogging(r))
	}
	return cases
}

// testFile is the file system that the JVMs of these tests see.
func testFile(name string) logFile {
	switch {
	case strings.HasPrefix(name, "nowhere/"), strings.HasPrefix(name, "/nowhere/"):
		return fileNoFolder
	case strings.TrimSuffix(name, "/") == "folder":
		return fileFolder
	case strings.HasPrefix(name, "plain/"):
		return fileNotFolder
	}
	return fileByName(name)
}

// predictLogging is what we say of options, as observeLogging gives it.
func predictLogging(jdk int, line string) string {
	l := newLogging(jdk, testFile)
	var said [2][]string // on stdout, on stderr
	var set [2]Setting
	var refusal *Refusal
	take := func(messages []Message, r *Refusal) {
		for _, m := range messages {
			stream := 1
			if m.Stdout {
				stream = 0
			}
			said[stream] = append(said[stream], withoutUptime(m.Line))
		}
		refusal = r
	}
	for word := range strings.SplitSeq(line, " ") {
		o := Option{Text: text(word)}
		switch word {
		case "-XX:+PrintGC":
			set[0] = Setting{Option: o, Number: 1}
		case "-XX:+PrintGCDetails":
			set[1] = Setting{Option: o, Number: 1}
		default:
			take(l.apply(o))
		}
		if refusal != nil || l.helps {
			break
		}
	}
	if refusal == nil && !l.helps {
		take(l.finish(set[0], set[1]))
	}
	exit, lines := 0, []string(nil)
	switch {
	case refusal == nil:
	case refusal.Lines[0] == "Segmentation fault":
		exit = 139
	default:
		exit = 1
		said, last := refusal.Lines[:len(refusal.Lines)-len(fatal)], fatal[:]
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

var (
	decorated = regexp.MustCompile(`^(\[[^\]]*\])+ `)
	decorator = regexp.MustCompile(`\[[^\]]*\]`)
	// ownWords are how lines begin that are about options of the log.
	aboutLogging = regexp.MustCompile(`^(Invalid (-Xlog )?(option|tag|level|decorator|output index)|Missing terminating|Ignoring excess|Output (name|options)|No tag set|` +
		`Can not have more|Too many tags|Log selection contains|Unsupported log|Initialization of output|Error opening|Unable to log|-Xloggc is|-XX:\+PrintGC|-Xlog Usage|Error: )`)
)

// undecorate leaves out decorations that change from run to run, and padding.
func undecorate(line string) string {
	prefix := decorated.FindString(line)
	kept := ""
	for _, d := range decorator.FindAllString(prefix, -1) {
		d = strings.TrimSpace(d[1 : len(d)-1])
		if slices.Contains(logLevels[:], d) || d == "logging" || d == "gc" {
			kept += "[" + d + "]"
		}
	}
	if kept != "" {
		kept += " "
	}
	return kept + line[len(prefix):]
}

// observeLogging starts a real JVM in a folder of its own, with a folder and a
// plain file in it.
func observeLogging(t *testing.T, jdk int, line string) string {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "folder"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "plain"), nil, 0o644))
	exit, stdout, stderr := runJava(t, jdk, dir, append(strings.Split(line, " "), "-version")...)
	var lines []string
	for line := range strings.Lines(stdout + "\n" + stderr) {
		line = strings.TrimSuffix(line, "\n")
		if aboutLogging.MatchString(decorated.ReplaceAllString(line, "")) {
			lines = append(lines, undecorate(line))
		}
	}
	return outcome(exit, lines)
}

func runJava(t *testing.T, jdk int, dir string, args ...string) (exit int, stdout, stderr string) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(os.Getenv("JVMLINT_JDKS"), fmt.Sprint(jdk), "bin", "java"), args...)
	cmd.Dir = dir
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); !strings.HasSuffix(name, "JAVA_OPTIONS") && name != "JAVA_TOOL_OPTIONS" {
			cmd.Env = append(cmd.Env, v)
		}
	}
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	if e := cmd.Run(); e != nil {
		var failed *exec.ExitError
		require.True(t, errors.As(e, &failed), "%v", e)
		if exit = failed.ExitCode(); exit < 0 {
			exit = 139 // ended by a signal, as a shell says it
		}
	}
	return exit, out.String(), err.String()
}

func needJVMs(t *testing.T) {
	if os.Getenv("JVMLINT_JDKS") == "" {
		t.Skip("needs real JVMs: set JVMLINT_JDKS to the folder that scripts/jdks.sh fills")
	}
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
	recorded, err := os.ReadFile(xlogRecords)
	require.NoError(t, err)
	assert.Equal(t, string(recorded), eachLogging(loggingCases(t), predictLogging))
}

// TestLoggingOfRealJVMs holds the recording against the JVMs.
func TestLoggingOfRealJVMs(t *testing.T) {
	needJVMs(t)
	got := eachLogging(loggingCases(t), func(jdk int, line string) string { return observeLogging(t, jdk, line) })
	if *update {
		require.NoError(t, os.WriteFile(xlogRecords, []byte(got), 0o644))
	}
	recorded, err := os.ReadFile(xlogRecords)
	require.NoError(t, err)
	assert.Equal(t, string(recorded), got)
}

// TestRandomLogging holds options that nobody thought of against the JVMs.
func TestRandomLogging(t *testing.T) {
	needJVMs(t)
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
			l := newLogging(jdk, nil)
			for range 2 {
				_, refusal := l.apply(Option{Text: text("-Xlog" + s)})
				if refusal != nil {
					require.NotEmpty(t, refusal.Error())
				}
			}
			_, _ = l.finish(Setting{}, Setting{})
			_, _ = UnifiedLogging(jdk, []Option{{Text: text("-Xlog" + s)}, {Text: text("-XX:" + s)}})
		}
	})
}

// TestLoggingAllocations keeps the reading of a good option cheap.
func TestLoggingAllocations(t *testing.T) {
	o := Option{Text: text("-Xlog:gc*,safepoint:file=gc.log:time,uptime,level,tags:filecount=10,filesize=50m")}
	n := testing.AllocsPerRun(100, func() {
		_, _ = newLogging(21, nil).apply(o)
	})
	assert.LessOrEqual(t, n, 8.0)
	t.Log(n)
}

func BenchmarkLogging(b *testing.B) {
	o := Option{Text: text("-Xlog:gc*,safepoint:file=gc.log:time,uptime,level,tags:filecount=10,filesize=50m")}
	b.ReportAllocs()
	for b.Loop() {
		_, _ = newLogging(21, nil).apply(o)
	}
}

// randomLogging makes up one to three options, right and wrong.
func randomLogging(r *rand.Rand) string {
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	several := func(most int, sep string, one func() string) string {
		parts := []string{one()}
		for len(parts) < most && r.IntN(3) > 0 {
			parts = append(parts, one())
		}
		return strings.Join(parts, sep)
	}
	tag := func() string {
		names, _ := logTags(unifiedJDKs[r.IntN(len(unifiedJDKs))])
		name := names[1+r.IntN(len(names)-1)]
		switch r.IntN(20) {
		case 0:
			return strings.ToUpper(name)
		case 1:
			return pick("", "all", "gcc", "heep", "safe", "claz", "gc*", "foo", "disable", "async", "\"gc\"", "help")
		case 2:
			i := r.IntN(len(name))
			return name[:i] + name[i+1:]
		case 3, 4, 5, 6, 7:
			return pick("gc", "heap", "safepoint", "class", "load", "age", "ref", "logging", "cpu", "start", "phases", "ergo")
		}
		return name
	}
	selected := func() string {
		if r.IntN(12) == 0 {
			return pick("all", "all=off", "all=warning", "all=error", "gc*=debug", "logging=off", "logging=warning", "")
		}
		if r.IntN(3) == 0 { // tags that go together
			names, sets := logTags(unifiedJDKs[r.IntN(len(unifiedJDKs))])
			set := sets[r.IntN(len(sets))]
			return string(selection{tags: set}.describe(nil, names)) + pick("", "", "*", "=debug", "=off", "+foo", "+gc")
		}
		s := several(1+r.IntN(3), "+", tag)
		if r.IntN(3) == 0 {
			s += "*"
		}
		if r.IntN(3) == 0 {
			s += "=" + pick("off", "info", "debug", "trace", "warning", "error", "DEBUG", "warn", "err", "inf", "finest", "", "verbose", "wrning")
		}
		return s
	}
	output := func() string {
		return pick("", "", "", "stdout", "stderr", "#0", "#1", "#2", "#3", "#-1", "#x", "#", "#+1", "#01", "file=a.log", "a.log", "b.log", "file=b.log", "\"a.log\"",
			"file=\"a.log\"", "a\"b\"", "\"a", "file=", "FILE=a", "nowhere/a.log", "folder", "folder/", "plain/a.log", "/dev/null", "x=y", "\"stdout\"", "STDOUT", "\"a:b\"", "\"\"", ".")
	}
	decorated := func() string {
		return several(3, ",", func() string {
			return pick("", "none", "t", "time", "utc", "uptime", "u", "UPTIME", "l", "level", "tags", "tg", "pid", "tid", "ti", "hn", "um", "un", "tn", "tm", "hostname", "foo", "None", "timemillis")
		})
	}
	options := func() string {
		return several(3, ",", func() string {
			return pick("filecount=", "filesize=", "filecount=", "filesize=", "foldmultilines=", "", "foo", "foo=", "FileCount=", "filesize") +
				pick("5", "0", "1", "1000", "1001", "10m", "1K", "1gb", "0x10", "-1", "+1", "08", "true", "false", "True", "", "99999999999999999999", " ", "2t", "1000000000000000000k")
		})
	}
	one := func() string {
		switch r.IntN(30) {
		case 0:
			return pick("-Xlog", "-Xlog:disable", "-Xlog:async", "-Xlog:async:drop", "-Xlog:async:x", "-Xlogs", "-Xlog:help", "-Xlog:asyncx", "-Xlog=gc", "-Xloggc", "-verbose:gc")
		case 1:
			return "-Xloggc:" + output()
		case 2:
			return pick("-XX:+PrintGC", "-XX:+PrintGCDetails")
		}
		parts := []func() string{func() string { return several(3, ",", selected) }, output, decorated, options, func() string { return pick("", "x", ":", "gc") }}
		s := "-Xlog"
		for _, part := range parts[:1+r.IntN(3)+r.IntN(2)*r.IntN(3)] {
			s += ":" + part()
		}
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(several(3, "\x00", one), " ", ""), "\x00", " ")
}
