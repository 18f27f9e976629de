package findings

import (
	"net/url"
	"strings"

	"github.com/jvmlint/jvmlint/internal/report"
)

// sarifArtifact is where a file is: relative to the root of the repository, or
// absolute outside of it.
func sarifArtifact(r report.Report, p report.Place) sarifArtifactLocation {
	u := url.URL{Path: relative(r, p)}
	switch {
	case strings.HasPrefix(u.Path, "/"):
		u.Scheme = "file"
	case len(u.Path) > 2 && u.Path[1:3] == ":/": // with the letter of a drive
		u.Scheme, u.Path = "file", "/"+u.Path
	}
	return sarifArtifactLocation{URI: u.String()}
}

func sarifPlace(r report.Report, p report.Place) sarifLocation {
	region := sarifRegion(p.Wide().Region())
	at := sarifPhysicalLocation{Artifact: sarifArtifact(r, p), Region: &region}
	if !p.Opens() {
		at.Context = &sarifContext{StartLine: region.StartLine, Snippet: sarifText{Text: p.Line()}}
	}
	return sarifLocation{Physical: at}
}
