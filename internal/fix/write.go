package fix

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/jvmlint/jvmlint/internal/atomicfile"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Write puts the changed file in place of the one it was read from, whole or not at all. A file that was changed
// since it was read is left alone, and so is one that is read-only, unless readOnlyToo.
func Write(c Change, readOnlyToo bool) error {
	now, err := os.ReadFile(c.Before.Name)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, c.Before.Data) {
		return unwritten(c, "it was changed in the meantime, nothing was written")
	}
	err = atomicfile.Change(c.Before.Name, c.After.Data, readOnlyToo)
	if errors.Is(err, atomicfile.ErrReadOnly) {
		return unwritten(c, "it is read-only, nothing was written; --fix-read-only changes such files too")
	}
	return err
}

func unwritten(c Change, why string) error {
	return &fs.PathError{Op: "write", Path: c.Before.Name, Err: errors.New(why)}
}

// Targets are the files that changes go to. A link and what it leads to are one file, which is changed once; a file
// outside of the paths that were named is not changed because a link in them leads to it.
type Targets struct {
	// Again are the changes that were made already, by another name of the file.
	Again []Again

	named []string          // folders and files, without links
	done  map[string]string // names of what was changed, by paths without links
}

// Again is a change to a file that was changed as First.
type Again struct {
	Change
	First string
}

// NewTargets are those of changes below paths, or to files that are paths.
func NewTargets(paths []string) *Targets {
	t := &Targets{done: map[string]string{}}
	for _, path := range paths {
		real, err := realPath(path)
		if err != nil {
			continue // standard input, or what could not be read
		}
		t.named = append(t.named, real)
		if info, err := os.Stat(real); err == nil && !info.IsDir() {
			if folder, err := realPath(filepath.Dir(path)); err == nil {
				t.named = append(t.named, folder) // files beside it may go with it
			}
		}
	}
	return t
}

// Apply makes a change by do, unless it was made already or must not be.
func (t *Targets) Apply(c Change, do func(Change) error) error {
	name := c.Before.Name
	real, err := realPath(name)
	if err != nil {
		return do(c) // standard input, or what is gone
	}
	named := func(path string) bool { return filesystem.Within(path, real) }
	if isLink(name) && !slices.ContainsFunc(t.named, named) {
		return unwritten(c, "it points to "+real+", outside the paths that were named: name that file to change it")
	}
	if first, done := t.done[real]; done {
		t.Again = append(t.Again, Again{c, first})
		return nil
	}
	if err := do(c); err != nil {
		return err
	}
	t.done[real] = name
	return nil
}

func isLink(path string) bool {
	for path = filepath.Clean(path); ; path = filepath.Dir(path) {
		if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return true
		}
		if path == filepath.Dir(path) {
			return false
		}
	}
}

// realPath is a whole path without links.
func realPath(path string) (string, error) {
	whole, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(whole)
}

// Diff is the change as a unified patch that patch -p1 and git apply take in the current folder. They change no
// links: it is of the file that one leads to. Where it would show a secret there is none, and the error says so.
func Diff(c Change) (string, error) {
	name := c.Before.Name
	if real, err := realPath(name); err == nil && isLink(name) {
		name = real
	}
	name = filepath.ToSlash(filesystem.Relative(filesystem.OS{}, name))
	if strings.ContainsAny(name, " ") {
		name += "\t" // or patch would end the name at the blank
	}
	return patch("a/"+name, "b/"+name, c)
}

// contextLines are the lines around a change that tell where it belongs.
const contextLines = 3

// patch is the change as hunks without a line that holds a secret: such a line is no context. One that changes cannot
// be left out, for a part of a fix may do harm: then there is no patch, and the error names the line.
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

func changes(h *udiff.Hunk) bool { return slices.ContainsFunc(h.Lines, isChange) }

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
