package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var optionsNotRead = lint.Rule{
	ID: "options-not-read", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofStart,
	Title: "options are in a variable that java does not read",
	Check: func(p *lint.Pass) {
		reportUnread(p)
		reportOneWord(p)
		reportQuotedValue(p)
		if len(p.Options.Ignored) == 0 {
			return
		}
		first := p.Options.Ignored[0]
		ignored := repair.OnAll(p, first, func(other *lint.Pass) bool { return len(other.Options.Ignored) > 0 })
		if first.Channel != jvmflag.JDKJavaOptions || !ignored {
			return // a JDK that may run this reads it
		}
		if !slices.ContainsFunc(p.Options.Ignored, func(o jvmflag.Option) bool { return !ofModules(o) }) {
			return // they are for JDK 9 and later
		}
		f := p.Report(lint.Places{first.Text}, "JDK %d does not read JDK_JAVA_OPTIONS: JDK 9 and later do", p.JDK)
		f.Confidence = lint.Certain
		f.Suggest(lint.Manual, "name the variable JAVA_TOOL_OPTIONS, which JDK 8 reads too")
	},
}

// ofModules tells an option that opens or adds modules, which JDK 8 does not have.
func ofModules(o jvmflag.Option) bool {
	return strings.HasPrefix(o.String(), "--add-") || strings.HasPrefix(o.String(), "--enable-native-access")
}

func reportUnread(p *lint.Pass) {
	v := p.Workload.Unread
	if v == nil {
		return
	}
	report := func(format string, args ...any) *lint.Finding {
		return p.Report(lint.Places{v.At}, format, args...).Because(v.Image, "its script starts java").Because(v.Command, "starts java")
	}
	switch {
	case v.Value:
		how := "put them into a value that the chart reads, or remove them"
		if len(v.Reads) > 0 {
			how = "name it as the templates do: " + strings.Join(v.Reads, ", ")
		}
		report("%s is set, but no template of the chart reads it: its options reach no JVM", v.Name).Suggest(lint.Manual, how)
	case v.Unexpanded:
		f := report("no shell expands %s in a list of words: the value of the property is that text", v.At)
		f.Confidence = lint.Certain
		if v.Program {
			f.Message = fmt.Sprintf("no shell expands %s in a list of words: java takes it for the main class, and does not start", v.At)
			f.Severity = lint.Error
			f.Suggest(lint.Manual, "remove it, and name the variable JAVA_TOOL_OPTIONS, which the JVM reads")
			return
		}
		if v.Refused {
			f.Message = fmt.Sprintf("no shell expands %s in a list of words: the JVM refuses the option with it", v.At)
			f.Severity = lint.Error
		}
		f.Because(v.Options, "set here")
		how := `start with ["sh", "-c", "exec java ..."]`
		if v.Kubernetes {
			how = fmt.Sprintf("write $(%s), which Kubernetes expands", v.Name)
		}
		f.Suggest(lint.Manual, how)
	case v.Slip != workload.NoSlip:
		reportShellSlip(p, v)
	case len(v.Stray) > 0:
		f := report("%s is in a list of variables but belongs to none: it reaches no JVM", v.At)
		f.Confidence = lint.Certain
		for _, other := range v.Stray[1:] {
			f.Because(other, "this does not either")
		}
		f.Suggest(lint.Manual, "put it into the value of a variable: NAME=-X... as one item, or in quotes together with the options before it")
	case v.By != "":
		f := report("%s do not read %s: they read %s", v.By, v.Name, v.Reads[0])
		f.Confidence = lint.Certain
		f.Suggest(lint.Manual, "name the setting "+v.Reads[0])
	case v.Of != "":
		f := p.Report(lint.Places{v.At}, "%s is a variable of image %s, and nothing shows that image %s reads it", v.Name, v.Of, v.Image)
		f.Severity = lint.Info
		f.Because(v.Image, "another image")
		f.Suggest(lint.Manual, "look into what starts java in the image, or use image "+v.Of)
	case v.Image.Len() > 0:
		f := report("%s is set, but nothing passes it to java: the start script of image %s reads other variables", v.Name, v.Image)
		f.Note("it reads " + strings.Join(v.Reads, ", "))
		if v.Runs != nil && p.Companion(v.Runs).JVM != nil && p.Companion(v.Runs).JVM.Heap.Known() {
			f.Note("the heap is " + jvmflag.FormatSize(uint64(p.Companion(v.Runs).JVM.Heap.N)) + " without it")
		}
		f.Suggest(lint.Manual, "name the variable "+v.Reads[0])
	default:
		f := report("%s is set, but nothing passes it to java: the command does not expand it", v.Name)
		f.CertainIf(!v.Likely)
		suggestExpansion(f, v)
		words, _ := jvmflag.Words(v.Options)
		for _, w := range words {
			if !startsWith(p, w, jvmflag.JavaToolOptions) && startsWith(p, w, jvmflag.CommandLine) {
				f.Note(fmt.Sprintf("%s is for the launcher: a JVM that finds it in JAVA_TOOL_OPTIONS does not start", w.Text))
			}
		}
	}
}

