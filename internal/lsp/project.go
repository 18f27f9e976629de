package lsp

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Settings are options of jvmlint by their names, without the dashes.
type Settings map[string]json.RawMessage

// Project judges texts under some settings.
type Project interface {
	// Judge judges the text of a path. Open texts count in place of files.
	Judge(path string, open map[string]*source.File) (*Judgement, error)
}

var errModified = errors.New("the text has changed in the meantime")

// Judgement is what judging a text came to.
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
	for _, in := range j.Inputs {
		for _, f := range append(in.File.Sources(), in.File) {
			if f.Name == path {
				return true
			}
		}
		if in.Chart != nil {
			for _, f := range in.Chart.Values(in.Release) {
				if f.Name == path {
					return true
				}
			}
		}
	}
	return false
}
