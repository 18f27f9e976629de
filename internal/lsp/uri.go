package lsp

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// pathOf is the path of a document as seen from the current folder, where there
// is a way, with slashes. What is not saved yet has its URI for a name.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // a drive of Windows
		path = path[1:]
	}
	path = filepath.Clean(filepath.FromSlash(path))
	if here, err := os.Getwd(); err == nil {
		if way, err := filepath.Rel(here, path); err == nil {
			path = way
		}
	}
	return filepath.ToSlash(path)
}

// uriOf is the URI of a path.
func uriOf(path string) string {
	whole, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		whole = path
	}
	whole = filepath.ToSlash(whole)
	if !strings.HasPrefix(whole, "/") {
		whole = "/" + whole
	}
	return (&url.URL{Scheme: "file", Path: whole}).String()
}