// shellSlips are what becomes of the options, and what helps.
var shellSlips = map[workload.ShellSlip][2]string{
	workload.NoProgram:      {"a shell runs %s as a program: no java starts here", "put java before it, or join it with the line that it belongs to"},
	workload.NoEquals:       {`export sets nothing without "=": %s reaches no JVM`, "write export NAME=..."},
	workload.SetsArguments:  {"set makes %s an argument of the script, and no variable: it reaches no JVM", "leave out set"},
	workload.NotExpanded:    {"systemd expands nothing in Environment: %s stays as it is, and a java that gets it takes it for its main class", "leave it out"},
	workload.SetAgain:       {"the variable is set once more in the same list, and the last value counts: %s reaches no JVM", "write all of it into one NAME"},
	workload.OneWord:        {"systemd hands %s to java as one argument, with its blanks: the options in it are one word", "write $NAME"},
	workload.EmptyWord:      {"%s is empty, and systemd hands java an empty argument, which it takes for its main class", "write $NAME, of which nothing is left then"},
	workload.NoClass:        {"java gets no class, jar or module behind %s: it prints its usage, and ends with status 1", "put -jar and the file behind the options, or leave them to the start script of the image in a variable that it reads"},
	workload.Quoted:         {"the quotes belong to the value: java gets the options with them, or as one word%.0s", "remove the quotes"},
	workload.FetchedForRoot: {"ADD leaves %s to root alone (mode 600): the JVM of another user cannot read the agent, and does not start", "write ADD --chmod=644, or --chown=NAME"},
	workload.NoAgent:        {"%s names a file that the image lacks, and that nothing mounts: the JVM does not start", "name the path to which the Dockerfile brings it"},
	workload.BlanksAtEqual:  {`a shell runs %s as a program, because a blank stands before "=": its options reach no JVM`, "write NAME=..."},
}

// reportShellSlip reports options that a shell does not take for such.
func reportShellSlip(p *lint.Pass, v *workload.UnreadVariable) {
	f := p.Report(lint.Places{v.At}, shellSlips[v.Slip][0], v.At)
	f.Confidence = lint.Certain
	if v.Slip == workload.NoClass {
		f.Severity = lint.Error
	}
	f.Suggest(lint.Manual, strings.Replace(shellSlips[v.Slip][1], "NAME", v.Name, 1))
}

// startsWith reports whether a JVM takes an option in a channel.
func startsWith(p *lint.Pass, w jvmflag.Word, channel jvmflag.Channel) bool {
	c := jvmflag.Command{Options: []jvmflag.Option{{Text: w.Text, Channel: channel}}}
	return len(c.Resolve(p.JDK).Refusals) == 0
}

// suggestExpansion says how a command can expand the variable, if it can.
func suggestExpansion(f *lint.Finding, v *workload.UnreadVariable) {
	const named = "name the variable JAVA_TOOL_OPTIONS, which the JVM reads"
	switch {
	case v.Exec && v.Kubernetes:
		f.Note(fmt.Sprintf("the command is a list of words, in which no shell expands variables, and Kubernetes expands $(%s) only", v.Name))
		f.Suggest(lint.Manual, named+": $("+v.Name+") would be one word")
	case v.Exec:
		f.Note("the command is a list of words, in which no shell expands variables")
		f.Suggest(lint.Manual, fmt.Sprintf(named+`, or start with ["sh", "-c", "exec java $%s ..."]`, v.Name))
	case !v.Kubernetes && sameLine(v.At, v.Command): // a shell expands the line before it sets the variable
		f.Suggest(lint.Manual, named)
	default:
		f.Suggest(lint.Manual, fmt.Sprintf("write java $%s ..., or "+named, v.Name))
	}
}

