package kube

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// nameImage names a JVM that values tell of by its image alone: what its chart
// starts it with is not known. Where the chart is rendered that says more.
func (r valuesReader) nameImage(container *yamldoc.Node, path []string) {
	image, own := container.Get("image"), container.Get("imageName")
	if image == nil {
		image = own
	}
	module, agent := len(path) > 0 && containerModules.MatchString(path[len(path)-1]), slices.Contains(path, "clouds") // of Jenkins
	if image == nil && own == nil {                                                                                    // one of a list of images, which templates choose from
		image = container
	}
	if !module && !agent && own == nil && image != container && image.Get("repository") == nil && container.Get("resources") == nil {
		return // a job of a pipeline, as likely as not
	}
	name := imageName(image)
	reference := images.Parse(name.String())
	if reading.HasPlaceholder(name.String()) || name.Len() == 0 {
		return
	}
	known, found := r.Options.Images.Find(reference)
	switch {
	case found || r.Options.Images.BringsJVM(reference):
	case (module || r.resource) && !r.Options.Images.RunsNoJVM(reference):
		r.Unknown = append(r.Unknown, reading.Unknown{At: name.Foremost(), Image: name.String()})
		return
	default:
		return
	}
	if module || agent {
		r.NotJudged(name.Foremost(), "its options in image %s are unknown", name)
		return
	}
	if known.Unsized != "" {
		r.NotJudgedUnlessRendered(name.Foremost(), "image %s %s", name, known.Unsized)
		return
	}
	r.NotJudgedUnlessRendered(name.Foremost(), "the options that its chart gives image %s are unknown", name)
}

// nameImageVariable names a JVM of an image that a variable holds, which a template or a task
// starts: kafka_image, elasticsearch_docker_image_repo. What is put into the tag is left out.
func (r valuesReader) nameImageVariable(key, value *yamldoc.Node) {
	if !imageKey.MatchString(key.Value()) {
		return
	}
	name := value.Text()
	if i := strings.IndexAny(name.String(), "{$"); i >= 0 {
		name = name.Slice(0, len(strings.TrimRight(name.String()[:i], ":@")))
	}
	if whole := value.Value(); strings.ContainsAny(whole, "/:@") && name.Len() > 0 && r.Options.Images.RunsJVM(images.Parse(name.String())) {
		r.NotJudgedUnlessRendered(name.Foremost(), "%s holds image %s, whose options are unknown", key.Value(), name)
	}
}

var imageKey = lazyregexp.New(`(?:_image|[a-z]Image)(?:_(?:repo|repository|name)|Repo|Repository|Name)?$`)

// containerModules are modules of Ansible that start a container.
//
//	https://docs.ansible.com/ansible/latest/collections/community/docker/docker_container_module.html
//	https://docs.ansible.com/ansible/latest/collections/containers/podman/podman_container_module.html
var containerModules = lazyregexp.New(`(?:^|\.)(?:docker_container|docker_swarm_service|podman_container)$`)

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
