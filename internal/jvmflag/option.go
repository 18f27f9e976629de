// Package jvmflag reads JVM options as HotSpot and its launcher read them: who reads which word, in what order,
// under which grammar, and what the JVM says when it refuses to start.
package jvmflag

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Channel tells who reads an option. Channels are listed in the order in which HotSpot applies them: of two options
// for one flag, the later wins. JAVA_OPTS and its like are conventions of start scripts: what they hold arrives on
// the command line.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::parse (JDK 9 and later)
type Channel uint8

const (
	FlagsFile       Channel = iota // the file that -XX:Flags= names
	JavaToolOptions                // environment variable JAVA_TOOL_OPTIONS
	JDKJavaOptions                 // environment variable JDK_JAVA_OPTIONS, read by the launcher
	CommandLine                    // arguments of java before -jar or the main class
	JavaOptions                    // environment variable _JAVA_OPTIONS
)

var channelNames = [...]string{"-XX:Flags file", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "command line", "_JAVA_OPTIONS"}

// String names the channel as the JVM's own messages do.
func (c Channel) String() string { return channelNames[c] }

// EnvironmentChannels are the variables that the JVM or its launcher reads itself, in the order in which they apply.
var EnvironmentChannels = []Channel{JavaToolOptions, JDKJavaOptions, JavaOptions}

// Option is one word of JVM options.
type Option struct {
	Text source.Text

	word     *source.Text // as written, where that is not the text
	launched *source.Text // as the launcher got it, where it hands on other words

	// Since and Until bound the JDKs that the option is meant for, where a jvm.options file or a branch of a script
	// says so; 0 leaves that end open. Except has a bit for each release between them that it is not meant for.
	Since, Until int
	Except       uint64

	Channel Channel
	// Evidence is how sure it is that a JVM reads the option.
	Evidence Evidence
	// OwnLine tells that the option stands alone on its line of an options file, where each line is one.
	OwnLine bool
	// Block tells that such a line stands in a text within YAML, whose indentation belongs to the line end before it.
	Block bool
	// Comma tells that the option is an item of a list in one line, with a comma between it and the next.
	Comma bool
	// Perhaps tells that a script hands it on in some cases only.
	Perhaps bool
	// Shared tells that other commands of the same script hand it on, too.
	Shared bool
}

// Word is the option as written, with the quotes around it: a further option goes behind it.
func (o Option) Word() source.Text {
	if o.word != nil {
		return *o.word
	}
	return o.Text
}

// Written is the option as a word of a file.
func (o Option) Written(word source.Text) Option {
	if o.word = nil; !word.Same(o.Text) {
		o.word = &word
	}
	return o
}

// as is the option in the launcher's words.
func (o Option) as(t source.Text) Option {
	written := o.Text
	o.launched = &written
	return o.saying(t)
}

// saying is the option with another text, written where it was.
func (o Option) saying(t source.Text) Option {
	word := o.Word()
	o.Text = t
	return o.Written(word)
}

// at is where the option stands as people wrote it.
func (o Option) at() source.Text {
	if o.launched != nil {
		return *o.launched
	}
	return o.Text
}

// For reports whether the option is meant for a JDK.
func (o Option) For(jdk int) bool {
	return o.Since <= jdk && (o.Until == 0 || jdk <= o.Until) && o.Except>>jdk&1 == 0
}

// ForAll reports whether the option is meant for every JDK.
func (o Option) ForAll() bool { return o.Since == 0 && o.Until == 0 && o.Except == 0 }

// String is the option as the JVM sees it.
func (o Option) String() string { return o.Text.String() }

// OnChannel makes options of words that arrive on one channel.
func OnChannel(c Channel, words []Word) []Option {
	return lists.Of(words, func(w Word) Option { return Option{Text: w.Text, Channel: c}.Written(w.Written) })
}

// WithoutValue is an option as it is spoken of.
func WithoutValue(option string) string {
	for i, c := range option {
		if c == '=' || c == ':' && i > len("-XX:") {
			return option[:i]
		}
	}
	return option
}

// FilledIn reports whether a shell, Kubernetes or Compose fills in a word: it may stand for any number of options.
func FilledIn(word string) bool {
	return strings.HasPrefix(word, "$") || strings.HasPrefix(word, "`") || strings.HasPrefix(word, source.Gap)
}

