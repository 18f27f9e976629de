package session

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// copying are the Dockerfiles that copy a file or a folder, by its path.
type copying struct {
	by     map[string][]*input.Input
	within map[string][]string // what stands in a folder
}

// runInImages gives files of options and scripts that Dockerfiles copy the JDK of
// their images.
func runInImages(inputs []*input.Input) {
	var into *copying
	for _, in := range inputs {
		if len(in.Builds.Files) == 0 {
			continue
		}
		if into == nil {
			into = &copying{map[string][]*input.Input{}, map[string][]string{}}
			for _, other := range inputs {
				into.know(other.File.Name)
			}
		}
		for _, from := range in.Builds.Files {
			into.add(in, from)
		}
	}
	if into == nil {
		return
	}
	for _, in := range inputs {
		if in.Format == input.OptionsText && len(in.Workloads) > 0 {
			copied := into.of(in.File.Name)
			if i := slices.IndexFunc(copied, func(in *input.Input) bool { return in.Builds.Doubt != "" }); i >= 0 {
				in.NotJudgedOn(fmt.Sprintf("%s copies it, and %s", copied[i].File.Name, copied[i].Builds.Doubt))
			} else if jdk, known := jdkOf(copied); known {
				in.RunOn(jdk)
			}
		}
	}
}

// know remembers that there is a file, and the folders that it stands in.
func (c *copying) know(name string) {
	for at, known := name, false; !known; at = path.Dir(at) {
		if _, known = c.by[at]; !known {
			folder := path.Dir(at)
			c.by[at], c.within[folder] = nil, append(c.within[folder], at)
		}
	}
}

// add notes what a Dockerfile copies. The folder of the build is that of the
// Dockerfile, or the nearest one above that has such a file.
func (c *copying) add(in *input.Input, from string) {
	for folder := path.Dir(in.File.Name); ; folder = path.Dir(folder) {
		found := c.matching(path.Join(folder, from))
		for _, at := range found {
			c.by[at] = append(c.by[at], in)
		}
		if len(found) > 0 || folder == path.Dir(folder) {
			return
		}
	}
}

// matching are the files and folders of a path, or of a pattern of names.
func (c *copying) matching(at string) []string {
	var all []string
	for _, name := range c.within[path.Dir(at)] {
		if same, _ := path.Match(path.Base(at), path.Base(name)); same || name == at {
			all = append(all, name)
		}
	}
	return all
}

// of are the Dockerfiles that copy a file, or a folder around it.
func (c *copying) of(name string) []*input.Input {
	var all []*input.Input
	for at := name; ; at = path.Dir(at) {
		for _, in := range c.by[at] {
			if !slices.Contains(all, in) {
				all = append(all, in)
			}
		}
		if at == path.Dir(at) {
			return all
		}
	}
}

// jdkOf are the releases that images bring; false where that is not known of one.
func jdkOf(images []*input.Input) (jdk workload.JDK, known bool) {
	slices.SortFunc(images, func(a, b *input.Input) int { return strings.Compare(a.File.Name, b.File.Name) })
	for _, in := range images {
		of := in.Builds.JDK
		if of.Open || len(of.Candidates) == 0 {
			return workload.JDK{}, false
		}
		if len(jdk.Candidates) == 0 {
			jdk = workload.JDK{Why: fmt.Sprintf("%s, %s", of.Why, in.File.Name), At: of.At}
		}
		jdk.Candidates = append(jdk.Candidates, of.Candidates...)
	}
	slices.Sort(jdk.Candidates)
	jdk.Candidates = slices.Compact(jdk.Candidates)
	if len(images) > 1 {
		jdk.Why = fmt.Sprintf("%s, and %d more", jdk.Why, len(images)-1)
	}
	return jdk, len(jdk.Candidates) > 0
}
