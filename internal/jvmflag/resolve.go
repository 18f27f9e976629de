package jvmflag

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/jvmflag/xlog"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Setting is a flag as an option sets it.
type Setting struct {
	Flag   *Flag   // an empty one where the JDK keeps the flag to itself
	Number uint64  // Unsigned, Signed (two's complement) and, as 0 or 1, Bool
	Double float64 // Double
	Text   string  // String; what a list adds up to, one line each
	Option Option  // the option that decides
	Value  source.Text
}

// Bool reports whether a boolean flag was switched on.
func (s Setting) Bool() bool { return s.Number != 0 }

// IsDefault reports whether an option sets a flag to what it is without.
func (s Setting) IsDefault() bool {
	return s.Flag.Type == Bool && strconv.FormatBool(s.Bool()) == s.Flag.Default || s.Flag.Type != Bool && s.Value.Len() > 0 && s.Value.String() == s.Flag.Default
}

// Property is a system property set with -D.
type Property struct {
	Name   string
	Option Option
	Value  source.Text
}

// Resolution is what the options come to in one JDK: of options that set the same flag, the last one wins.
type Resolution struct {
	JDK        int                // as asked for
	Table      int                // the release whose facts answer: Nearest
	Settings   map[string]Setting // by HotSpot's name
	History    []Setting          // every time that an option sets a flag, in the order of reading
	Properties map[string]Property
	Mode       string     // -Xint, -Xmixed or -Xcomp, whichever is last; empty where none is given
	Messages   []Message  // what is said while the options are read, up to the refusal
	Refusal    *Refusal   // the first option that the JVM refuses; nil when it reads them all
	Refusals   []*Refusal // that, and what it would refuse next, mostRefusals of them
	Further    int        // refusals behind those
	Options    []Option   // as the JVM gets them, in the order of reading
	Program    Program    // what the launcher starts
	ProgramAt  Option     // the word that names it
	Arguments  []Option   // words that the program gets
	Unread     []Option   // options that name files of which nobody knows what they hold
	Ignored    []Option   // options on a channel that the release does not read

	LogsNothing []Unlogged // selections of -Xlog that no line of the log has the tags of

	// Partings are the options that the JDK parts with, in the order of reading, each time the same. They are found behind
	// one that it refuses, too; those that it refuses itself are not among them.
	Partings func() []Parting

	Completion Completion  // of the program; nil: it sets no flag by itself
	given      *Resolution // before it did; nil: it has not

	whole bool // Command.Whole

	log      *xlog.Log    // nil where no option speaks of it
	present  presentFiles // nil where nobody knows
	settings Option       // -XshowSettings: of what cannot be shown
}

// Previews reports whether --enable-preview is among the options.
func (r *Resolution) Previews() bool {
	return slices.ContainsFunc(r.Options, func(o Option) bool { return o.String() == "--enable-preview" })
}

// Set gives the setting of a flag, if an option sets it.
func (r *Resolution) Set(name string) (Setting, bool) {
	s, ok := r.Settings[name]
	if !ok {
		s.Flag = &noFlag
	}
	return s, ok
}

// Sets reports whether an option sets one of some flags.
func (r *Resolution) Sets(flags ...string) bool {
	return slices.ContainsFunc(flags, func(flag string) bool {
		_, set := r.Settings[flag]
		return set
	})
}

// reader reads the options of one command.
type reader struct {
	*Resolution
	command  Command
	ignoring bool // -XX:+IgnoreUnrecognizedVMOptions counts

	late          *Refusal // of a launcher that still brings a JVM up
	gcFile        *Option  // the last -Xloggc:FILE
	flagsFile     bool     // -XX:Flags= names a file
	trackingLevel string   // of native memory, as the launcher hands it on
}

// Resolve reads options as the given JDK does.
func Resolve(jdk int, options []Option) *Resolution { return Command{Options: options}.Resolve(jdk) }

