package input

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

const Supervisor reading.Format = "programs of supervisord without JVM options"

// supervisor reads the programs of supervisord, which splits their commands itself.
//
// https://supervisord.org/configuration.html#program-x-section-settings
var supervisor = reading.Reader{
	Formats:  []reading.Format{Supervisor},
	Files:    []string{"supervisord.conf"},
	Mark:     func(c *reading.Candidate) bool { return isSupervisor(c.Whole.String()) },
	Read:     func(in *reading.Input, c *reading.Candidate) { readSupervisor(in, c.Whole) },
	Comments: supervisorSyntax.Of,
}

var (
	programSection = lazyregexp.New(`(?m)^\[program:([^\]\r\n]+)\][ \t]*\r?$`)
	section        = lazyregexp.New(`(?m)^\[[^\]\r\n]+\]`)
	putIn          = lazyregexp.New(`%\([A-Za-z_]\w*\)[a-z]|%%`)
)

func isSupervisor(s string) bool {
	return strings.Contains(s, "[program:") && programSection.MatchString(s)
}

func readSupervisor(in *reading.Input, whole source.Text) {
	s := whole.String()
	var together []*workload.Workload
	for _, m := range programSection.FindAllStringSubmatchIndex(s, -1) {
		end := len(s)
		if next := section.FindStringIndex(s[m[1]:]); next != nil {
			end = m[1] + next[0]
		}
		before := len(in.Workloads)
		if settings := whole.Slice(m[1], end); readProgram(in, whole.Slice(m[2], m[3]), settings) && len(in.Workloads) == before+1 {
			together = append(together, in.Workloads[before])
		}
	}
	workload.RunTogether(together)
}

// readProgram reads one, and reports whether supervisord starts it by itself.
func readProgram(in *reading.Input, name, settings source.Text) bool {
	w := workload.Workload{Name: name.String(), File: in.File, At: name, Known: workload.AllOptions, JDK: workload.OpenJDK()}
	env, start, starts := &reading.Environment{}, reading.StartCommand{}, true
	for _, p := range programSettings(settings) {
		switch p.name.String() {
		case "autostart":
			starts = !slices.Contains([]string{"false", "no", "off", "0"}, strings.ToLower(p.value.String()))
		case "environment":
			supervisorVariables(p.value, env)
		case "command":
			var words []reading.Item
			for _, word := range shell.Split(withoutNames(p.value)) {
				words = append(words, reading.Item{Text: word.Text, Written: word.Written})
			}
			start = reading.Started(words, env, false)
			start.Exec = false
		}
	}
	in.ReadJVMs(w, env, start, source.Text{})
	return starts
}

// programSettings are name=value, each with the lines that go on with it: they begin
// with a blank.
func programSettings(t source.Text) []property {
	var all []property
	s := t.String()
	for at := 0; at < len(s); {
		end := programLine(s, at)
		name, _, found := strings.Cut(s[at:end], "=")
		if from := at + len(name) + 1; found && strings.IndexByte(";# \t", s[at]) < 0 {
			from += blanks(s[from:end])
			to := from + len(strings.TrimRight(s[from:end], " \t\r\n"))
			if i := strings.Index(s[from:to], " ;"); i >= 0 {
				to = from + i
			}
			all = append(all, property{t.Slice(at, at+len(strings.TrimSpace(name))), t.Slice(from, to)})
		}
		at = end
	}
	return all
}

// programLine is where the next setting begins.
func programLine(s string, at int) int {
	end := reading.LineAfter(s, at)
	for end < len(s) && (s[end] == ' ' || s[end] == '\t') {
		end = reading.LineAfter(s, end)
	}
	return end
}

// supervisorVariables sets KEY="value",KEY=value.
func supervisorVariables(t source.Text, env *reading.Environment) {
	for at := 0; ; {
		m := equalsFirst.FindStringSubmatchIndex(t.String()[at:])
		if m == nil {
			return
		}
		v := reading.Variable{Name: t.String()[at+m[2] : at+m[3]], At: t.Slice(at+m[2], at+m[3]), Known: true}
		v.Value, at, _ = shell.Unquote(t, at+m[1], ", \t\r\n")
		v.Value = withoutNames(v.Value)
		env.Set(v)
		rest := t.String()[at:]
		at += len(rest) - len(strings.TrimLeft(rest, ", \t\r\n"))
	}
}

// withoutNames leaves a gap for %(ENV_NAME)s, whose values are not known here.
func withoutNames(t source.Text) source.Text {
	var parts []source.Text
	at := 0
	for _, m := range putIn.FindAllStringIndex(t.String(), -1) {
		parts = append(parts, t.Slice(at, m[0]))
		if at = m[1]; m[1]-m[0] == len("%%") {
			at--
			continue
		}
		parts = append(parts, source.GapAt(t.Slice(m[0], m[1]).Span()))
	}
	return source.Join(append(parts, t.Slice(at, t.Len()))...)
}

var supervisorSyntax = reading.CommentSyntax{Signs: ";#", Lines: func(whole source.Text, at int) (end, next int) {
	next = programLine(whole.String(), at)
	return next, next
}}
