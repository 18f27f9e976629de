package verdicttest

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// judge is the verdict of the model on a line, composed with what the tests
// know and a linter cannot: no program and no agent that a line names exists.
func judge(jdk int, l Line, m hotspot.Machine) Said {
	r := l.command().Resolve(jdk)
	if jar := l.jarFile(jdk); jar != "" && !refusedEarly(r) {
		var v hotspot.Verdict
		for _, m := range r.Messages {
			if strings.HasPrefix(m.Line, "NOTE: ") {
				v.Messages = append(v.Messages, m)
			}
		}
		v.Refusal = &jvmflag.Refusal{Lines: []string{"Error: Unable to access jarfile " + jar}}
		return spoken(v)
	}
	if r.Program.Kind == jvmflag.Ends {
		return spoken(hotspot.Verdict{OK: r.Refusal == nil, Messages: r.Messages, Refusal: r.Refusal})
	}
	v := hotspot.Start(r, m)
	if v.OK {
		v.Refusal = lacks(jdk, r)
		v.OK = v.Refusal == nil
	}
	return spoken(v)
}

// jarFile is the jar file that the launcher looks into before it reads options
// and brings up a JVM, wherever -jar stands before the first word that is no
// option; "" where it looks into none.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/java.base/share/native/libjli/java.c, SelectVersion (JDK 8 to 25)
func (l Line) jarFile(jdk int) string {
	jar := false
	for i := 0; i < len(l.Args); i++ {
		switch a := l.Args[i]; {
		case a == "-jar":
			jar = true
		case a == "-cp", a == "-classpath", jdk > 8 && slices.Contains(ownArgument, a):
			i++
		case jdk > 21 && slices.Contains(printing, a):
			return ""
		case jdk > 8 && strings.HasPrefix(a, "@"):
		case !strings.HasPrefix(a, "-"):
			if jar {
				return a
			}
			return ""
		}
	}
	return ""
}

var (
	ownArgument = strings.Fields("--class-path -p --module-path --upgrade-module-path --add-modules --add-exports --add-opens --add-reads --limit-modules --patch-module -d --describe-module --source --enable-native-access")
	printing    = strings.Fields("-version --version -fullversion --full-version -help --help -h -? -X --help-extra")
)

// refusedEarly reports whether the launcher refuses words before it looks for a
// jar file: when it puts them together.
func refusedEarly(r *jvmflag.Resolution) bool {
	return r.Refusal != nil && (strings.HasPrefix(r.Refusal.Error(), "Error: could not open `") || strings.Contains(r.Refusal.Error(), "JDK_JAVA_OPTIONS"))
}

// command is the line as the model takes it.
func (l Line) command() jvmflag.Command {
	c := jvmflag.Command{Files: files(l.Files), Whole: true}
	for _, v := range l.Variables {
		channel, ok := v.channel()
		if !ok {
			continue
		}
		t := text(v.Name, v.Text)
		c.Variables = append(c.Variables, jvmflag.Variable{Channel: channel, Text: t})
		words, _ := jvmflag.Words(t) // an open quote is the model's to find
		c.Options = append(c.Options, jvmflag.OnChannel(channel, words)...)
	}
	for _, a := range l.Args {
		t := text(source.CommandLine, a)
		c.Options = append(c.Options, jvmflag.Option{Text: t, Channel: jvmflag.CommandLine})
	}
	c.Options = jvmflag.Known(jvmflag.Runs, c.Options)
	return c
}

type files map[string]string

func (f files) Read(name string) (source.Text, error) {
	if content, ok := f[name]; ok {
		return text(name, content), nil
	}
	return source.Text{}, fs.ErrNotExist
}

// Present: the lines name no file that is there but those that they bring.
func (f files) Present(name string) bool {
	_, ok := f[name]
	return ok || name == "/tmp" || name == "." || name == "/dev/null"
}

