package reading

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// LinkKind is what a file says of another one.
type LinkKind string

// Readers find these. What a kustomization takes, what Dockerfiles copy, what Compose mounts and which values a chart is
// rendered with are links, too: package project finds them once all files are read.
const (
	Includes LinkKind = "includes" // the other is read as a part of the file: a script, variables or options
	Shares   LinkKind = "shares"   // the file takes some of what the other holds, which is judged by itself, too
	Builds   LinkKind = "builds"   // the other is likely to build an image that a container of the file runs
)

// Link leads from the file of an input to another one.
type Link struct {
	Kind LinkKind
	To   *source.File
}

// Link adds a link, once.
func (in *Input) Link(kind LinkKind, to *source.File) {
	if l := (Link{kind, to}); !slices.Contains(in.Links, l) {
		in.Links = append(in.Links, l)
	}
}

// Linked are the files that links lead to, those of the first kind first.
func (in *Input) Linked(kinds ...LinkKind) (all []*source.File) {
	for _, kind := range kinds {
		of := lists.Where(in.Links, func(l Link) bool { return l.Kind == kind })
		all = append(all, lists.Of(of, func(l Link) *source.File { return l.To })...)
	}
	return all
}
