package input

import (
	"path"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

const MavenConfig Format = "options of Maven itself"

// mavenConfig is .mvn/maven.config, which Maven finds by its name. Its -D and -X
// are options of Maven, not of the JVM.
//
// https://maven.apache.org/configure.html
var mavenConfig = reader{
	formats:  []Format{MavenConfig},
	files:    []string{"maven.config"},
	owns:     func(c *candidate) bool { return path.Base(c.file.Name) == "maven.config" },
	read:     func(in *Input, _ *candidate) { in.readMavenConfig() },
	comments: optionsSyntax.of,
}

// readMavenConfig points at options of the JVM, which Maven does not hand on.
func (in *Input) readMavenConfig() {
	words, _ := jvmflag.Words(textOf(in.File))
	for _, w := range words {
		if heapOrX.MatchString(w.Text.String()) {
			in.note(w.Text.Span(), "%s is not judged: Maven reads this file itself, the JVM gets .mvn/jvm.config", w.Text)
		}
	}
}
