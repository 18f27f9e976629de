package input

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
)

// manifestsIn are the here documents of a script that are manifests of Kubernetes.
func manifestsIn(whole source.Text) []source.Text {
	if !strings.Contains(whole.String(), "<<") || !reading.IsManifest(whole) {
		return nil
	}
	script, ok := shell.Parse(whole)
	if !ok {
		return nil
	}
	var manifests []source.Text
	for _, document := range script.Here {
		if reading.IsManifest(document.Text) {
			manifests = append(manifests, document.Text)
		}
	}
	return manifests
}

// readManifest reads a here document as a file by itself. What the shell puts in is not known.
func readManifest(in *reading.Input, document source.Text) {
	inner := &reading.Input{File: source.Inner(in.File.Name, document), Options: in.Options}
	c := reading.NewCandidate(inner.File)
	if !c.IsYAML() {
		return
	}
	kube.YAMLFiles.Read(inner, c)
	inner.Finish()
	in.TakeOver(inner)
}
