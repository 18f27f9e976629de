package input

import (
	"regexp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// assignment is a line of an environment file, a shell script or a Dockerfile
// that sets a variable.
var assignment = regexp.MustCompile(`^\s*(?:export\s+|ENV\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)$`)

// option is how a line begins that holds JVM options; a jvm.options file may
// say before it for which JDKs: 8:, 8-13:, 14-:.
var optionStart = regexp.MustCompile(`^\s*["']?(?:\d+(?:-\d*)?:)?-(?:X|D|XX:|-add-|javaagent|agentlib|agentpath|server|verbose|ea|cp|classpath|jar)`)

// optionInside is what marks the value of a variable as JVM options.
var optionInside = regexp.MustCompile(`(?:^|[\s"'])-(?:X(?:m[xsn]|ss|X:|log)|D[A-Za-z])`)

// beginsWithOption tells a file of options: its first line that is no comment
// is one.
func beginsWithOption(f *source.File) bool {
	for n := 1; n <= f.Lines(); n++ {
		if s := f.Line(n).String(); !isComment(s) {
			return optionStart.MatchString(s)
		}
	}
	return false
}

// onlyComments tells a file that says nothing.
func onlyComments(f *source.File) bool {
	for n := 1; n <= f.Lines(); n++ {
		if !isComment(f.Line(n).String()) {
			return false
		}
	}
	return true
}

// assignsOptions tells a text in which a variable holds JVM options.
func assignsOptions(f *source.File) bool {
	for _, line := range logicalLines(f) {
		if m := assignment.FindStringSubmatch(line.String()); m != nil && holdsOptions(m[1], m[2]) {
			return true
		}
	}
	return false
}

func isComment(line string) bool {
	s := strings.TrimSpace(line)
	return s == "" || strings.HasPrefix(s, "#")
}

func holdsOptions(name, value string) bool {
	_, channel := channelOf(name)
	return (channel && strings.Contains(value, "-")) || optionInside.MatchString(value)
}

func channelOf(name string) (jvmflag.Channel, bool) {
	for _, c := range jvmflag.EnvironmentChannels {
		if c.String() == name {
			return c, true
		}
	}
	return jvmflag.CommandLine, false
}

// logicalLines are the lines of a file, those that end in a backslash joined
// with the next.
func logicalLines(f *source.File) []source.Text {
	var lines []source.Text
	var pending []source.Text
	for n := 1; n <= f.Lines(); n++ {
		t := source.Verbatim(f.Line(n))
		if s := t.String(); strings.HasSuffix(s, `\`) && !isComment(s) {
			pending = append(pending, t.Slice(0, len(s)-1))
			continue
		}
		lines = append(lines, source.Join(append(pending, t)...))
		pending = nil
	}
	if pending != nil {
		lines = append(lines, source.Join(pending...))
	}
	return lines
}

// readOptions reads either variables, each of which starts a JVM of its own,
// or a file of options, which starts one.
func (in *Input) readOptions() {
	in.Format = OptionsText
	var shared, loose []jvmflag.Option
	var named []*workload.Workload
	for _, line := range logicalLines(in.File) {
		s := line.String()
		if isComment(s) {
			continue
		}
		if m := assignment.FindStringSubmatchIndex(s); m != nil && !optionStart.MatchString(s) {
			name, value := s[m[2]:m[3]], line.Slice(m[4], m[5])
			if !holdsOptions(name, value.String()) {
				continue
			}
			channel, own := channelOf(name)
			options := in.options(channel, unquote(value))
			last := len(named) - 1
			switch {
			case own:
				shared = append(shared, options...)
			case last >= 0 && named[last].Name == name && extends(name, value.String()):
				named[last].Options = append(named[last].Options, options...)
			default:
				named = append(named, in.optionsWorkload(name, options))
			}
			continue
		}
		loose = append(loose, in.versionedOptions(line)...)
	}
	if len(named) == 0 || len(loose) > 0 {
		in.Workloads = append(in.Workloads, in.optionsWorkload("options", loose))
	}
	in.Workloads = append(in.Workloads, named...)
	for _, w := range in.Workloads {
		w.Options = slices.Concat(shared, w.Options)
	}
}

// extends tells an assignment that adds to what the variable held before.
func extends(name, value string) bool {
	return strings.Contains(value, "$"+name) || strings.Contains(value, "${"+name)
}

func (in *Input) optionsWorkload(name string, options []jvmflag.Option) *workload.Workload {
	return &workload.Workload{Name: name, File: in.File, HasJVM: true, JDK: workload.OpenJDK(), Options: options}
}

// unquote drops the quotes that a shell or an environment file puts around a
// whole value.
func unquote(t source.Text) source.Text {
	s := t.String()
	trimmed := strings.TrimSpace(s)
	if n := len(trimmed); n >= 2 && (trimmed[0] == '"' || trimmed[0] == '\'') && trimmed[n-1] == trimmed[0] &&
		!strings.ContainsRune(trimmed[1:n-1], rune(trimmed[0])) {
		start := strings.Index(s, trimmed)
		return t.Slice(start+1, start+n-1)
	}
	return t
}

var versionPrefix = regexp.MustCompile(`^\s*(\d+)(-(\d*))?:`)

// versionedOptions reads a line of an options file, which may begin with the
// JDKs that it is meant for.
func (in *Input) versionedOptions(line source.Text) []jvmflag.Option {
	since, until := 0, 0
	if m := versionPrefix.FindStringSubmatch(line.String()); m != nil {
		since, until = number(m[1]), number(m[1])
		if m[2] != "" {
			until = number(m[3])
		}
		line = line.Slice(len(m[0]), line.Len())
	}
	options := in.options(jvmflag.CommandLine, line)
	for i := range options {
		options[i].Since, options[i].Until = since, until
	}
	return options
}

// number reads a JDK release; an empty one leaves the range open.
func number(s string) int {
	n := 0
	for _, c := range s {
		n = min(n*10+int(c-'0'), 1<<20)
	}
	return n
}
