package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
)

type document struct {
	uri     string // as the client writes it
	version int
	text    text
	file    *source.File
}

func (s *Server) didOpen(p documentParams) error {
	s.put(p, &document{uri: p.Document.URI, text: newText(p.Document.Text, s.encoding())})
	return nil
}

func (s *Server) didChange(p documentParams) error {
	d := s.document(p.Document.URI)
	if d == nil {
		return errNotOpen(p.Document.URI)
	}
	s.put(p, &document{uri: d.uri, version: d.version + 1, text: d.text.with(p.Changes)})
	return nil
}

// didSave judges everything again: files that are not open may have changed.
func (s *Server) didSave(json.RawMessage) error {
	s.changed(s.paths()...)
	return nil
}

func (s *Server) didClose(p documentParams) error {
	d := s.document(p.Document.URI)
	if d == nil {
		return errNotOpen(p.Document.URI)
	}
	s.mu.Lock()
	delete(s.documents, d.file.Name)
	delete(s.judged, d.file.Name)
	s.closed = append(s.closed, d.uri)
	s.mu.Unlock()
	s.changed(d.file.Name)
	return nil
}

// put takes a text, of the version that the client names, if it does.
func (s *Server) put(p documentParams, d *document) {
	if p.Document.Version != nil {
		d.version = *p.Document.Version
	}
	d.file = source.NewFile(pathOf(d.uri), []byte(d.text.value))
	s.mu.Lock()
	s.documents[d.file.Name] = d
	s.mu.Unlock()
	s.changed(d.file.Name)
}

// document is an open one; nil: there is none.
func (s *Server) document(uri string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.documents[pathOf(uri)]
}

func (s *Server) paths() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.documents))
}

// at is where a span stands, as the client names and counts it; false: in no file that a client could show.
func (s *Server) at(span source.Span) (location, bool) {
	f := span.File
	if f == nil || f.Rendered() || f.Name == source.CommandLine {
		return location{}, false
	}
	uri, data, mark := uriOf(f.Name), string(f.Data), 0
	s.mu.Lock()
	if d := s.documents[f.Name]; d != nil {
		uri = d.uri
	} else if strings.HasPrefix(data, byteOrderMark) { // an editor takes it off
		data, mark = data[len(byteOrderMark):], len(byteOrderMark)
	}
	s.mu.Unlock()
	return location{URI: uri, Range: newText(data, s.encoding()).rangeOf(span.Start-mark, span.End-mark)}, true
}

const byteOrderMark = "\xef\xbb\xbf"

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
	return filepath.ToSlash(filesystem.Relative(filesystem.OS{}, path))
}

func uriOf(path string) string {
	whole, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		whole = path
	}
	whole = "/" + strings.TrimPrefix(filepath.ToSlash(whole), "/")
	return (&url.URL{Scheme: "file", Path: whole}).String()
}

// Settings are options of jvmlint by their names, without the dashes.
type Settings map[string]json.RawMessage

// Project judges texts under some settings.
type Project interface {
	// Judge judges the text of a path. Open texts count in place of files.
	Judge(path string, open map[string]*source.File) (*Judgement, error)
}

var errModified = errors.New("the text has changed in the meantime")

type Judgement struct {
	*session.Typed

	generation int
}

// judgement is that of an open text as it stands now: a fresh one, or the last if nothing has changed since.
func (s *Server) judgement(ctx context.Context, path string) (*Judgement, error) {
	s.judging.Lock() // one at a time: it takes all CPUs
	defer s.judging.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	generation, project, last := s.generation, s.project, s.judged[path]
	open := map[string]*source.File{}
	for path, d := range s.documents {
		open[path] = d.file
	}
	s.mu.Unlock()
	if last != nil && last.generation == generation {
		return last, nil
	}
	j, err := project.Judge(path, open)
	if err != nil {
		return nil, err
	}
	j.generation = generation
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.documents[path] != nil {
		s.judged[path] = j
	}
	return j, nil
}

// judgedDocument is an open text and its judgement. One that is edited while
// it is judged is of no use: places in it are not where the client asked.
func (s *Server) judgedDocument(ctx context.Context, uri string) (*document, *Judgement, error) {
	d := s.document(uri)
	if d == nil {
		return nil, nil, errNotOpen(uri)
	}
	j, err := s.judgement(ctx, d.file.Name)
	if err == nil && s.document(uri) != d {
		err = errModified
	}
	return d, j, err
}

// reads reports whether a judgement rests on a file.
func (j *Judgement) reads(path string) bool {
	named := func(f *source.File) bool { return f.Name == path }
	return slices.ContainsFunc(j.Inputs, func(in *project.Input) bool {
		return named(in.File) || slices.ContainsFunc(in.File.Sources(), named) ||
			in.Chart != nil && slices.ContainsFunc(in.Chart.Values(in.Release), named)
	})
}
