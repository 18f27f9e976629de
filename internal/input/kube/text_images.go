package kube

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// nameTextImages names the JVMs of images in a text of a ConfigMap that a program starts
// containers by: agents in a configuration of Jenkins, templates of Pods.
func (in file) nameTextImages(key string, n *yamldoc.Node) {
	if n.Kind() != yamldoc.Scalar || isProse.MatchString(key) {
		return
	}
	text := n.Text()
	if !strings.Contains(text.String(), "image") {
		return
	}
	for _, m := range imageInText.FindAllStringSubmatchIndex(text.String(), -1) {
		behind, _, _ := strings.Cut(text.String()[m[1]:], "image:")
		if ownCommand.MatchString(behind) {
			continue
		}
		if image := text.Slice(m[2], m[3]); in.Options.Images.RunsJVM(images.Parse(image.String())) {
			in.NotJudged(image.Foremost(), "the reader of this text runs image %s with unknown options", image)
		}
	}
}

var (
	isProse    = lazyregexp.New(`(?i)\.(?:md|txt|html?|adoc)$`)
	ownCommand = lazyregexp.New(`(?m)^[ \t-]*"?command"?[ \t]*:`)
)

var imageInText = lazyregexp.New(`(?m)^[ \t-]*"?image"?[ \t]*[:=][ \t]*"?([\w./:@-]+)"?,?[ \t]*\r?$`)
