package reading

import (
	"bytes"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// printedBeside are files that tell which build runs: the file release of a JDK, and
// what people call the output of java -version.
var printedBeside = []string{"release", "java-version.txt", "java_version.txt", "java-version"}

// runOnPrinted takes for JVMs of which nothing tells the build that which a file beside tells.
func (in *Input) runOnPrinted() {
	if in.Reader == nil || in.Reader.YAML || in.FileBeside == nil {
		return
	}
	for _, w := range in.Workloads {
		if !w.JDK.Open || w.Image.Len() > 0 || !w.HasJVM() {
			continue
		}
		for _, name := range printedBeside {
			f := in.ReadBeside(name)
			if f == nil || bytes.HasPrefix(f.Data, []byte("#!")) { // a script that makes releases
				continue
			}
			if p, is := release.PrintedIn(string(f.Data)); is {
				in.RunOnPrinted(w, p, source.Verbatim(f.Span(p.From, p.To)))
				break
			}
		}
	}
}

// RunOnPrinted takes over the build that a JVM printed; at is where.
func (in *Input) RunOnPrinted(w *workload.Workload, p release.Printed, at source.Text) {
	switch jdk := p.Build.Release; {
	case p.JVM != "":
		w.Doubt, w.Known = in.NotJudged(placeOf(w), "%s says that it is %s, which is not HotSpot", at.Span().File.Name, p.JVM), workload.Nothing
	case w.JDK.Open && (jdk < jvmflag.Oldest || jdk > jvmflag.Newest):
		w.Doubt, w.Known = in.NotJudged(placeOf(w), "%s names JDK %d, which jvmlint does not know", at.Span().File.Name, jdk), workload.Nothing
	default:
		w.JDK.Tell(p.Build, "as printed in "+at.Span().File.Name, at)
	}
}
