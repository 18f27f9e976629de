package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/editor"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Kinds of actions.
const (
	quickFix = "quickfix"
	fixAll   = "source.fixAll.jvmlint"
)

// codeActions offers the fixes of the findings at a range, and all safe fixes of the text at once.
func (s *Server) codeActions(ctx context.Context, p documentParams) (any, error) {
	d, j, err := s.judgedDocument(ctx, p.Document.URI)
	if err != nil {
		return nil, err
	}
	s.judging.Lock()
	defer s.judging.Unlock()
	all := []codeAction{}
	if asked(p.Context.Only, quickFix) {
		start, end := d.text.offset(p.Range.Start), d.text.offset(p.Range.End)
		for _, f := range findingsIn(j, d.file.Name) {
			if f.Span.Start <= end && start <= f.Span.End && ctx.Err() == nil {
				all = append(all, s.quickFixes(f)...)
			}
		}
	}
	if asked(p.Context.Only, fixAll) && ctx.Err() == nil {
		all = append(all, s.fixAll(j, d.file.Name)...)
	}
	return all, ctx.Err()
}

// asked reports whether a client wants actions of a kind: of the kinds that it names, each stands for all below it.
func asked(only []string, kind string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(k string) bool { return k == kind || strings.HasPrefix(kind, k+".") })
}

// quickFixes are the fixes of a finding, each as good as check --fix makes it.
func (s *Server) quickFixes(f *lint.Finding) []codeAction {
	var all []codeAction
	shown := report.FindingOf(f)
	for i, x := range f.Fixes {
		edit, ok := s.edit(x.Edits)
		if !ok || len(x.Edits) == 0 {
			continue
		}
		all = append(all, codeAction{
			Title: editor.FixTitle(shown.Fixes[i]), Kind: quickFix, Diagnostics: []Diagnostic{s.diagnostic(f)},
			IsPreferred: i == 0 && x.Safety == lint.Safe, Edit: edit,
		})
	}
	return all
}

// fixAll makes all safe fixes of a text; none where there are none.
func (s *Server) fixAll(j *Judgement, path string) []codeAction {
	c, some := j.FixAll(path)
	if !some {
		return nil
	}
	edits := udiff.Strings(string(c.Before.Data), string(c.After.Data))
	edit, ok := s.edit(lists.Of(edits, func(e udiff.Edit) source.Edit {
		return source.Edit{Span: c.Before.Span(e.Start, e.End), New: e.New}
	}))
	if !ok {
		return nil
	}
	return []codeAction{{Title: fmt.Sprintf("apply all fixes that keep the behaviour (%d)", c.Fixed), Kind: fixAll, Edit: edit}}
}

// edit is edits in the client's terms; false where one is of no file.
func (s *Server) edit(edits []source.Edit) (workspaceEdit, bool) {
	var order []string
	byURI := map[string][]textEdit{}
	for _, e := range edits {
		at, ok := s.at(e.Span)
		if !ok {
			return workspaceEdit{}, false
		}
		order = lists.With(order, at.URI)
		byURI[at.URI] = append(byURI[at.URI], textEdit{at.Range, e.New})
	}
	if !s.can.Workspace.WorkspaceEdit.DocumentChanges {
		return workspaceEdit{Changes: byURI}, true
	}
	var w workspaceEdit
	for _, uri := range order {
		of := versionedDocument{URI: uri}
		if d := s.document(uri); d != nil {
			of.Version = &d.version
		}
		w.DocumentChanges = append(w.DocumentChanges, documentEdit{of, byURI[uri]})
	}
	return w, true
}