// Resolve reads the options as the given JDK does: the launcher first, then the JVM one channel after the other. A
// JDK between the releases of the tables reads as the nearest of them.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::parse (JDK 9 and later)
// https://github.com/openjdk/jdk8u/blob/jdk8u252-b09/hotspot/src/share/vm/runtime/arguments.cpp (JDK 8)
func (c Command) Resolve(jdk int) *Resolution {
	table := Nearest(jdk)
	r := &reader{command: c, Resolution: &Resolution{
		whole: c.Whole,
		JDK:   jdk, Table: table, Settings: make(map[string]Setting, len(c.Options)), Properties: map[string]Property{},
		History: make([]Setting, 0, len(c.Options)+2), // -Xms and some others set two
	}}
	r.Partings = sync.OnceValue(r.partings)
	r.present, _ = c.Files.(presentFiles)
	var channels [JavaOptions + 1][]Option
	launchers := 0 // words that the launcher reads
	for i, o := range c.Options {
		switch {
		case !o.For(jdk):
		case o.Channel == JDKJavaOptions && table < 9:
			r.Ignored = append(r.Ignored, o)
		case o.Channel == JDKJavaOptions, o.Channel == CommandLine:
			launchers++
		default:
			if channels[o.Channel] == nil {
				channels[o.Channel] = make([]Option, 0, len(c.Options)-i)
			}
			channels[o.Channel] = append(channels[o.Channel], o)
		}
	}
	if table > 8 {
		r.pickUp(JDKJavaOptions)
	}
	channels[CommandLine] = r.launch(c.Options, launchers)
	if r.Program.Kind == Ends {
		return r.Resolution
	}
	r.trackingLevel = launchedLevel(channels[CommandLine])
	if table < 9 {
		r.readAsJDK8(channels)
	} else {
		r.readChannels(channels)
	}
	return r.Resolution
}

// readChannels looks at all channels before it reads the first one.
func (r *reader) readChannels(channels [JavaOptions + 1][]Option) {
	r.pickUp(JavaToolOptions)
	r.pickUp(JavaOptions)
	var flagsFile Option
	for _, c := range [...]Channel{JavaToolOptions, CommandLine, JavaOptions} {
		channels[c] = r.lookAhead(channels[c], &flagsFile)
	}
	r.readFlagsFile(flagsFile, channels[FlagsFile])
	for _, c := range [...]Channel{JavaToolOptions, CommandLine, JavaOptions} {
		r.readOptions(channels[c])
	}
	r.endOptions()
}

// readAsJDK8 looks ahead at the command line alone. A variable ignores what it does not know where the flag is on by
// the time that it is read, by what stands outside of it.
func (r *reader) readAsJDK8(channels [JavaOptions + 1][]Option) {
	const flag = "IgnoreUnrecognizedVMOptions"
	var flagsFile Option
	channels[CommandLine] = r.lookAhead(channels[CommandLine], &flagsFile)
	ahead := r.ignoring
	r.readFlagsFile(flagsFile, channels[FlagsFile])
	for _, c := range [...]Channel{JavaToolOptions, CommandLine, JavaOptions} {
		r.ignoring = ahead
		if set, ok := r.Settings[flag]; ok && c != CommandLine {
			r.ignoring = set.Bool()
		}
		r.pickUp(c)
		r.readOptions(channels[c])
	}
	r.endOptions()
}

// pickUp says that a variable is read, and refuses one with an open quote.
func (r *reader) pickUp(c Channel) {
	for _, v := range r.command.Variables {
		if v.Channel != c {
			continue
		}
		note := either.Of(c == JDKJavaOptions, "NOTE: ", "")
		r.say(Message{Line: fmt.Sprintf("%sPicked up %s: %s", note, c, v.Text), At: v.Text})
		if !strings.ContainsAny(v.Text.String(), `"'`) {
			continue
		}
		var open *QuoteError
		if _, err := Words(v.Text); errors.As(err, &open) {
			refusal := refuse(Option{Text: open.At, Channel: c}, BadValue, fmt.Sprintf("Unmatched quote in %s", c))
			if c == JDKJavaOptions {
				refusal = newRefusal(Option{Text: open.At, Channel: c}, LauncherError, "Error: Unmatched quote in environment variable JDK_JAVA_OPTIONS")
			}
			r.refuse(refusal)
		}
	}
}

