package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var hazelcastJDK = lint.Rule{
	ID: "hazelcast-jdk", Severity: lint.Error, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupStart, lint.GroupHazelcast},
	Title:  "the Hazelcast release needs a newer JDK",
	What: `The release of the member (from its image or --hazelcast) is compared with the JDK (from the image
or --jdk). Hazelcast 5.0 to 5.3 are compiled for Java 8, 5.4 and later for Java 17. If nothing names the JDK, nothing
is reported.`,
	Why:        "java fails with UnsupportedClassVersionError and exits before the member writes a line.",
	FixSafety:  "No automatic fix: you must choose another image or another JDK.",
	Exceptions: "Never: the member does not start.",
	Evidence:   "The class file version in the jars of 5.0.5 to 5.3.8 (52) and 5.4.0 to 5.7.0 (61).",
	Examples: []lint.Example{mended("values.yaml", "--jdk 11", `image: {tag: "5.5.0"}
hazelcast:
  javaOpts: "-Xmx1g"
`, "5.5.0", "5.3.8")},
	References: []string{"https://docs.hazelcast.com/hazelcast/5.5/deploy/versioning-compatibility"},
	Check: func(p *lint.Pass) {
		v := p.Workload.HazelcastVersion
		needed := hazelcast.OldestJDK(v)
		if !p.Workload.IsMember || p.Workload.JDK.Open || p.JDK >= needed {
			return
		}
		f := p.Report([]source.Text{p.Workload.JDK.At, tagOf(p.Workload.Image)}, "Hazelcast %s needs JDK %d or later: JDK %d cannot load its classes", v, needed, p.JDK)
		f.Suggest(lint.Manual, fmt.Sprintf("run it with JDK %d", needed))
	},
}

// tagOf returns the tag of an image, which may be on its own in a file.
func tagOf(image source.Text) source.Text {
	return image.Slice(strings.LastIndexByte(image.String(), ':')+1, image.Len())
}
