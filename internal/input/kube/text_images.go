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
		behind, _, _ := strings.Cut(text.String()[m[1]:], "image")
		if ownCommand.MatchString(behind) {
			continue
		}
		image := text.Slice(m[2], m[3])
		reference := images.Parse(image.String())
		if known, found := in.Options.Images.Find(reference); found && known.JVM != images.None || in.Options.Images.BringsJVM(reference) {
			in.NotJudged(image.Foremost(), "the reader of this text runs image %s with unknown options", image)
		}
	}
}

var (
	isProse    = lazyregexp.New(`(?i)\.(?:md|txt|html?|adoc)$`)
	ownCommand = lazyregexp.New(`(?m)^[ \t-]*"?command"?[ \t]*:[ \t]*(?:\r?$|\[[ \t]*[^\] \t]|[^\[ \t\r\n"']|["'][^"'\r\n])`)
)

// imageInText is a line with an image: of YAML, of settings, or of XML.
var imageInText = lazyregexp.New(`(?m)^[ \t-]*(?:"?image"?[ \t]*[:=][ \t]*"?|<image>)([\w./:@-]+)(?:"?,?|</image>)[ \t]*\r?$`)
