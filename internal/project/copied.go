package project

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// imageContents tells which images hold a file or a folder, by the paths of those.
type imageContents struct {
	images  map[string][]imageCopy
	entries map[string][]string // of each folder
}

// imageCopy is an image that holds files of the project.
type imageCopy struct {
	by      string // the file that says so: a Dockerfile, or a Compose file
	image   *input.BuiltImage
	mounted bool
}

// indexImageContents finds the files that Dockerfiles copy and that Compose mounts; nil where there are none.
func indexImageContents(inputs []*Input) (into *imageContents) {
	add := func(in *Input, image *input.BuiltImage, mounted bool) {
		if len(image.Files) == 0 {
			return
		}
		if into == nil {
			into = &imageContents{map[string][]imageCopy{}, map[string][]string{}}
			for _, other := range inputs {
				into.addPath(other.File.Name)
			}
		}
		for _, from := range image.Files {
			into.addCopy(imageCopy{in.File.Name, image, mounted}, from)
		}
	}
	for _, in := range inputs {
		add(in, &in.Builds, false)
		for i := range in.Mounts {
			add(in, &in.Mounts[i], true)
		}
	}
	return into
}

// giveJDKOfImages tells files of options that stand in an image which JDK reads them, and in which container. That
// an image is not judged is taken back where the file that decides it was read.
func giveJDKOfImages(p *Project, r *linked) {
	into, inputs := p.contents, r.all()
	if into == nil {
		return
	}
	files := lists.Map(inputs, func(in *Input) (string, *Input) { return in.File.Name, in })
	for _, in := range inputs {
		copies := into.imagesWith(in.File.Name)
		if len(in.Workloads)+len(in.Unjudged) > 0 {
			for _, c := range copies {
				if slices.ContainsFunc(c.image.Scripts, func(s string) bool { return strings.HasSuffix("/"+in.File.Name, "/"+s) }) {
					for _, other := range inputs { // a Compose file that builds it says so, too
						other.Forget(c.image.Unread)
					}
				}
			}
		}
		if (in.Format == input.OptionsText || in.Format == input.Properties) && len(in.Workloads) > 0 {
			for _, c := range copies {
				if by := files[c.by]; by != nil && c.mounted && !c.image.Unread.At.IsZero() {
					by.Forget(c.image.Unread) // the file says what the image is run with
				}
			}
			giveJDK(in, copies)
		}
	}
}

// giveJDK tells a file of options about the images that hold it.
func giveJDK(in *Input, copies []imageCopy) {
	if i := slices.IndexFunc(copies, func(c imageCopy) bool { return c.image.Doubt != "" }); i >= 0 {
		in.NotJudgedOn(fmt.Sprintf("%s copies it into an image, and %s", copies[i].by, copies[i].image.Doubt))
	} else if len(copies) == 1 && slices.Contains(copies[0].image.Ignores, path.Base(in.File.Name)) {
		in.NotJudgedOn(copies[0].by + " copies it into an image that does not read it")
	} else if jdk, known := jdkOfImages(copies); known {
		in.RunOn(jdk)
	}
	if len(copies) == 1 && copies[0].image.Container != nil {
		in.RunIn(copies[0].image.Container)
	}
}

// addPath adds a file that was read, and the folders that it stands in.
func (c *imageContents) addPath(name string) {
	for at, known := name, false; !known; at = path.Dir(at) {
		if _, known = c.images[at]; !known {
			folder := path.Dir(at)
			c.images[at], c.entries[folder] = nil, append(c.entries[folder], at)
		}
	}
}

// addCopy notes what an image holds. The folder of the build is that of the Dockerfile, or the nearest one above it that
// has such a file. Where none has, because a build gathers its files first, the file of that name beside the Dockerfile
// is taken.
func (c *imageContents) addCopy(h imageCopy, from string) {
	found := []string(nil)
	for folder := path.Dir(h.by); len(found) == 0; folder = path.Dir(folder) {
		if found = c.matching(path.Join(folder, from)); h.mounted || folder == path.Dir(folder) {
			break
		}
	}
	if len(found) == 0 && !h.mounted && !strings.ContainsAny(from, "*?[") {
		found = c.matching(path.Join(path.Dir(h.by), path.Base(from)))
	}
	for _, at := range found {
		c.images[at] = append(c.images[at], h)
	}
}

// matching are the files and folders of a path, or of a pattern of names.
func (c *imageContents) matching(at string) []string {
	return lists.Where(c.entries[path.Dir(at)], func(name string) bool {
		same, _ := path.Match(path.Base(at), path.Base(name))
		return same || name == at
	})
}

// imagesWith are the images that hold a file, or a folder around it.
func (c *imageContents) imagesWith(name string) []imageCopy {
	var all []imageCopy
	for at := name; ; at = path.Dir(at) {
		all = lists.With(all, c.images[at]...)
		if at == path.Dir(at) {
			return all
		}
	}
}

// jdkOfImages are the releases that images bring; false where that is not known of one.
func jdkOfImages(images []imageCopy) (jdk workload.JDK, known bool) {
	slices.SortFunc(images, func(a, b imageCopy) int { return strings.Compare(a.by, b.by) })
	for _, h := range images {
		of := h.image.JDK
		if len(of.Candidates) == 0 || of.Open && len(of.Candidates) == len(workload.OpenJDK().Candidates) {
			return workload.JDK{}, false
		}
		if len(jdk.Candidates) == 0 {
			jdk = workload.JDK{Why: fmt.Sprintf("%s, %s", of.Why, h.by), At: of.At}
		}
		jdk.Open = jdk.Open || of.Open
		jdk.Candidates = append(jdk.Candidates, of.Candidates...)
	}
	slices.Sort(jdk.Candidates)
	jdk.Candidates = slices.Compact(jdk.Candidates)
	if len(images) > 1 {
		jdk.Why = fmt.Sprintf("%s, and %d more", jdk.Why, len(images)-1)
	}
	return jdk, len(jdk.Candidates) > 0
}
