package reading

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Inner is for a text that stands in the file, or for what comes out of it.
func (in *Input) Inner(f *source.File) *Input {
	return &Input{File: f, Options: in.Options, FileBeside: in.FileBeside, Build: in.Build, ReadAs: in.ReadAs, within: in.within, written: in.written}
}

// TakeOver takes over what was read of an inner file: a text that stands in the file,
// or what comes out of it. What kept that from being read is no fault of the file.
func (in *Input) TakeOver(inner *Input) {
	if inner.Exceeded {
		in.Exceeded = true
		in.Problems = append(in.Problems, Around(inner.Problems)...)
		inner.Problems = nil
	}
	for _, p := range Around(slices.Concat(inner.Notes, inner.Problems, inner.UnlessRendered)) {
		in.Note(p.Span, "%s", p.Message)
	}
	in.TakeNamed(inner)
	for _, l := range inner.Links {
		in.Link(l.Kind, l.To)
	}
	for _, r := range inner.Embedded {
		if r = r.Around(); !slices.ContainsFunc(in.Embedded, func(have Remarks) bool { return have.Within == r.Within }) {
			in.Embedded = append(in.Embedded, r)
		}
	}
	if inner.Incomplete {
		return
	}
	for _, w := range inner.Workloads {
		w.File = in.File
		in.Workloads = append(in.Workloads, w)
	}
}

// TakeNamed takes over the JVMs of an inner file of which nothing is judged, without the
// notes that say so, and its containers of unknown images.
func (in *Input) TakeNamed(inner *Input) {
	for _, u := range inner.Unjudged {
		u.Written, u.At = u.At.Written(), u.At.Around()
		in.Unjudged = append(in.Unjudged, u)
	}
	in.Unknown = append(in.Unknown, inner.Unknown...)
}

// Around moves remarks about the text of an inner file to what holds it.
func Around(remarks []*source.Problem) []*source.Problem {
	for _, p := range remarks {
		p.Span = p.Span.Around()
		p.File = p.Span.File
	}
	return remarks
}

// Around are the comments of an inner file, as they stand in what holds it.
func (r Remarks) Around() Remarks {
	for i := range r.Comments {
		r.Comments[i].Span = r.Comments[i].Around()
	}
	for i := range r.Units {
		r.Units[i] = r.Units[i].Around()
	}
	if !r.Within.IsZero() {
		begins := r.Within.File.Span(r.Begins, r.Begins).Around()
		r.Within, r.Begins = r.Within.Around(), begins.Start
	}
	return r
}

// SameOptions tells of two JVMs that they get the same options from the same places.
func SameOptions(a, b *workload.Workload) bool {
	return len(a.Options) == len(b.Options) && sameWritten(a.HeapOfLimit, b.HeapOfLimit) &&
		slices.EqualFunc(a.Options, b.Options, func(x, y jvmflag.Option) bool { return x.String() == y.String() && sameWritten(x.Text, y.Text) })
}

func sameWritten(a, b source.Text) bool { return a.Written().Foremost() == b.Written().Foremost() }

// ReadWritten reads a text that something writes into a file of a name as that file. It
// reports false where nothing of a JVM stands there.
func (in *Input) ReadWritten(name string, text source.Text) bool {
	if in.ReadAs == nil || in.within == mostWithin {
		return false
	}
	inner := in.Inner(source.Inner(name, text))
	inner.FileBeside, inner.Build, inner.within = nil, nil, in.within+1
	inner.ReadAs(inner)
	inner.Finish()
	in.written = inner.written
	if len(inner.Workloads)+len(inner.Unjudged) == 0 {
		return false
	}
	for _, w := range inner.Workloads {
		if name != "" && (w.Name == "java" || w.Name == "service") {
			w.Name = JoinNames(path.Base(name), w.Name)
		}
	}
	if inner.Reader != nil && inner.Reader.Comments != nil {
		in.Embedded = append(in.Embedded, inner.Reader.Comments(inner.File).Around())
	}
	in.TakeOver(inner)
	return true
}

// IsProgram tells a text that is a file by itself wherever it stands: a script of a shell, or a unit of systemd.
func IsProgram(text source.Text) bool {
	return shellFirst.MatchString(text.String()) || unitFirst.MatchString(text.String())
}

var (
	shellFirst = lazyregexp.New(`^\s*#![ \t]*\S*/(?:env[ \t]+)?(?:ba|da|a|k|z)?sh\b`)
	unitFirst  = lazyregexp.New(`^(?:\s|[#;][^\n]*\n)*\[(?:Unit|Service)\](?s:.*)(?m:^\s*ExecStart=)`)
)

// commandsRead names a here document that a shell reads.
const commandsRead = "commands.sh"

// hereFile is the name and the text of a here document that is a file by itself, or that a
// shell reads; an empty name: it is none.
func hereFile(d shell.HereDocument) (name string, text source.Text) {
	to := path.Base(strings.Trim(d.To.Text.String(), `"'`))
	words := unwrapped(d.Command)
	if len(words) > 1 && path.Base(literal(words[0])) == "tee" {
		to = path.Base(literal(words[len(words)-1]))
	}
	switch {
	case len(words) > 0 && d.To.Text.Len() == 0 && slices.ContainsFunc(words[:1], readsScript):
		name = commandsRead
	case IsProgram(d.Text), strings.HasSuffix(to, ".sh"):
		name = to
	default:
		return "", source.Text{}
	}
	if d.Quoted {
		return name, d.Text
	}
	return name, unescaped(d.Text)
}

// readsScript tells a program that runs what it reads.
func readsScript(w shell.Word) bool {
	program := path.Base(literal(w))
	return program == "ssh" || start.IsShell(program)
}

// unescaped is a here document as its command gets it: a backslash is gone before what it keeps from being read.
func unescaped(t source.Text) source.Text {
	return t.Replace(hereEscape.FindAllStringIndex(t.String(), -1), func(m []int) (source.Text, bool) {
		return t.Slice(m[0]+1, m[1]), true
	})
}

var hereEscape = lazyregexp.New("\\\\[$`\\\\]")

// mostWritten is how many programs here documents write of which each runs by itself.
const mostWritten = 500

// readHere reads the here documents of a script that are files by themselves.
func (in *Input) readHere(script *shell.Script) {
	for _, d := range script.Here {
		name, text := hereFile(d)
		if name == "" || in.over || IsManifest(text) {
			continue
		}
		if in.written++; in.written > mostWritten {
			in.Exceeds(text.Span().Around(), "here documents write more than %d programs: from here on they are not judged", mostWritten)
			return
		}
		in.ReadWritten(name, text)
	}
}

// WritesPrograms tells a script with here documents that are files by themselves and may start a JVM.
func WritesPrograms(whole source.Text) bool {
	if s := whole.String(); !strings.Contains(s, "<<") || !strings.Contains(s, "java") {
		return false
	}
	script, ok := shell.Parse(whole)
	return ok && slices.ContainsFunc(script.Here, func(d shell.HereDocument) bool {
		name, text := hereFile(d)
		return name != "" && strings.Contains(text.String(), "java")
	})
}
