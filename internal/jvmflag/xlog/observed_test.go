package xlog

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag/jvmtest"
)

var (
	decorated = regexp.MustCompile(`^(\[[^\]]*\])+ `)
	decorator = regexp.MustCompile(`\[[^\]]*\]`)
	// aboutLogging is how lines begin that are about options of the log.
	aboutLogging = regexp.MustCompile(`^(Invalid (-Xlog )?(option|tag|level|decorator|output index)|Missing terminating|Ignoring excess|Output (name|options)|No tag set|` +
		`Can not have more|Too many tags|Log selection contains|Unsupported log|Initialization of output|Error opening|Unable to log|-Xloggc is|-XX:\+PrintGC|-Xlog Usage|Error: )`)
)

// undecorate leaves out decorations that change from run to run, and padding.
func undecorate(line string) string {
	prefix := decorated.FindString(line)
	kept := ""
	for _, d := range decorator.FindAllString(prefix, -1) {
		d = strings.TrimSpace(d[1 : len(d)-1])
		if slices.Contains(levels[:], d) || d == "logging" || d == "gc" {
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
	exit, stdout, stderr := jvmtest.Run(t, jvmtest.Java(t, jdk), dir, append(strings.Split(line, " "), "-version")...)
	var lines []string
	for line := range strings.Lines(stdout + "\n" + stderr) {
		line = strings.TrimSuffix(line, "\n")
		if aboutLogging.MatchString(decorated.ReplaceAllString(line, "")) {
			lines = append(lines, undecorate(line))
		}
	}
	return outcome(exit, lines)
}