// Writable knows the one folder of the lines that does not exist.
func (f files) Writable(name string) error {
	if strings.Contains(name, "nonexistent/") {
		return fs.ErrNotExist
	}
	return nil
}

func text(name, content string) source.Text {
	return source.Verbatim(source.NewFile(name, []byte(content)).Span(0, len(content)))
}

// lacks is what keeps a JVM with good options from its program: an agent that
// is not there, and then the program.
func lacks(jdk int, r *jvmflag.Resolution) *jvmflag.Refusal {
	for _, o := range r.Options {
		if lines := lacksAgent(jdk, o.String()); lines != nil {
			return &jvmflag.Refusal{Lines: lines}
		}
	}
	switch p := r.Program; p.Kind {
	case jvmflag.NoProgram:
		return &jvmflag.Refusal{Lines: []string{usage}}
	case jvmflag.MainClass:
		return &jvmflag.Refusal{Lines: []string{"Error: Could not find or load main class " + strings.ReplaceAll(p.Name, "/", ".")}}
	case jvmflag.MainModule:
		module, _, _ := strings.Cut(p.Name, "/")
		return &jvmflag.Refusal{Lines: []string{failing + "boot layer", "java.lang.module.FindException: Module " + module + " not found"}}
	}
	return nil
}

const usage = "Usage: java"

// lacksAgent is what the JVM says of an agent that is not there; nil for other
// options and for the agents that come with the JDK.
func lacksAgent(jdk int, option string) []string {
	if jar, ok := strings.CutPrefix(option, "-javaagent:"); ok {
		jar, _, _ = strings.Cut(jar, "=")
		failed := "agent library failed to init: instrument"
		if jdk >= 21 {
			failed = "agent library failed Agent_OnLoad: instrument"
		}
		return []string{"Error opening zip file or JAR manifest missing : " + jar, initializing, failed}
	}
	const missing = "cannot open shared object file: No such file or directory"
	if path, ok := strings.CutPrefix(option, "-agentpath:"); ok {
		path, _, _ = strings.Cut(path, "=")
		return []string{initializing, "Could not find agent library " + path + " in absolute path, with error: " + path + ": " + missing}
	}
	for prefix, end := range map[string]string{"-agentlib:": "=", "-Xrun": ":"} {
		name, ok := strings.CutPrefix(option, prefix)
		name, _, _ = strings.Cut(name, end)
		if there := name == "jdwp" || name == "instrument" || name == "hprof" && jdk < 9; ok && !there {
			return []string{initializing, "Could not find agent library " + name + " on the library path, with error: lib" + name + ".so: " + missing}
		}
	}
	return nil
}

// stamped tells lines of the log, which begin with the time since the start.
var stamped = regexp.MustCompile(`^\[(warning|error)\s*\]`)

// spoken is a verdict as the JVM prints it: standard error, then what is taken
// for messages on standard output.
func spoken(v hotspot.Verdict) Said {
	s := Said{Starts: v.OK, model: v.JVM}
	var stderr, stdout []string
	for _, m := range v.Messages {
		if printed := logLine.MatchString(m.Line) || noted.MatchString(m.Line); m.Stdout && (printed || !v.OK) {
			stdout = append(stdout, m.Line)
		} else if !m.Stdout {
			stderr = append(stderr, m.Line)
		}
	}
	if v.Refusal != nil {
		out := false
		for _, line := range v.Refusal.Lines {
			if out = out || strings.HasPrefix(line, failing); out || strings.HasPrefix(line, "[0.000s]") {
				stdout = append(stdout, line)
			} else {
				stderr = append(stderr, line)
			}
		}
	}
	for _, line := range append(stderr, stdout...) {
		for _, f := range farewells {
			line = strings.TrimSuffix(line, f)
		}
		line = oneLine(line)
		if line != "" {
			if stamped.MatchString(line) && !strings.HasPrefix(line, "[0.000s]") {
				line = "[T]" + line
			}
			s.Messages = append(s.Messages, normal(line))
		}
	}
	return s
}