// Unknown marks the words of one channel of which nobody knows here what they come to. A word that the launcher
// keeps to itself, as the class path, may be any; an option that the JVM gets is unknown together with its argument;
// and what stands behind the options of a command line are arguments of the program.
func Unknown(words []Option) []bool {
	unknown, end := make([]bool, len(words)), len(words)
	if end > 0 && words[0].Channel == CommandLine {
		end = ProgramAt(words)
	}
	for i := 0; i < end; i++ {
		what := argumentOf(Tables[len(Tables)-1], words[i].String()).what
		switch {
		case FilledIn(words[i].String()):
			unknown[i] = true
		case what != "" && i+1 < len(words):
			i++
			if what == passedOn && FilledIn(words[i].String()) {
				unknown[i-1], unknown[i] = true, true
			}
		}
	}
	return unknown
}

// recording is an option of the flight recorder as the JVM rewrites it before it reads it: whatever stands right
// behind the name counts as the equals sign, as in -XX:StartFlightRecording:duration=60s, and a start that says
// nothing more gets a value. Other options stay as they are.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/jfr/recorder/service/jfrOptionSet.cpp, parse_start_flight_recording_option (JDK 8 to 25)
func recording(o Option, s string) Option {
	for _, name := range [...]string{"-XX:StartFlightRecording", "-XX:FlightRecorderOptions"} {
		switch {
		case !strings.HasPrefix(s, name):
			continue
		case len(s) > len(name) && s[len(name)] == '=':
		case len(s) > len(name):
			return o.as(source.Join(o.Text.Slice(0, len(name)), source.Unlocated("=", "the JVM"), o.Text.Slice(len(name)+1, len(s))))
		case name == "-XX:StartFlightRecording":
			return o.as(source.Join(o.Text, source.Unlocated("=dumponexit=false", "the JVM")))
		}
		break
	}
	return o
}

// Evidence is how sure it is that a JVM reads an option. Rules judge what only looks
// like options hardly at all: lint sees to it.
type Evidence uint8

const (
	// LooksLike options: nothing but their shape says that they are some.
	LooksLike Evidence = iota
	// ByConvention they stand in a variable, under a key or in a file that start scripts hand to java.
	ByConvention
	// Runs: the command that starts java was followed to them, or the JVM reads the variable itself.
	Runs
)

var evidenceNames = [...]string{"looks like", "by convention", "runs"}

// String is the evidence in the words of outputs.
func (e Evidence) String() string { return evidenceNames[e] }

// Known says of options how sure it is that a JVM reads them, at the least.
func Known(e Evidence, options []Option) []Option {
	for i := range options {
		options[i].Evidence = max(options[i].Evidence, e)
	}
	return options
}

// QuoteError is a quote that is never closed. At is the quote and what follows.
type QuoteError struct{ At source.Text }

func (e *QuoteError) Error() string { return fmt.Sprintf("unmatched quote %s", e.At.Slice(0, 1)) }

// Word is one word of options.
type Word struct {
	Text    source.Text // without its quotes
	Written source.Text // with them
}

// Words splits the text of a variable into options as HotSpot splits JAVA_TOOL_OPTIONS: at white space, ' and "
// quote, a backslash is an ordinary character, and # starts no comment. Start scripts that expand JAVA_OPTS agree
// with it wherever no backslash and no $ is in play.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::parse_options_buffer (JDK 8 to 25)
func Words(t source.Text) ([]Word, error) {
	s := t.String()
	words := make([]Word, 0, strings.Count(s, " ")+1)
	var scratch [3]source.Text
	for i := 0; i < len(s); {
		if isSpace(s[i]) {
			i++
			continue
		}
		parts := scratch[:0]
		first, start := i, i
		for i < len(s) && !isSpace(s[i]) {
			if c := s[i]; c == '\'' || c == '"' {
				size := strings.IndexByte(s[i+1:], c)
				if size < 0 {
					return words, &QuoteError{At: t.Slice(i, len(s))}
				}
				parts = append(parts, t.Slice(start, i), t.Slice(i+1, i+1+size))
				i += size + 2
				start = i
				continue
			}
			i++
		}
		parts = append(parts, t.Slice(start, i))
		words = append(words, Word{Text: joinParts(parts), Written: t.Slice(first, i)})
	}
	return words, nil
}

// joinParts leaves out empty parts, so that a word without quotes stays one run.
func joinParts(parts []source.Text) source.Text {
	first := parts[0]
	kept := slices.DeleteFunc(parts, func(p source.Text) bool { return p.Len() == 0 })
	switch len(kept) {
	case 0:
		return first
	case 1:
		return kept[0]
	}
	return source.Join(kept...)
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'
}
