package reading

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/imagename"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// OwnImages gives the Dockerfile beside the files that are read that is the only one named
// like an image; nil where there is none.
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
	file := in.Options.Own(path.Base(imagename.Local(image.Repository)))
	if file == nil {
		return Built{}, false
	}
	if !slices.Contains(in.NamedLike, file) {
		in.NamedLike = append(in.NamedLike, file)
	}
	built, ok := in.Build(file, "")
	if !ok {
		return Built{}, false
	}
	built.Like = name
	in.Counts(built.Environment)
	built.Environment.Files = in.FilesOf(built, in.FolderOf(built), false)
	return built, true
}

// FolderOf is the folder of a Dockerfile as seen from the file.
func (in *Input) FolderOf(b Built) string {
	folder, err := filepath.Rel(path.Dir(in.File.Name), path.Dir(b.File.Name))
	if err != nil {
		folder = path.Dir(b.File.Name)
	}
	return filepath.ToSlash(folder)
}

// Mark remembers of the JVMs of a container, those from the first on, that they are those of
// the Dockerfile. What a Dockerfile that is named like the image installs into that of a
// system is not known.
func (in *Input) Mark(b Built, first, named int) {
	for _, w := range in.Workloads[first:] {
		w.BuiltBy = b.File
	}
	if b.Like.Len() > 0 && len(in.Workloads) == first && len(in.Unjudged) == named && images.IsSystem(images.Parse(b.Image.String())) {
		in.unknownImage(b.Like, false)
	}
}

// WhyJDK says what names the JDK of a container, and where that stands.
func (b Built) WhyJDK(jdk workload.JDK) string {
	switch {
	case b.Like.Len() == 0 || jdk.Why == "":
		return jdk.Why
	case jdk.Open:
		return fmt.Sprintf("nothing in %s, which is named like %s, names it", b.File.Name, b.Like)
	}
	return fmt.Sprintf("%s of %s, which is named like %s", jdk.Why, b.File.Name, b.Like)
}