// reportOneWord reports options in the value of a property or an agent: quotes made one word of them. It reports files in
// quotes that java gets, too, as no shell takes them away.
func reportOneWord(p *lint.Pass) {
	for _, o := range p.Workload.Options[:jvmflag.ProgramAt(p.Workload.Options)] {
		if !strings.ContainsAny(o.String(), "\"' \t\r\n") {
			continue
		}
		read := o.Channel == jvmflag.CommandLine && o.Evidence == jvmflag.Runs
		if at := quotedPath.FindStringSubmatchIndex(o.String()); at != nil && read {
			quote := lint.Places{o.Text.Slice(at[2], at[3]), o.Text}
			f := p.Report(quote, "java gets the quotes with the path of %s: they become part of the name of the file", o.String()[:at[2]-1])
			f.Suggest(lint.Manual, "leave the inner quotes out")
		}
		if !strings.ContainsAny(o.String(), " \t\r\n") {
			continue
		}
		within := optionInOther.FindStringSubmatchIndex(o.String())
		if within == nil || !read || holdsOptions.MatchString(o.String()[:within[3]]) {
			continue
		}
		other, lost := o.Text.Slice(within[2], within[3]), o.Text.Slice(within[4], within[5])
		f := p.Report(lint.Places{lost, o.Text}, "%s is part of %s, not an option: java gets both as one word", lost, other)
		f.Confidence = lint.Certain
		f.Because(other, "the same word")
		f.Suggest(lint.Manual, "make each option a word of its own: a shell splits a variable that is not in quotes")
	}
}

// reportQuotedValue reports options of which the quotes are a part of the value of a variable, where nobody knows
// whether the start script evaluates it. Several that are one word with a property first are its value.
func reportQuotedValue(p *lint.Pass) {
	if p.Workload.Container == nil || strings.HasSuffix(p.Workload.At.String(), " ") || evaluated.MatchString(p.Workload.Name) {
		return
	}
	var alone []jvmflag.Option
	report := func(o jvmflag.Option, format string, args ...any) *lint.Finding {
		f := p.Report(lint.Places{o.Word()}, format, args...)
		f.Suggest(lint.Unsafe, "remove the quotes", withoutQuotes(o.Word(), o.Word())...)
		return f
	}
	for _, o := range p.Workload.Options {
		switch word := o.Word().String(); {
		case o.Evidence != jvmflag.ByConvention || o.Channel != jvmflag.CommandLine || o.Comma || o.OwnLine: // the quotes of an item are YAML's
		case jvmflag.Quoted(word) && quotedOption.MatchString(word):
			alone = append(alone, o)
		case jvmflag.QuotedTogether(word) && p.JVM != nil:
			report(o, "the quotes belong to the value: java gets the options with them, or as one word")
		}
	}
	if len(alone) == 1 { // several may be a list in JSON
		f := report(alone[0], "the quotes are part of the value: java gets %s with them, unless the start script evaluates the variable", alone[0])
		f.InfoIf(!strings.HasPrefix(alone[0].String(), "-X")) // of these many are at work, where a script evaluates them
	}
}

// evaluated are variables that the scripts of their programs evaluate, which takes the quotes away.
// https://github.com/OpenLiberty/open-liberty/blob/021e455d6185c06b4936f89314226b1c266656ac/dev/com.ibm.ws.kernel.boot.ws-server/publish/bin/server
// https://github.com/apache/tomcat/blob/11.0.0/bin/catalina.sh
var evaluated = lazyregexp.New(`(?:^|/)(?:JVM_ARGS|CATALINA_OPTS)$`)

// quotedPath matches an option whose file begins with a quote.
var quotedPath = lazyregexp.New(`^(?:-XX:\w+(?:Path|File|Dir)=|-(?:javaagent|agentpath):)(["'])`)

// quotedOption matches one option in quotes.
var quotedOption = lazyregexp.New(`^(?:"-[^"\s]*"|'-[^'\s]*')$`)

// optionInOther matches a property or an agent whose value has an option behind other text, but not one of a command in
// backticks, whose output is the value.
var optionInOther = lazyregexp.New(`^(-D[^\s=]+|-(?:javaagent|agentlib|agentpath):[^\s=]+)(?:=[^\s\x60-][^\s\x60]*)?` +
	`(?:\s+[^\s\x60-][^\s\x60]*)*\s+(-(?:XX:[+\w]|X(?:m[snx]|ss|log|lint|share)|D\w|javaagent:|agentlib:)\S*)`)

// holdsOptions matches a property that programs read options from.
var holdsOptions = lazyregexp.New(`^-D(?i:.*(?:arg|opt|jvm|param|command|cmd))`)

func sameLine(a, b source.Text) bool {
	file := a.Span().File
	return file == b.Span().File && file.LineAt(a.Span().Start) == file.LineAt(b.Span().Start)
}
