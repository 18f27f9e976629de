package reading

import (
	"bytes"
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// setsHome finds where a script, a unit or a file of variables sets JAVA_HOME.
var setsHome = lazyregexp.New(`(?m)^[ \t]*(?:export[ \t]+|Environment=["']?|ENV[ \t]+)?JAVA_HOME[= ][ \t]*["']?(/[^\s"'#;$]+)`)

// runOnHome takes for the JVMs of a text the JDK that its JAVA_HOME names, where all that is set there name the same.
func (in *Input) runOnHome() {
	if in.Reader == nil || in.Reader.YAML || len(in.Workloads) == 0 || !bytes.Contains(in.File.Data, []byte("JAVA_HOME")) {
		return
	}
	build, at, text := release.Build{}, source.Text{}, string(in.File.Data)
	for _, m := range setsHome.FindAllStringSubmatchIndex(text, -1) {
		found, named := buildOfHome(text[m[2]:m[3]])
		if !named || build.Release != 0 && found.Release != build.Release {
			return
		}
		build, at = found, source.Verbatim(in.File.Span(m[2], m[3]))
	}
	if build.Release == 0 {
		return
	}
	for _, w := range in.Workloads {
		in.runOn(w, build, at, "JAVA_HOME")
	}
}

// homeOf takes over the JDK that JAVA_HOME of a container names.
func (in *Input) homeOf(w *workload.Workload, env *Environment) {
	if v, set := env.Get("JAVA_HOME"); set && v.Known {
		if build, named := buildOfHome(v.Value.String()); named {
			in.runOn(w, build, v.Value, "JAVA_HOME")
		}
	}
}

// buildOfHome is the build that a path names, at least its release:
// /usr/lib/jvm/java-8-openjdk-amd64, /usr/lib/jvm/java-11-openjdk-11.0.13.0.8-4.el8_5.x86_64.
func buildOfHome(path string) (release.Build, bool) {
	return images.BuildOf(images.Reference{Repository: path})
}

// runOn takes a build for a JVM of which nothing else tells one.
func (in *Input) runOn(w *workload.Workload, build release.Build, at source.Text, why string) {
	if w.JDK.Open {
		in.takeJDK(w, build, why, "names", at)
	}
}

// RunByPath takes for a JVM the release that the path of its java names, where nothing else
// tells one: /usr/lib/jvm/java-17-openjdk-amd64/bin/java.
func (in *Input) RunByPath(w *workload.Workload, java source.Text) {
	called := strings.ReplaceAll(java.String(), `\`, "/") // on Windows
	if !strings.Contains(called, "/") || HasPlaceholder(called) {
		return
	}
	if build, named := buildOfHome(path.Dir(called)); named {
		in.runOn(w, build, java, "the path of java")
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
