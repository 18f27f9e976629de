package report

import (
	"net/url"
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
	u := url.URL{Path: r.relative(file)}
	switch {
	case strings.HasPrefix(u.Path, "/"):
		u.Scheme = "file"
	case len(u.Path) > 2 && u.Path[1:3] == ":/": // with the letter of a drive
		u.Scheme, u.Path = "file", "/"+u.Path
	}
	return sarifArtifactLocation{URI: u.String()}
}

func (r Report) sarifLocation(p place) sarifLocation {
	region := sarifRegionOf(p.File, p.Start, p.endOffset())
	at := sarifPhysicalLocation{Artifact: r.sarifArtifact(p.file), Region: &region}
	if line := p.File.Line(region.StartLine); isNoFile(p.File) {
		at.Context = &sarifContext{StartLine: region.StartLine, Snippet: sarifText{Text: show(line.String())}}
	}
	return sarifLocation{Physical: at}
}

// sarifRegionOf counts lines and columns from 1, columns in UTF-16, and ends
// behind the last character.
func sarifRegionOf(f *source.File, start, end int) sarifRegion {
	from, to := f.Position(start).Line, f.Position(end).Line
	return sarifRegion{StartLine: from, StartColumn: utf16Column(f, from, start), EndLine: to, EndColumn: utf16Column(f, to, end)}
}

func utf16Column(f *source.File, line, offset int) int {
	offset = min(offset, len(f.Data))
	before := f.Data[min(f.Line(line).Start, offset):offset]
	units := 0
	for _, r := range string(before) {
		units += utf16.RuneLen(r)
	}
	return units + 1
}

// isNoFile tells what nobody can open: a command line, an option of jvmlint,
// the text that a chart renders to.
func isNoFile(f *source.File) bool {
	return strings.HasPrefix(f.Name, "<") || strings.HasPrefix(f.Name, "--") || f.Rendered()
}
