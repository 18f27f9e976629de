package reading

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/imagename"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// BaseImage takes over what an image brings, and gives the options that its start script puts first.
func (in *Input) BaseImage(w *workload.Workload, name source.Text) source.Text {
	if gap := strings.Index(name.String(), ":"+source.Gap); gap > 0 { // a tag that is not known
		name = name.Slice(0, gap)
	}
	if n := name.Len(); n > 0 && name.String()[n-1] == ':' { // a tag that nobody gave
		name = name.Slice(0, n-1)
	}
	w.Image = name
	image := images.Parse(name.String())
	if w.IsMember = hazelcast.IsOfficial(image.Repository); w.IsMember {
		if hazelcast.IsOpenSource(image.Repository) {
			w.OpenSource = name
		}
		return in.OfficialImage(w, image.Repository, image.Tag, name)
	}
	if defaults, ok := in.declared(w, image, name); ok {
		return defaults
	}
	if hazelcast.IsJet(image.Repository) {
		in.Note(name.Span(), "Hazelcast Jet is unknown to jvmlint: its configuration is not judged, and its JVM is judged like any other")
	}
	in.NamedJDK(w, image, name)
	return source.Text{}
}

// OfficialImage takes over what a member image brings, and gives its JAVA_OPTS_DEFAULT; at is where the tag stands.
func (in *Input) OfficialImage(w *workload.Workload, repository, tag string, at source.Text) source.Text {
	if defaults, ok := in.declared(w, images.Reference{Repository: repository, Tag: tag}, at); ok {
		return defaults
	}
	if image, ok := hazelcast.OfficialImage(repository, tag); ok {
		w.HazelcastVersion = image.Version
		in.takeJDK(w, release.Build{Release: image.JDK}, "image "+w.Image.String(), "brings", at)
		return source.Unlocated(image.Options, "JAVA_OPTS_DEFAULT of image "+w.Image.String())
	}
	if !hazelcast.IsOfficial(repository) {
		in.NamedJDK(w, images.Reference{Repository: repository, Tag: tag}, at)
		return source.Text{}
	}
	if version, named := hazelcast.TaggedRelease(repository, tag); named && !version.Modelled() {
		w.HazelcastVersion = version
		w.KnowsAtMost(workload.PartOfOptions) // its start script may have others
		in.NamedJDK(w, images.Reference{Repository: repository, Tag: tag}, at)
		return source.Text{}
	}
	jdks, options := hazelcast.AnyOfficialImage()
	w.JDK = workload.JDK{Candidates: jdks, Why: "image " + repository + " without a release"}
	return source.Unlocated(options, "JAVA_OPTS_DEFAULT of all images "+repository)
}

// NamedJDK takes over what the name of an image says of its JVM; at is where it stands.
func (in *Input) NamedJDK(w *workload.Workload, image images.Reference, at source.Text) {
	known, _ := in.Options.Images.Find(image)
	if build, named := in.Options.Images.Build(image); named {
		in.takeJDK(w, build, "image "+w.Image.String(), "brings", at)
		if known.JDK != 0 {
			w.JDK.Why = by(known, w.JDK.Why)
		}
	}
	if w.JDK.Open && known.Least > 0 {
		w.JDK.Candidates = slices.DeleteFunc(slices.Clone(w.JDK.Candidates), func(jdk int) bool { return jdk < known.Least })
		w.JDK.Why = fmt.Sprintf("image %s brings JDK %d or later", w.Image, known.Least)
	}
	if images.OnWindows(image) {
		in.Doubt(w, at.Span(), "image %s is for Windows, where a JVM finds its machine in other ways", w.Image)
	}
	if jvm := in.Options.Images.OtherJVM(image); jvm != "" {
		w.Doubt = in.NotJudged(at.Span(), "image %s runs %s, which is not HotSpot", w.Image, jvm)
		w.Known = workload.Nothing
	}
}

// takeJDK takes over a build that something names or brings; at is where.
func (in *Input) takeJDK(w *workload.Workload, build release.Build, why, tells string, at source.Text) {
	w.JDK = workload.On(build, why, at)
	if jdk := build.Release; jdk < jvmflag.Oldest || jdk > jvmflag.Newest {
		w.Doubt = in.NotJudged(at.Span(), "%s %s JDK %d, which jvmlint does not know", why, tells, jdk)
		w.Known = workload.Nothing
	}
}

// leaveOtherJVMs leaves the JVMs of a container unjudged of which one has options of OpenJ9, in
// an image of which nothing says that it brings HotSpot: what they come to there is not known.
func (in *Input) leaveOtherJVMs() {
	for _, w := range in.Workloads {
		at := in.optionOfOpenJ9(w)
		if at.Len() == 0 {
			continue
		}
		why := in.NotJudged(at.Foremost(), "%s is an option of OpenJ9, and nothing says that image %s brings HotSpot", at, w.Image)
		for _, of := range in.Workloads {
			if of == w || w.Container != nil && of.Container == w.Container {
				of.Doubt, of.Known, of.Options, of.Variables = why, workload.Nothing, nil, nil
			}
		}
	}
}

