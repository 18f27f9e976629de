package input

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
)

const Fragment reading.Format = "a part of a file without a JVM"

// fragment is a text that people paste out of the file it belongs to, or in another notation than that: it is read
// as a file of a name, and what it stands in there is put around it.
type fragment struct {
	name  string
	has   string                        // what it has, for most files have it not
	first *lazyregexp.Regexp            // how it begins, or what it has
	whole func(source.Text) source.Text // as it stands in the file; empty where it is none
}

var fragments = []fragment{
	{"Dockerfile", "CMD", lazyregexp.New(`^[ \t]*CMD[ \t]+[\["\w/]`), behindText("FROM scratch\n")},
	{"Dockerfile", "ENTRYPOINT", lazyregexp.New(`^[ \t]*ENTRYPOINT[ \t]+[\["\w/]`), behindText("FROM scratch\n")},
	{"pasted.service", "ExecStart", lazyregexp.New(`^[ \t]*ExecStart[ \t]*=`), behindText("[Service]\n")},
	{"pasted.service", "systemd-run", lazyregexp.New(`^[^\n]*\bsystemd-run[ \t]`), unitOfCommand},
	{"pasted.properties", "spark-", lazyregexp.New(`^[ \t]*(?:\S*/)?spark-(?:submit|shell|sql)[ \t]`), sparkProperties},
	{"pasted.yaml", "Containers:", describedPod, describedManifest},
}

var fragmentReader = reading.Reader{
	Formats: []reading.Format{Fragment},
	Mark:    func(c *reading.Candidate) bool { _, text := fragmentOf(c.Whole); return text.Len() > 0 },
	Read: func(in *reading.Input, c *reading.Candidate) {
		f, text := fragmentOf(c.Whole)
		inner := in.Inner(source.Inner(f.name, text))
		inner.FileBeside, inner.Build = nil, nil
		in.ReadAs(inner)
		inner.Finish()
		if inner.Reader != nil && inner.Reader.Comments != nil {
			in.Embedded = append(in.Embedded, inner.Reader.Comments(inner.File).Around())
		}
		in.TakeOver(inner)
		for _, w := range in.Workloads {
			if w.Name == f.name || w.Name == "service" {
				w.Name = "java"
			}
			for _, at := range []*source.Text{&w.At, &w.Image, &w.JDK.At} {
				if at.Span().Around().IsZero() { // it stands in what was put around the text
					*at = source.Text{}
				}
			}
		}
	},
	Comments: reading.OptionsSyntax.Of,
}

// fragmentOf finds of which file a text is a part, and the text as it stands there.
func fragmentOf(whole source.Text) (fragment, source.Text) {
	s := strings.TrimLeft(whole.String(), "\r\n")
	for _, f := range fragments {
		if strings.Contains(s, f.has) && f.first.MatchString(s) {
			return f, f.whole(whole)
		}
	}
	return fragment{}, source.Text{}
}

// made is text that nobody wrote, around what somebody did.
func made(s string) source.Text { return source.Unlocated(s, "the form of the file") }

func behindText(lead string) func(source.Text) source.Text {
	return func(whole source.Text) source.Text { return source.Join(made(lead), whole) }
}

// unitOfCommand is the unit that systemd-run makes of a command, with its properties.
// https://www.freedesktop.org/software/systemd/man/latest/systemd-run.html
func unitOfCommand(line source.Text) source.Text {
	split := shell.Split(line)
	words := lists.Of(split, func(w jvmflag.Word) string { return w.Text.String() })
	started, _ := reading.Behind(words)
	from := len(words) - len(started)
	if len(started) == 0 || from == 0 || !slices.Contains(words[:from], "systemd-run") {
		return source.Text{}
	}
	parts := []source.Text{made("[Service]\n")}
	for i, w := range words[:from] {
		name, _, _ := strings.Cut(w, "=")
		switch {
		case (w == "-p" || w == "--property") && i+1 < from:
			parts = append(parts, split[i+1].Text, made("\n"))
		case name == "--property":
			parts = append(parts, split[i].Text.Slice(len("--property="), len(w)), made("\n"))
		case strings.HasPrefix(w, "-p") && strings.Contains(w, "="):
			parts = append(parts, split[i].Text.Slice(len("-p"), len(w)), made("\n"))
		}
	}
	at := split[from].Written.Span().Start - line.Slice(0, 1).Span().Start
	return source.Join(append(parts, made("ExecStart="), line.Slice(at, line.Len()))...)
}

// sparkOptions are those of spark-submit that stand for properties.
// https://spark.apache.org/docs/3.5.0/submitting-applications.html
var sparkOptions = map[string]string{
	"--driver-memory":       "spark.driver.memory",
	"--executor-memory":     "spark.executor.memory",
	"--driver-java-options": "spark.driver.extraJavaOptions",
}

// sparkProperties are the properties that spark-submit is given.
func sparkProperties(line source.Text) source.Text {
	var parts []source.Text
	words := shell.Split(line)
	for i, w := range words {
		option := reading.VariableOf(w.Text)
		if !option.Known && i+1 < len(words) {
			option.Value = words[i+1].Text
		}
		switch property := sparkOptions[option.Name]; {
		case strings.ContainsAny(option.Value.String(), "\r\n"):
		case property != "":
			parts = append(parts, made(property+"="), option.Value, made("\n"))
		case option.Name == "--conf" || option.Name == "-c":
			parts = append(parts, option.Value, made("\n"))
		}
	}
	return source.Join(parts...)
}
