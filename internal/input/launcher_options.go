package input

import (
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// launcherOptions is .sbtopts, and other files whose start scripts take a -J off
// what they hand on to java, and hand on -D as it is. They split at blanks.
//
//	https://www.scala-sbt.org/1.x/docs/Command-Line-Reference.html
//	https://www.scala-sbt.org/sbt-native-packager/archetypes/java_app/customize.html (conf/application.ini)
var launcherOptions = reading.Reader{
	Name:    "options after -J as in .sbtopts",
	Formats: []reading.Format{"options of a launcher"},
	Files:   []string{".sbtopts", "application.ini"},
	Owns:    func(c *reading.Candidate) bool { return path.Base(c.File.Name) == ".sbtopts" },
	Mark:    func(c *reading.Candidate) bool { return strings.HasPrefix(firstLine(c.Whole.String()), "-J-") },
	Read:    func(in *reading.Input, c *reading.Candidate) { readLauncherOptions(in, c.Whole) },

	Comments: reading.OptionLinesSyntax.Of,
}

// firstLine is the first that is no comment.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if !reading.IsComment(line) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

func readLauncherOptions(in *reading.Input, whole source.Text) {
	var words []jvmflag.Word
	for s, at := whole.String(), 0; at < len(s); at = reading.LineAfter(s, at) {
		line := whole.Slice(at, reading.LineAfter(s, at))
		if reading.IsComment(line.String()) {
			continue
		}
		for _, w := range reading.PrintedWords(line.Slice(0, len(strings.TrimRight(line.String(), "\r\n"))), true) {
			switch word := w.Text.String(); {
			case strings.HasPrefix(word, "-J"):
				words = append(words, jvmflag.Word{Text: w.Text.Slice(len("-J"), len(word))}) // no other may go behind it as it is
			case strings.HasPrefix(word, "-D"):
				words = append(words, w)
			}
		}
	}
	if len(words) > 0 {
		w := in.OptionsWorkload("launcher", jvmflag.Known(jvmflag.ByConvention, jvmflag.OnChannel(jvmflag.CommandLine, words)))
		w.KnowsAtMost(workload.PartOfOptions) // the script adds its own
		in.Workloads = append(in.Workloads, w)
	}
}
