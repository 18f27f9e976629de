package input

import "github.com/jvmlint/jvmlint/internal/input/reading"

const OptionsText reading.Format = "JVM options"

var optionsText = reading.Reader{
	Name:    "files of JVM options",
	Formats: []reading.Format{OptionsText},
	Files:   []string{"*.options", "*.vmoptions", ".jvmopts", "jvm*.config", "jvm*_config", "jvm*-config", "jvm*_options"},
	Mark:    func(c *reading.Candidate) bool { return reading.BeginsWithOption(c.Whole) },
	Read:    func(in *reading.Input, c *reading.Candidate) { in.ReadOptionsFile(c.Whole) },

	Comments: reading.OptionsSyntax.Of,
}

var script = reading.Reader{
	Name:    "lines such as JAVA_OPTS=...",
	Formats: []reading.Format{OptionsText},
	Files:   []string{"*.env", ".env", ".env.*", "*.sh", "setenv", "standalone.conf", "domain.conf"},
	Content: func(c *reading.Candidate) bool {
		return reading.AssignsOptions(c.Whole) || reading.FillsOptions(c.Whole) || reading.StartsJava(c.Whole) || reading.Launches(c.File, c.Whole) || runsJVMs(c.Whole) || len(manifestsIn(c.Whole)) > 0
	},
	Read: func(in *reading.Input, c *reading.Candidate) {
		in.ReadScript(c.Whole)
		readContainers(in, c.Whole)
		for _, manifest := range manifestsIn(c.Whole) {
			readManifest(in, manifest)
		}
		in.ReadLaunches(c.Whole)
	},
	Comments: reading.OptionsSyntax.Of,
}
