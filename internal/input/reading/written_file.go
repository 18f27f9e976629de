package reading

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
)

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

// IsProgram tells a text that is a file by itself wherever it stands: a script of a shell,
// or a unit of systemd.
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

// readHere reads the here documents of a script that are files by themselves.
func (in *Input) readHere(script *shell.Script) {
	for _, d := range script.Here {
		if name, text := hereFile(d); name != "" && !IsManifest(text) {
			in.ReadWritten(name, text)
		}
	}
}

// WritesPrograms tells a script with here documents that are files by themselves and may
// start a JVM.
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
