package input

import (
	"path"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
)

const OptionsText reading.Format = "JVM options"

var optionsText = reading.Reader{
	Name:    "files of JVM options",
	Formats: []reading.Format{OptionsText},
	Files:   []string{"*.options", "*.vmoptions", ".jvmopts", "jvm*.config", "jvm*_config", "jvm*-config", "jvm*_options", "*jvm_args*", "*jvm-args*", "*jvmargs*"},
	Mark: func(c *reading.Candidate) bool {
		return reading.BeginsWithOption(c.Whole) && (path.Ext(c.File.Name) != ".sh" || reading.AllOptions(c.Whole))
	},
	Read: func(in *reading.Input, c *reading.Candidate) { in.ReadOptionsFile(c.Whole); in.LeaveOldRelease() },

	Comments: reading.OptionsSyntax.Of,
}

var script = reading.Reader{
	Name:     "lines such as JAVA_OPTS=...",
	Formats:  []reading.Format{OptionsText},
	Files:    []string{"*.env", ".env", ".env.*", "*.sh", "setenv", "standalone.conf", "domain.conf"},
	Content:  func(c *reading.Candidate) bool { return isScript(c.File, c.Whole) },
	Read:     func(in *reading.Input, c *reading.Candidate) { readScript(in, c.Whole) },
	Comments: reading.OptionsSyntax.Of,
}

// isScript tells a text that sets variables of options, or starts JVMs.
func isScript(f *source.File, whole source.Text) bool {
	return reading.AssignsOptions(whole) || reading.FillsOptions(whole) || reading.StartsJava(f, whole) || reading.Launches(f, whole) || reading.AssignsSizes(whole) || runsJVMs(whole) || len(manifestsIn(whole)) > 0
}

func readScript(in *reading.Input, whole source.Text) {
	in.ReadScript(whole)
	in.ReadSizes(whole)
	readContainers(in, whole)
	for _, manifest := range manifestsIn(whole) {
		readManifest(in, manifest)
	}
	in.ReadLaunches(whole)
	in.LeaveOldRelease()
}
