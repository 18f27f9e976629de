package session

import (
	"path/filepath"
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// jibFolders hold what Jib copies into the image that it makes; the second is JHipster's.
//
//	https://github.com/GoogleContainerTools/jib/tree/master/jib-maven-plugin#adding-arbitrary-files-to-the-image
var jibFolders = []string{"src/main/jib", "src/main/docker/jib"}

// jibBases find the image that Jib builds upon, in the files that may say so.
var jibBases = []struct {
	name string
	base *lazyregexp.Regexp
}{
	{"pom.xml", lazyregexp.New(`<from>\s*<image>\s*(?:docker://)?([\w./:-]+)\s*</image>`)},
	{"build.gradle", gradleBase}, {"build.gradle.kts", gradleBase}, {"gradle/docker.gradle", gradleBase},
}

var gradleBase = lazyregexp.New(`\bfrom\s*\{\s*image\s*=\s*["'](?:docker://)?([\w./:-]+)["']`)

// jibJDK is the JDK of the image that Jib copies the files of a folder into.
func (s *Session) jibJDK(in *input.Input, folder string) (workload.JDK, bool) {
	for _, inner := range jibFolders {
		project, is := strings.CutSuffix(filepath.ToSlash(folder), inner)
		if !is || project != "" && !strings.HasSuffix(project, "/") {
			continue
		}
		for _, b := range jibBases {
			file, err := s.one(filepath.Join(filepath.FromSlash(project), filepath.FromSlash(b.name)), readFound)
			if err != nil {
				continue
			}
			if m := b.base.FindStringSubmatchIndex(string(file.Data)); m != nil {
				at := source.Verbatim(file.Span(m[2], m[3]))
				build, named := in.Options.Images.Build(images.Parse(at.String()))
				return workload.On(build, "image "+at.String()+", on which Jib builds", at), named
			}
		}
	}
	return workload.JDK{}, false
}