func (in *Input) optionOfOpenJ9(w *workload.Workload) source.Text {
	image := images.Parse(w.Image.String())
	if known, found := in.Options.Images.Find(image); w.Image.Len() == 0 || images.BringsOpenJDK(image) || found && known.Declared {
		return source.Text{}
	}
	option, _ := lists.First(w.Options, func(o jvmflag.Option) bool { return jvmflag.KnownToOpenJ9(o.String()) })
	return option.Text
}

// OwnImages gives the file beside the files that are read that builds an image: a build that names it, or the Dockerfile
// that is the only one named like it; nil where there is none.
type OwnImages func(name string) *source.File

// Newest gives for each file the one that stands in its place.
func (o OwnImages) Newest(of func(*source.File) *source.File) OwnImages {
	return func(name string) *source.File {
		if file := o(name); file != nil {
			return of(file)
		}
		return nil
	}
}

// OwnImage is the image of a container as a Dockerfile builds it that is named like it,
// where nothing else is known of it. That both are the same is assumed.
func (in *Input) OwnImage(name source.Text) (Built, bool) {
	image := images.Parse(name.String())
	if known, found := in.Options.Images.Find(image); in.Build == nil || in.Options.Own == nil || name.Len() == 0 || hazelcast.IsOfficial(image.Repository) ||
		found && !known.Guessed() || in.Options.Images.BringsJVM(image) || in.Options.Images.RunsNoJVM(image) {
		return Built{}, false
	}
	file := in.Options.Own(imagename.Local(image.Repository))
	if file == nil {
		return Built{}, false
	}
	in.Link(Builds, file)
	built, ok := in.Build(file, "", &Environment{})
	if !ok {
		return Built{}, false
	}
	built.Like = name
	built.NoJVM = in.Options.Images.RunsNoJVM(images.Parse(built.Image.String())) && !mayBringJVM.Match(file.Data)
	in.Counts(built.Environment)
	built.Environment.Files = in.FilesOf(built, in.FolderOf(built), false)
	return built, true
}

// mayBringJVM is what may bring a JVM into an image: a word of Java's, packages, or a script that may do anything.
var mayBringJVM = lazyregexp.New(`(?i)java|jvm|jdk|jre|jar\b|jlink|temurin|corretto|zulu|graal|maven|mvn|gradle|kotlin|scala|` +
	`\b(?:apt|apt-get|yum|dnf|microdnf|zypper|pip3?|conda)\b|\.sh\b`)

// BuildBeside is the image that a build gives of a Dockerfile in a folder, as seen from the file, with arguments.
func (in *Input) BuildBeside(folder, name, target string, arguments *Environment) (image Built, builds bool) {
	at := path.Join(folder, name)
	if in.Build == nil || name == "" || HasPlaceholder(at) || strings.Contains(at, ":") {
		return Built{}, false
	}
	file := in.ReadBeside(at)
	if file == nil && name == "Dockerfile" { // as Docker does
		file = in.ReadBeside(path.Join(folder, "dockerfile"))
	}
	if file == nil {
		return Built{}, false
	}
	if image, builds = in.Build(file, target, arguments); builds {
		image.Environment.Files = in.FilesOf(image, folder, true)
	}
	return image, builds
}

// FolderOf is the folder of a Dockerfile as seen from the file.
func (in *Input) FolderOf(b Built) string {
	folder, err := filepath.Rel(path.Dir(in.File.Name), path.Dir(b.File.Name))
	if err != nil {
		folder = path.Dir(b.File.Name)
	}
	return filepath.ToSlash(folder)
}

// Mark remembers of the JVMs of a container, those from the first on, that they are those of the Dockerfile. What a
// Dockerfile that is named like the image installs into that of a system is not known.
func (in *Input) Mark(b Built, first, named int) {
	for _, w := range in.Workloads[first:] {
		w.BuiltBy = b.File
		in.addMissingAgent(b, *w)
	}
	if b.Like.Len() > 0 && len(in.Workloads) == first && len(in.Unjudged) == named && images.IsSystem(images.Parse(b.Image.String())) {
		in.unknownImage(b.Like, false)
	}
}

// AgentPath finds the file of an agent.
var AgentPath = lazyregexp.New(`^-javaagent:([^=]+)`)

// addMissingAgent adds an agent that the image of a container lacks, and that nothing mounts there.
func (in *Input) addMissingAgent(b Built, w workload.Workload) {
	if b.Lacks == nil || w.Container == nil || !w.Container.AllMounts || !images.OnlyJDK(images.Parse(b.Image.String())) {
		return
	}
	for _, o := range w.Options {
		m := AgentPath.FindStringSubmatch(o.String())
		if m != nil && o.Evidence == jvmflag.Runs && !w.Container.Mounted(m[1]) && b.Lacks(m[1]) {
			in.AddSlip(w, "java", o.Text, workload.NoAgent)
			return
		}
	}
}

// WhyJDK says what names the JDK of a container, and where that stands.
func (b Built) WhyJDK(jdk workload.JDK) string {
	how := either.Of(b.Named, "builds", "is taken for")
	switch {
	case b.Like.Len() == 0 || jdk.Why == "":
		return jdk.Why
	case jdk.Open:
		return fmt.Sprintf("nothing in %s, which %s %s, names it", b.File.Name, how, b.Like)
	}
	return fmt.Sprintf("%s of %s, which %s %s", jdk.Why, b.File.Name, how, b.Like)
}
