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

// copying are the images that a file or a folder is copied or mounted into, by its path.
type copying struct {
	by     map[string][]holding
	within map[string][]string // what stands in a folder
}

// holding is an image that has files of the tree, and the file that says so.
type holding struct {
	by      string
	image   *input.BuiltImage
	mounted bool
}

// copiesOf are the files that Dockerfiles copy, or that Compose mounts; nil where there are none.
func copiesOf(inputs []*Input) (into *copying) {
	add := func(in *Input, image *input.BuiltImage, mounted bool) {
		if len(image.Files) == 0 {
			return
		}
		if into == nil {
			into = &copying{map[string][]holding{}, map[string][]string{}}
			for _, other := range inputs {
				into.know(other.File.Name)
			}
		}
		for _, from := range image.Files {
			into.add(holding{in.File.Name, image, mounted}, from)
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

// runInImages gives files of options and scripts that stand in images the JDK of these.
func runInImages(p *Project, r *linked) {
	into, inputs := p.copies, r.all()
	if into == nil {
		return
	}
	files := map[string]*Input{}
	for _, in := range inputs {
		files[in.File.Name] = in
	}
	for _, in := range inputs {
		if len(in.Workloads)+len(in.Unjudged) > 0 {
			for _, h := range into.of(in.File.Name) {
				if slices.ContainsFunc(h.image.Scripts, func(s string) bool { return strings.HasSuffix("/"+in.File.Name, "/"+s) }) {
					for _, other := range inputs { // a Compose file that builds it says so, too
						other.Forget(h.image.Unread)
					}
				}
			}
		}
		if (in.Format == input.OptionsText || in.Format == input.Properties) && len(in.Workloads) > 0 {
			copied := into.of(in.File.Name)
			for _, h := range copied {
				if by := files[h.by]; by != nil && h.mounted && !h.image.Unread.At.IsZero() {
					by.Forget(h.image.Unread) // the file says what the image is run with
				}
			}
			if i := slices.IndexFunc(copied, func(h holding) bool { return h.image.Doubt != "" }); i >= 0 {
				in.NotJudgedOn(fmt.Sprintf("%s copies it into an image, and %s", copied[i].by, copied[i].image.Doubt))
			} else if jdk, known := jdkOf(copied); known {
				in.RunOn(jdk)
			}
			if len(copied) == 1 && copied[0].image.Container != nil {
				in.RunIn(copied[0].image.Container)
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

// add notes what an image holds. The folder of the build is that of the Dockerfile, or the nearest one above that has
// such a file. Where none has, as where a build gathers its files first, it is what has that name beside the Dockerfile.
func (c *copying) add(h holding, from string) {
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
		c.by[at] = append(c.by[at], h)
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

// of are the images that hold a file, or a folder around it.
func (c *copying) of(name string) []holding {
	var all []holding
	for at := name; ; at = path.Dir(at) {
		all = lists.With(all, c.by[at]...)
		if at == path.Dir(at) {
			return all
		}
	}
}

// jdkOf are the releases that images bring; false where that is not known of one.
func jdkOf(images []holding) (jdk workload.JDK, known bool) {
	slices.SortFunc(images, func(a, b holding) int { return strings.Compare(a.by, b.by) })
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
