package report

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/jvmlint/jvmlint/internal/source"
)

// path is the name of a file as seen from the root of its repository.
func (r Report) path(name string) string {
	if r.Path == nil {
		return name
	}
	return r.Path(name)
}

// sarifArtifact is where a file is: relative to the root of the repository, or
// absolute outside of it.
func (r Report) sarifArtifact(file string) sarifArtifactLocation {
	u := url.URL{Path: r.path(file)}
	switch {
	case strings.HasPrefix(u.Path, "/"):
		u.Scheme = "file"
	case len(u.Path) > 2 && u.Path[1:3] == ":/": // with the letter of a drive
		u.Scheme, u.Path = "file", "/"+u.Path
	}
	return sarifArtifactLocation{URI: strings.TrimPrefix(u.String(), "./")}
}

func (r Report) sarifLocation(p place) sarifLocation {
	region := sarifRegionOf(p.File, p.Start, p.endOffset())
	return sarifLocation{Physical: sarifPhysicalLocation{Artifact: r.sarifArtifact(p.file), Region: &region}}
}

// sarifRegionOf counts lines and columns from 1, columns in UTF-16, and ends
// behind the last character.
func sarifRegionOf(f *source.File, start, end int) sarifRegion {
	from, to := f.Position(start), f.Position(end)
	return sarifRegion{StartLine: from.Line, StartColumn: utf16Column(f, from), EndLine: to.Line, EndColumn: utf16Column(f, to)}
}

func utf16Column(f *source.File, at source.Position) int {
	before := f.Data[min(f.Line(at.Line).Start, at.Offset):at.Offset]
	units := 0
	for _, r := range string(before) {
		units += utf16.RuneLen(r)
	}
	return units + 1
}

// sarifArtifacts hold the text of what no viewer can open: names in brackets,
// as that of a command line, are those of no file.
func (r Report) sarifArtifacts(findings []shown) []sarifArtifact {
	var all []sarifArtifact
	seen := []*source.File{}
	for _, f := range findings {
		for _, p := range append([]place{f.at}, f.related...) {
			if strings.HasPrefix(p.File.Name, "<") && !slices.Contains(seen, p.File) {
				seen = append(seen, p.File)
				text := strings.Join(showLines(maskDocuments(string(p.File.Data))), "\n")
				all = append(all, sarifArtifact{Location: r.sarifArtifact(p.file), Contents: sarifText{Text: text}})
			}
		}
	}
	return all
}
