package input

import (
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// launcherOptions is .sbtopts, and other files whose start scripts take a -J off
// what they hand on to java, and hand on -D as it is. They split at blanks.
//
//	https://www.scala-sbt.org/1.x/docs/Command-Line-Reference.html
//	https://www.scala-sbt.org/sbt-native-packager/archetypes/java_app/customize.html (conf/application.ini)
var launcherOptions = reader{
	name:    "options behind -J as in .sbtopts",
	formats: []Format{"options of a launcher"},
	files:   []string{".sbtopts", "application.ini"},
	owns:    func(c *candidate) bool { return path.Base(c.file.Name) == ".sbtopts" },
	mark:    func(c *candidate) bool { return strings.HasPrefix(firstLine(c.whole.String()), "-J-") },
	read:    func(in *Input, c *candidate) { in.readLauncherOptions(c.whole) },

	comments: optionLinesSyntax.of,
}

// firstLine is the first that is no comment.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if !isComment(line) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

func (in *Input) readLauncherOptions(whole source.Text) {
	var words []jvmflag.Word
	for s, at := whole.String(), 0; at < len(s); at = lineAfter(s, at) {
		line := whole.Slice(at, lineAfter(s, at))
		if isComment(line.String()) {
			continue
		}
		for _, w := range printedWords(line.Slice(0, len(strings.TrimRight(line.String(), "\r\n"))), true) {
			switch word := w.Text.String(); {
			case strings.HasPrefix(word, "-J"):
				words = append(words, jvmflag.Word{Text: w.Text.Slice(len("-J"), len(word))}) // no other may go behind it as it is
			case strings.HasPrefix(word, "-D"):
				words = append(words, w)
			}
		}
	}
	if len(words) > 0 {
		w := in.optionsWorkload("launcher", jvmflag.OnChannel(jvmflag.CommandLine, words))
		w.Part = true // the script adds its own
		in.Workloads = append(in.Workloads, w)
	}
}
