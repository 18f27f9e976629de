package input

import (
	"path"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// isMavenConfig tells .mvn/maven.config, which Maven finds by its name. Its -D
// and -X are options of Maven, not of the JVM.
//
// https://maven.apache.org/configure.html
func isMavenConfig(name string) bool { return path.Base(name) == "maven.config" }

// readMavenConfig points at options of the JVM, which Maven does not hand on.
func (in *Input) readMavenConfig() {
	in.Format = MavenConfig
	words, _ := jvmflag.Words(textOf(in.File))
	for _, w := range words {
		if heapOrX.MatchString(w.Text.String()) {
			in.note(w.Text.Span(), "%s is not judged: Maven reads this file itself, the JVM gets .mvn/jvm.config", w.Text)
		}
	}
}
