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
	Title: "a Hazelcast release needs a newer JDK",
	What: `The release of the member, from its image or --hazelcast, against the JDK, from the image
or --jdk. Hazelcast 5.0 to 5.3 are compiled for Java 8, 5.4 and later for Java 17. Where
nothing names the JDK nothing is said.`,
	Why:        "java says UnsupportedClassVersionError and exits before the member writes a line.",
	FixSafety:  "There is no fix by itself: another image, or another JDK, has to be chosen.",
	Exceptions: "None.",
	Evidence:   "The version of the class files in the jars of 5.0.5 to 5.3.8 (52) and 5.4.0 to 5.7.0 (61).",
	Examples: []lint.Example{{
		Name: "values.yaml", Args: "--jdk 11",
		Bad:  "image: {tag: \"5.5.0\"}\nhazelcast:\n  javaOpts: \"-Xmx1g\"\n",
		Good: "image: {tag: \"5.3.8\"}\nhazelcast:\n  javaOpts: \"-Xmx1g\"\n",
	}},
	References: []string{"https://docs.hazelcast.com/hazelcast/5.5/deploy/versioning-compatibility"},
	Check: func(p *lint.Pass) {
		v := p.Workload.HazelcastVersion
		needed := hazelcast.OldestJDK(v)
		if !p.Workload.IsMember || p.Workload.JDK.Open || p.JDK >= needed {
			return
		}
		f := p.Report([]source.Text{p.Workload.JDK.At, tagOf(p.Workload.Image)}, "member of Hazelcast %s needs JDK %d or later: JDK %d cannot load its classes", v, needed, p.JDK)
		f.Suggest(lint.Manual, fmt.Sprintf("run it with JDK %d", needed))
	},
}

// tagOf is the tag of an image, which may stand in a file by itself.
func tagOf(image source.Text) source.Text {
	return image.Slice(strings.LastIndexByte(image.String(), ':')+1, image.Len())
}
