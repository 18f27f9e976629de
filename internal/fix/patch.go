package fix

import (
	"slices"

	"github.com/aymanbagabas/go-udiff"

	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
)

// contextLines are the lines around a change that tell where it belongs.
const contextLines = 3

// patch is the change as hunks without a line that holds a secret: such a line
// is no context. One that changes cannot be left out, for a part of a fix may
// do harm: then there is no patch, and the error names the line.
func patch(from, to string, c Change) (string, error) {
	before := string(c.Before.Data)
	u, err := udiff.ToUnifiedDiff(from, to, before, udiff.Lines(before, string(c.After.Data)), contextLines)
	if err != nil {
		return "", err
	}
	var hunks []*udiff.Hunk
	for _, h := range u.Hunks {
		parts, err := withoutSecrets(h, c)
		if err != nil {
			return "", err
		}
		hunks = append(hunks, parts...)
	}
	u.Hunks = hunks
	number(hunks)
	return u.String(), nil
}

// number gives each hunk the line that it begins at after those before it, as git counts.
func number(hunks []*udiff.Hunk) {
	more := 0
	for _, h := range hunks {
		if h.FromLine > 0 {
			h.ToLine = h.FromLine + more
		}
		for _, l := range h.Lines {
			switch l.Kind {
			case udiff.Insert:
				more++
			case udiff.Delete:
				more--
			}
		}
	}
}

// withoutSecrets cuts a hunk at the lines that hold a secret.
func withoutSecrets(h *udiff.Hunk, c Change) ([]*udiff.Hunk, error) {
	var parts []*udiff.Hunk
	from, to := h.FromLine, h.ToLine
	part := &udiff.Hunk{FromLine: from, ToLine: to}
	cut := false
	for _, l := range h.Lines {
		of, number := c.Before, from
		if l.Kind == udiff.Insert {
			of, number = c.After, to
		}
		secret := report.HoldsSecret(of.Line(number))
		if secret && (l.Kind != udiff.Equal || changes(part) && part.Lines[len(part.Lines)-1].Kind != udiff.Equal) {
			return nil, left(c, from) // without a line behind it, a change is one of the end of the file
		}
		if l.Kind != udiff.Insert {
			from++
		}
		if l.Kind != udiff.Delete {
			to++
		}
		if !secret {
			part.Lines = append(part.Lines, l)
			continue
		}
		parts, cut = append(parts, part), true
		part = &udiff.Hunk{FromLine: from, ToLine: to}
	}
	parts = slices.DeleteFunc(append(parts, part), func(p *udiff.Hunk) bool { return !changes(p) })
	if cut {
		for _, p := range parts {
			balance(p)
		}
	}
	return parts, nil
}

func changes(h *udiff.Hunk) bool {
	return slices.ContainsFunc(h.Lines, isChange)
}

func isChange(l udiff.Line) bool { return l.Kind != udiff.Equal }

// balance leaves as much context before the changes as behind them: patch takes
// less on one side for the beginning or the end of the file.
func balance(h *udiff.Hunk) {
	before := slices.IndexFunc(h.Lines, isChange)
	behind := 0
	for !isChange(h.Lines[len(h.Lines)-1-behind]) {
		behind++
	}
	if drop := before - behind; drop > 0 {
		h.Lines = h.Lines[drop:]
		h.FromLine, h.ToLine = h.FromLine+drop, h.ToLine+drop
	} else if keep := max(before, 1); behind > keep {
		h.Lines = h.Lines[:len(h.Lines)-(behind-keep)]
	}
}

// left says that there is no patch.
func left(c Change, line int) error {
	line = min(line, c.Before.Lines())
	return &source.Problem{File: c.Before, Span: c.Before.Line(line),
		Message: "the change is not printed, because a patch of this line would show a secret; --fix or --unsafe-fixes instead of --diff makes it"}
}
