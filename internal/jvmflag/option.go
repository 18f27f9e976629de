// Package jvmflag reads JVM options as HotSpot and its launcher read them:
// who reads which word, in what order, under which grammar, and what the JVM
// says when it refuses to start.
package jvmflag

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Channel tells who reads an option. Channels are listed in the order in which
// HotSpot applies them: of two options for one flag, the later wins.
// JAVA_OPTS and its like are conventions of start scripts: what they hold
// arrives on the command line.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::parse (JDK 9 and later)
type Channel int

const (
	JavaToolOptions Channel = iota // environment variable JAVA_TOOL_OPTIONS
	JDKJavaOptions                 // environment variable JDK_JAVA_OPTIONS, read by the launcher
	CommandLine                    // arguments of java before -jar or the main class
	JavaOptions                    // environment variable _JAVA_OPTIONS
)

var channelNames = [...]string{"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "command line", "_JAVA_OPTIONS"}

// String names the channel as the JVM's own messages do.
func (c Channel) String() string { return channelNames[c] }

// EnvironmentChannels are the variables that the JVM or its launcher reads
// itself, in the order in which they apply.
var EnvironmentChannels = []Channel{JavaToolOptions, JDKJavaOptions, JavaOptions}

// Option is one word of JVM options.
type Option struct {
	Text    source.Text
	Word    source.Text // as written, with the quotes around it: a further option goes behind it
	Channel Channel
	// OwnLine tells that the option stands alone on its line of an options file,
	// where each line is one.
	OwnLine bool
	// Since and Until bound the JDKs that the option is meant for, where a
	// jvm.options file says so; 0 leaves that end open.
	Since, Until int
}

// For tells whether the option is meant for a JDK.
func (o Option) For(jdk int) bool { return o.Since <= jdk && (o.Until == 0 || jdk <= o.Until) }

// String is the option as the JVM sees it.
func (o Option) String() string { return o.Text.String() }

// OnChannel makes options of words that arrive on one channel.
func OnChannel(c Channel, words []Word) []Option {
	options := make([]Option, len(words))
	for i, w := range words {
		options[i] = Option{Text: w.Text, Word: w.Written, Channel: c}
	}
	return options
}

// ownArgument are the launcher's options whose argument is the next word.
var ownArgument = map[string]bool{
	"-cp": true, "-classpath": true, "--class-path": true,
	"-p": true, "--module-path": true, "--upgrade-module-path": true,
	"--add-modules": true, "--add-exports": true, "--add-opens": true, "--add-reads": true,
	"--limit-modules": true, "--patch-module": true, "--enable-native-access": true,
	"-d": true, "--describe-module": true, "--source": true,
}

// endsOptions are the words after which the launcher reads no options: what
// follows belongs to the program.
var endsOptions = map[string]bool{
	"-jar": true, "-m": true, "--module": true, "-version": true, "--version": true,
	"-help": true, "--help": true, "-h": true, "-?": true,
}

// LauncherOptions keeps the words that the launcher hands to the JVM: those
// before -jar, the main class or -version, less arguments of its own options.
// A word that a shell would expand, $JAVA_OPTS, is passed over: what it stands
// for is not known. Files of arguments, @file, are given apart.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/java.base/share/native/libjli/java.c, ParseArguments
func LauncherOptions(words []Word) (options, files []Word) {
	for i := 0; i < len(words); i++ {
		w := words[i].Text.String()
		switch {
		case ownArgument[w]:
			i++
		case strings.HasPrefix(w, "$"):
		case strings.HasPrefix(w, "@") && !strings.HasPrefix(w, "@@"):
			files = append(files, words[i])
		case endsOptions[w] || !strings.HasPrefix(w, "-"):
			return options, files
		default:
			options = append(options, words[i])
		}
	}
	return options, files
}