// lookAhead finds what counts wherever it stands in its channel, and puts the
// words of -XX:VMOptionsFile= in its place.
func (r *reader) lookAhead(options []Option, flagsFile *Option) []Option {
	optionsFile := ""
	for i := 0; i < len(options); i++ {
		o := &options[i]
		s := o.String()
		if !strings.HasPrefix(s, "-XX:") {
			continue
		}
		switch s = s[len("-XX:"):]; {
		case strings.HasPrefix(s, "Flags="):
			*flagsFile = *o
		case s == "+IgnoreUnrecognizedVMOptions", s == "-IgnoreUnrecognizedVMOptions", r.Table == 8 && strings.HasPrefix(s, "+IgnoreUnrecognizedVMOptions"):
			r.ignoring = s[0] == '+'
		case strings.HasPrefix(s, "VMOptionsFile=") && r.Table > 8:
			if optionsFile != "" {
				r.refuse(refuse(*o, BadValue, fmt.Sprintf("The option '%s' is already specified in the options container '%s' so the specification of '%s' in the same options container is an error.",
					optionsFile, container(o.Channel), o)))
				continue
			}
			optionsFile = o.String()
			options, i = slices.Concat(options[:i], r.optionsFile(*o), options[i+1:]), i-1
		case s == "+PrintFlagsInitial", r.Table == 8 && strings.HasPrefix(s, "+PrintFlagsInitial"):
			r.exit(s)
		case r.Table < 17 && strings.HasPrefix(s, nativeMemoryTracking):
			r.trackEarly(*o, s[len(nativeMemoryTracking):])
		}
	}
	return options
}

func container(c Channel) string {
	if c == CommandLine || c == JDKJavaOptions {
		return "cmd_line_args"
	}
	return fmt.Sprintf("env_var='%s'", c)
}

// NamesOptionsFile tells of an option that may name a file of further options.
func (o Option) NamesOptionsFile() bool {
	s := o.String()
	return isArgumentFile(s) || strings.HasPrefix(s, "-XX:VMOptionsFile=") || strings.HasPrefix(s, "-XX:Flags=")
}

// optionsFile reads the words of a file of JVM options.
func (r *reader) optionsFile(o Option) []Option {
	name := o.String()[len("-XX:VMOptionsFile="):]
	text, read := r.file(o, name, refuse(o, MissingFile, fmt.Sprintf("Could not open options file '%s'", name)))
	if !read {
		return nil
	}
	words, err := Words(text)
	if err != nil {
		r.refuse(refuse(o, BadValue, fmt.Sprintf("Unmatched quote in %s", name)))
	}
	options := OnChannel(o.Channel, words)
	for _, w := range options {
		if strings.HasPrefix(w.String(), "-XX:VMOptionsFile=") {
			r.refuse(refuse(w, BadValue, fmt.Sprintf("A VM options file may not refer to a VM options file. Specification of '-XX:VMOptionsFile=<file-name>' in the options file '%s' in options container '%s' is an error.",
				o, container(o.Channel))))
			return nil
		}
	}
	return options
}

// readFlagsFile reads the file of -XX:Flags=, or the options that are known to
// stand in one. Errors in it do not keep the JVM from reading on in it.
func (r *reader) readFlagsFile(o Option, options []Option) {
	if o.Text.Len() > 0 {
		r.flagsFile = true
		name := o.String()[len("-XX:Flags="):]
		if text, read := r.file(o, name, refuse(o, MissingFile, "Could not open settings file "+name)); read {
			options = append(options, OnChannel(FlagsFile, settingsWords(text))...)
		}
	}
	var all *Refusal
	for _, w := range options {
		refusal := r.process(w, 0)
		switch {
		case refusal == nil:
		case all == nil:
			all = refusal
		default:
			all.Lines = append(all.Lines[:len(all.Lines)-len(Farewell)], refusal.Lines...)
			all.Why = append(all.Why, refusal.Why...)
		}
	}
	if all != nil {
		r.refuse(all)
	}
}

