package verdicttest

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Known tells whether the model judges a JDK.
func Known(jdk int) bool { return jdk >= 11 }

// Judge is the verdict of the model on a line, composed with what the tests
// know and a linter cannot: no program and no agent that a line names exists.
func Judge(jdk int, l Line, m hotspot.Machine) Said {
	var options []jvmflag.Option
	var announced []string
	for _, v := range l.Variables {
		channel, ok := v.Channel()
		if !ok {
			continue
		}
		f := source.NewFile(v.Name, []byte(v.Text))
		words, err := jvmflag.Words(source.Verbatim(f.Span(0, len(v.Text))))
		if err != nil {
			return Said{Messages: []string{err.Error()}}
		}
		options = append(options, jvmflag.OnChannel(channel, words)...)
	}
	var words []jvmflag.Word
	for _, a := range l.Args {
		f := source.NewFile(source.CommandLine, []byte(a))
		t := source.Verbatim(f.Span(0, len(a)))
		words = append(words, jvmflag.Word{Text: t, Written: t})
	}
	given, _ := jvmflag.LauncherOptions(words)
	options = append(options, jvmflag.OnChannel(jvmflag.CommandLine, given)...)
	v := hotspot.Start(jvmflag.Resolve(jdk, options), m)
	s := spoken(v)
	s.Messages = append(announced, s.Messages...)
	return s
}

// spoken is a verdict as the JVM would print it.
func spoken(v hotspot.Verdict) Said {
	s := Said{Starts: v.OK}
	var stdout []string
	for _, m := range v.Messages {
		if m.Stdout {
			stdout = append(stdout, m.Line)
		} else {
			s.Messages = append(s.Messages, m.Line)
		}
	}
	if v.Refusal != nil {
		if lines := v.Refusal.Lines; lines[0] == initializing {
			stdout = append(stdout, lines...)
		} else {
			s.Messages = append(s.Messages, lines...)
		}
	}
	lines := append(s.Messages, stdout...)
	s.Messages = nil
	for _, line := range lines {
		for _, f := range farewells {
			line = strings.TrimSuffix(line, f)
		}
		if line != "" {
			s.Messages = append(s.Messages, normal(line))
		}
	}
	return s
}
