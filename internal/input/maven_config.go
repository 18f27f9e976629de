package input

import (
	"path"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

const MavenConfig reading.Format = "options of Maven itself"

// mavenConfig is .mvn/maven.config, which Maven finds by its name. Its -D and -X
// are options of Maven, not of the JVM.
//
// https://maven.apache.org/configure.html
var mavenConfig = reading.Reader{
	Formats:  []reading.Format{MavenConfig},
	Files:    []string{"maven.config"},
	Owns:     func(c *reading.Candidate) bool { return path.Base(c.File.Name) == "maven.config" },
	Read:     func(in *reading.Input, _ *reading.Candidate) { readMavenConfig(in) },
	Comments: reading.OptionsSyntax.Of,
}

// readMavenConfig points at options of the JVM, which Maven does not hand on.
func readMavenConfig(in *reading.Input) {
	words, _ := jvmflag.Words(reading.TextOf(in.File))
	for _, w := range words {
		if reading.HeapOrX.MatchString(w.Text.String()) {
			in.Note(w.Text.Span(), "%s is not judged: Maven reads this file itself; the JVM gets .mvn/jvm.config", w.Text)
		}
	}
}
