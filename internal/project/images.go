package project

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
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

// runInImages gives files of options and scripts that stand in images the JDK of these, once all files are read, and
// again when some were changed.
func (into *copying) runInImages(inputs []*Input) {
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

// ownImages finds the builds that name images, and the Dockerfiles that images are named like, among the files
// that are read.
func (p *Project) ownImages(files []found) reading.OwnImages {
	all, named := map[string][]string{}, map[string]*source.File{}
	for _, f := range files {
		if !f.chart && input.IsBuild(f.path) {
			if file, err := p.one(f.path, ReadFound); err == nil {
				named[input.ImageOfJib(file)] = file
			}
		}
		if f.chart || !input.IsDockerfileName(f.path) {
			continue
		}
		at := filepath.Clean(f.path)
		if whole, err := p.files.Abs(at); err == nil { // the folder of the project has a name, too
			at = whole
		}
		if name := plainName(builtName(filepath.ToSlash(at))); name != "" {
			all[name] = append(all[name], f.path)
		}
	}
	return func(repository string) *source.File {
		if file := named[repository]; file != nil {
			return file
		}
		image := path.Base(repository)
		of := all[plainName(image)]
		for name := image; len(of) == 0; of = all[plainName(name)] { // that of the project often stands before it
			i := strings.IndexAny(name, "-_")
			if name = name[i+1:]; i < 0 || len(name) < shortestName {
				return nil
			}
		}
		if len(of) != 1 {
			return nil
		}
		file, err := p.one(of[0], ReadFound)
		if err != nil {
			return nil
		}
		return file
	}
}

// shortestName is of how many letters the part of an image's name must be by which a Dockerfile is found.
const shortestName = 4

// UnknownImages are the names of what may run a JVM and of which nothing is known, each once. Likely reports
// whether something tells of a JVM in one of them.
func UnknownImages(inputs []*Input) (names []string, likely bool) {
	for _, in := range inputs {
		for _, u := range in.Unknown {
			names, likely = append(names, u.Name), likely || u.Likely
		}
	}
	slices.Sort(names)
	return slices.Compact(names), likely
}

// plainName is a name as far as folders and images spell it alike: CentralStation is central-station.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_.", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

func isDockerfile(in *Input) bool { return len(in.Builds.JDK.Candidates) > 0 }

// aside are folders that a Dockerfile stands in, and that say nothing of its image.
var aside = []string{".", "/", "docker", "src", "main", "build", "deploy", "deployment", "jvm", "container", "images", "dockerfiles"}

// builtName is what the place of a Dockerfile says of the name of its image; empty where it says nothing.
func builtName(file string) string {
	folder, name := path.Split(strings.ToLower(file))
	if of, has := strings.CutSuffix(name, ".dockerfile"); has {
		return of
	}
	if of := strings.TrimLeft(strings.TrimPrefix(name, "dockerfile"), ".-_"); of != name && of != "" && !slices.Contains(aside, of) {
		return of
	}
	for folder = path.Clean(folder); slices.Contains(aside, path.Base(folder)) && folder != path.Dir(folder); {
		folder = path.Dir(folder)
	}
	if base := path.Base(folder); !slices.Contains(aside, base) {
		return base
	}
	return ""
}

// startJava are the Dockerfiles that start java themselves, where all do that may start a JVM: a
// script may read any variable, and so may what an image starts of which nothing is known.
func startJava(inputs []*Input) (all []*Input) {
	for _, in := range inputs {
		switch {
		case !isDockerfile(in) || in.Builds.NoJVM:
		case len(in.Builds.Starts) == 0:
			return nil
		default:
			all = append(all, in)
		}
	}
	return all
}

// leaveUnread doubts or leaves what no program reads, once all files are read, and again when some were changed.
func (p *Project) leaveUnread(inputs []*Input) {
	doubtUnread(inputs, p.starters)
	doubtDotenv(inputs)
	leaveReadElsewhere(inputs)
	leaveOfOthers(inputs)
}

// doubtUnread lowers the evidence of options in a variable such as JAVA_OPTS, where the image
// of its container is unknown: if all Dockerfiles here start java themselves, and none hands
// the variable on, then the image is likely one of theirs and does not either.
func doubtUnread(inputs, built []*Input) {
	if len(built) == 0 {
		return
	}
	for _, in := range inputs {
		for _, w := range in.Workloads {
			if w.Handed == "" || w.BuiltBy != nil || !unknownImage(in, w) || readBy(built, w.Handed) {
				continue
			}
			for i, o := range w.Options {
				if o.Evidence == jvmflag.ByConvention { // what the JVM reads itself runs
					w.Options[i].Evidence = jvmflag.LooksLike
				}
			}
			w.Doubt = fmt.Sprintf("image %s is unknown, and all Dockerfiles here start java without %s (%s)", w.Image, w.Handed, built[0].File.Name)
		}
	}
}

// doubtDotenv lowers the evidence of options in a .env beside a Compose file, which reads it, where no YAML in the
// folder or below puts the variable in, or hands files or other Compose files on.
func doubtDotenv(inputs []*Input) {
	put := map[string]map[string]bool{} // by the folder of a .env: what YAML puts in
	for _, in := range inputs {
		if path.Base(in.File.Name) == ".env" && len(in.Workloads) > 0 {
			put[path.Dir(in.File.Name)] = map[string]bool{}
		}
	}
	compose := map[string]bool{} // folders that have one
	for _, in := range inputs {
		compose[path.Dir(in.File.Name)] = compose[path.Dir(in.File.Name)] || in.Format == kube.ComposeFile
		for at := in.File.Name; len(put) > 0 && in.IsYAML() && at != path.Dir(at); {
			if at = path.Dir(at); put[at] == nil {
				continue
			}
			for _, m := range putIn.FindAllStringSubmatch(string(in.File.Data), -1) {
				put[at][m[1]+m[2]+m[3]] = true
			}
		}
	}
	for _, in := range inputs {
		folder := path.Dir(in.File.Name)
		names := put[folder]
		if path.Base(in.File.Name) != ".env" || !compose[folder] || names["env_file"] || names["include"] || names["extends"] {
			continue
		}
		for _, w := range in.Workloads {
			if names[w.Name] {
				continue
			}
			for i := range w.Options {
				w.Options[i].Evidence = jvmflag.LooksLike
			}
			w.Doubt = fmt.Sprintf("Compose reads this file, and no Compose file uses %s", w.Name)
		}
	}
}

// putIn finds variables behind a dollar, those that are handed on by their names alone, and keys that name other files.
var putIn = lazyregexp.New(`(?m)\$\{?([A-Za-z_]\w*)|([A-Za-z_]\w*)["']?[ \t]*(?:[,\]}\r]|$)|\b(env_file|include|extends):`)

func unknownImage(in *Input, w *workload.Workload) bool {
	image := images.Parse(w.Image.String())
	_, known := in.Options.Images.Find(image)
	return w.Image.Len() > 0 && !known && !in.Options.Images.BringsJVM(image)
}

func readBy(dockerfiles []*Input, variable string) bool {
	return slices.ContainsFunc(dockerfiles, func(in *Input) bool {
		return slices.ContainsFunc(in.Builds.Starts, func(reads func(string) bool) bool { return reads(variable) })
	})
}
