package yamldoc

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// withEdits is what edits make of comments, as far as these may change. One
// that is empty then is gone.
func withEdits(comments []Comment, edits []source.Edit, mayChange []source.Span) []Comment {
	var left []Comment
	for _, c := range comments {
		var own []source.Edit
		for _, e := range edits {
			if slices.ContainsFunc(mayChange, func(s source.Span) bool { return c.Span.Covers(s) && within(e.Span, s) }) {
				at := max(e.Span.Start, c.Span.Start)
				own = append(own, source.Edit{Span: c.Span.File.Span(at, min(e.Span.End, c.Span.End)), New: e.New})
			}
		}
		if len(own) > 0 {
			c.Text = editedText(c.Span, own)
		}
		if c.Text != "" {
			left = append(left, c)
		}
	}
	return left
}

// within tells an edit of a part of a comment: it may take blanks and line ends
// around that, and nothing else.
func within(edit, part source.Span) bool {
	if edit.File != part.File || edit.End <= part.Start || edit.Start >= part.End {
		return false
	}
	data := edit.File.Data
	outside := string(data[min(edit.Start, part.Start):part.Start]) + string(data[part.End:max(edit.End, part.End)])
	return strings.TrimSpace(outside) == ""
}

// editedText is the text of a comment with edits made in it.
func editedText(comment source.Span, edits []source.Edit) string {
	slices.SortFunc(edits, func(a, b source.Edit) int { return a.Span.Start - b.Span.Start })
	var b strings.Builder
	at := comment.Start
	for _, e := range edits {
		b.Write(comment.File.Data[at:e.Span.Start])
		b.WriteString(e.New)
		at = e.Span.End
	}
	b.Write(comment.File.Data[at:comment.End])
	return strings.TrimSpace(b.String())
}

func sameComments(b, a []Comment) error {
	for i := range max(len(b), len(a)) {
		switch {
		case i >= len(a):
			return fmt.Errorf("the comment %q is gone", b[i].Text)
		case i >= len(b):
			return fmt.Errorf("a new comment, %q", a[i].Text)
		case b[i].Text != a[i].Text || b[i].OwnLine != a[i].OwnLine:
			return changed("a comment", fmt.Sprintf("%q", b[i].Text), fmt.Sprintf("%q", a[i].Text))
		}
	}
	return nil
}
