package kube

import (
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// nameImage names a JVM that values tell of by its image alone: what its chart
// starts it with is not known. Where the chart is rendered that says more.
func (r valuesReader) nameImage(container *yamldoc.Node) {
	image, own := container.Get("image"), container.Get("imageName")
	if image == nil {
		image = own
	}
	if image == nil { // one of a list of images, which templates choose from
		image = container
	}
	if own == nil && image != container && image.Get("repository") == nil && container.Get("resources") == nil {
		return // a job of a pipeline, as likely as not
	}
	name := imageName(image)
	reference := images.Parse(name.String())
	if reading.HasPlaceholder(name.String()) || name.Len() == 0 {
		return
	}
	switch known, found := r.Options.Images.Find(reference); {
	case known.Unsized != "":
		r.NotJudgedUnlessRendered(name.Foremost(), "image %s %s", name, known.Unsized)
	case found || r.Options.Images.BringsJVM(reference):
		r.NotJudgedUnlessRendered(name.Foremost(), "the options that its chart gives image %s are unknown", name)
	case r.resource && !r.Options.Images.RunsNoJVM(reference):
		r.Unknown = append(r.Unknown, reading.Unknown{Name: reference.Repository})
	}
}

// imageName is an image as one string, or as registry, repository and tag.
func imageName(n *yamldoc.Node) source.Text {
	repository := n.Get("repository")
	if repository.Kind() != yamldoc.Scalar {
		return n.Text()
	}
	tag := n.Get("tag").Text()
	if tag.Len() == 0 {
		return repository.Text()
	}
	return source.Join(repository.Text(), source.Unlocated(":", "image"), tag)
}
