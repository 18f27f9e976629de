package lsp

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/editor"
	"github.com/jvmlint/jvmlint/internal/report/pages"
	"github.com/jvmlint/jvmlint/internal/source"
)

// changed notes that texts are to be judged, once no more edits come.
func (s *Server) changed(paths ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.generation++
	for _, p := range paths {
		s.dirty[p] = true
	}
	configured := slices.ContainsFunc(paths, func(p string) bool { return filepath.Base(p) == configuration })
	for path := range s.documents {
		if j := s.judged[path]; configured || j != nil && slices.ContainsFunc(paths, j.reads) {
			s.dirty[path] = true
		}
	}
	if s.timer != nil {
		s.timer.Stop()
	}
	s.timer = time.AfterFunc(s.Delay, s.publish)
}

// publish sends the diagnostics of all texts that have changed. What is judged
// when the next edit comes is dropped: it will be published after that.
func (s *Server) publish() {
	s.publishing.Lock() // in the order of the edits
	defer s.publishing.Unlock()
	defer func() {
		if fault := recover(); fault != nil {
			s.log(fmt.Sprintf("internal error, please report it: %v\n%s", fault, debug.Stack()))
		}
	}()
	s.mu.Lock()
	closed, paths := s.closed, slices.Sorted(maps.Keys(s.dirty))
	s.closed = nil
	s.mu.Unlock()
	for _, uri := range closed {
		s.send("textDocument/publishDiagnostics", publishDiagnosticsParams{URI: uri, Diagnostics: []Diagnostic{}})
	}
	for _, p := range paths {
		if !s.publishOne(p) {
			return
		}
	}
}

// publishOne publishes the diagnostics of a text; false: it has changed meanwhile, or another has.
func (s *Server) publishOne(path string) bool {
	s.mu.Lock()
	d, generation := s.documents[path], s.generation
	if d == nil {
		delete(s.dirty, path)
	}
	s.mu.Unlock()
	if d == nil {
		return true
	}
	j, err := s.judgement(context.Background(), path)
	s.mu.Lock()
	current := s.generation == generation
	if current {
		delete(s.dirty, path)
	}
	s.mu.Unlock()
	if !current {
		return false
	}
	diagnostics := []Diagnostic{}
	if err != nil {
		s.log(report.Error(err))
	} else {
		diagnostics = s.diagnostics(j, path)
	}
	s.send("textDocument/publishDiagnostics", publishDiagnosticsParams{URI: d.uri, Version: &d.version, Diagnostics: diagnostics})
	return true
}

func (s *Server) diagnostics(j *Judgement, path string) []Diagnostic {
	all := lists.Of(findingsIn(j, path), s.diagnostic)
	for _, p := range j.Problems {
		if p.File.Name == path {
			all = append(all, s.problem(p, severityError))
		}
	}
	for _, in := range j.Inputs {
		for _, p := range in.Notes {
			if p.File.Name == path && !p.Span.IsZero() {
				all = append(all, s.problem(p, severityHint))
			}
		}
	}
	return all
}

func findingsIn(j *Judgement, path string) []*lint.Finding {
	return slices.DeleteFunc(slices.Clone(j.Result.Findings), func(f *lint.Finding) bool { return f.Span.File.Name != path })
}

var severities = [...]int{lint.Info: severityInformation, lint.Warning: severityWarning, lint.Error: severityError}

var tags = [...][]int{lint.NoTag: nil, lint.WithoutEffect: {tagUnnecessary}, lint.Deprecated: {tagDeprecated}}

func (s *Server) diagnostic(f *lint.Finding) Diagnostic {
	at, _ := s.at(f.Span)
	shown := report.FindingOf(f)
	d := Diagnostic{
		Range: at.Range, Severity: severities[f.Severity], Source: section,
		Code: f.Rule.ID, About: object{"href": pages.RulePageURL(f.Rule)}, Message: editor.Headline(shown),
	}
	can := s.can.TextDocument.PublishDiagnostics
	if can.TagSupport != nil && can.TagSupport != false && len(f.JDKs) == len(f.Workload.JDK.Candidates) {
		d.Tags = tags[f.Rule.Tag]
	}
	if can.RelatedInformation {
		for i, r := range f.Related {
			if at, ok := s.at(r.Span); ok {
				d.Related = append(d.Related, object{"location": at, "message": shown.Related[i].Message.String()})
			}
		}
	}
	return d
}

// problem is what keeps a text from being judged, or a part of it.
func (s *Server) problem(p *source.Problem, severity int) Diagnostic {
	at, _ := s.at(cmp.Or(p.Span, source.Span{File: p.File}))
	return Diagnostic{Range: at.Range, Severity: severity, Source: section, Message: report.ProblemMessage(p)}
}