// settingsWords splits a file of flags: at white space; ' and " quote up to
// the end of the line; # starts a comment between words.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::process_settings_file (JDK 8 to 25)
func settingsWords(t source.Text) []Word {
	s := t.String()
	var words []Word
	for i := 0; i < len(s); {
		switch {
		case isSpace(s[i]):
			i++
			continue
		case s[i] == '#':
			for i < len(s) && s[i] != '\n' {
				i++
			}
			continue
		}
		start, from := i, i
		var parts []source.Text
		quote := byte(0)
		i++ // a quote that begins a word belongs to it
		for ; i < len(s) && s[i] != '\n' && (quote != 0 || !isSpace(s[i])); i++ {
			switch {
			case quote == 0 && (s[i] == '\'' || s[i] == '"'):
				quote = s[i]
			case quote != 0 && s[i] == quote:
				quote = 0
			default:
				continue
			}
			parts = append(parts, t.Slice(from, i))
			from = i + 1
		}
		words = append(words, Word{Text: joinParts(append(parts, t.Slice(from, i))), Written: t.Slice(start, i)})
	}
	return words
}

// readOptions reads the options of a channel, one after the other.
func (r *reader) readOptions(options []Option) {
	if len(r.Options) == 0 {
		r.Options = options[:len(options):len(options)]
	} else {
		r.Options = append(r.Options, options...)
	}
	for _, o := range options {
		if refusal := r.option(o); refusal != nil {
			r.refuse(refusal)
		}
	}
}

func (r *reader) option(o Option) *Refusal {
	s := o.String()
	if strings.HasPrefix(s, "-XX:") {
		o = recording(o, s)
		s = o.String()
		if refusal, done := r.direct(o, s); done {
			return refusal
		}
		if strings.HasPrefix(s, "-XX:Flags=") || r.Table > 8 && strings.HasPrefix(s, "-XX:VMOptionsFile=") {
			return nil
		}
		return r.process(o, len("-XX:"))
	}
	return r.javaOption(o, s)
}

// say adds what the JVM prints, as long as it has not given up.
func (r *reader) say(m Message) {
	if r.Refusal == nil && r.Program.Kind != Ends {
		r.Messages = append(r.Messages, m)
	}
}

const (
	warningLead = "OpenJDK 64-Bit Server VM warning: "
	hotspotrc   = ".hotspotrc" // a file of flags that was read of old, wherever a JVM was started
)

// warn says something in the words of HotSpot's warnings.
func (r *reader) warn(o Option, cause Cause, format string, args ...any) {
	r.say(Message{Line: warningLead + fmt.Sprintf(format, args...), Cause: cause, At: o.at()})
}

func (r *reader) refuse(refusal *Refusal) {
	if r.Program.Kind == Ends {
		return
	}
	r.Refusal = cmp.Or(r.Refusal, refusal)
	if len(r.Refusals) == mostRefusals {
		r.Further++
		return
	}
	r.Refusals = append(r.Refusals, refusal)
}

// mostRefusals is how many are kept: a command line of more is none that anybody wrote.
const mostRefusals = 100

// exit notes that the JVM prints what it is asked for and ends at once.
func (r *reader) exit(what string) {
	if r.Refusal == nil || r.Refusal == r.late {
		r.Refusal, r.Refusals = nil, nil
		r.Program = Program{Kind: Ends, Name: what}
	}
}

// set records that an option sets a flag.
func (r *reader) set(name string, s Setting) {
	if s.Flag == nil {
		s.Flag, _ = lookup(r.JDK, name) // JDK 11 keeps MinHeapSize, which -Xms sets, outside its flags
	}
	r.History = append(r.History, s)
	r.Settings[name] = s
}

// IgnoresUnknown reports whether the JVM starts with options that it does not know.
func (r *Resolution) IgnoresUnknown() bool {
	return r.Settings["IgnoreUnrecognizedVMOptions"].Bool()
}
