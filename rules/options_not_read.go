package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var optionsNotRead = lint.Rule{
	ID: "options-not-read", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Title: "options stand in a variable that nobody reads",
	What: `JAVA_OPTS and its like (JVM_OPTS, CATALINA_OPTS ...) mean nothing to the JVM: a start
script has to expand them. The same script, Dockerfile or systemd unit that sets the
variable starts java, and the command does not expand it; in a list of words, such as
CMD ["java", "-jar", "app.jar"], nothing is ever expanded, because no shell is there.
And JDK_JAVA_OPTIONS is read from JDK 9 on: JDK 8 does not look at it. In values of a
chart it is options that no template names, nor anything that they stand in. Images such
as apache/kafka have a start script that reads variables of other names. Nor does
anybody get an option that stands as an item of its own where Compose or systemd set
variables.`,
	Why: `The JVM runs with none of the options, and with no word about it: a heap of a quarter of
the memory, the collector that it chooses by itself, no heap dump. It is mostly noticed
in the incident that the options were meant for.`,
	FixSafety: `There is no fix by itself: the options begin to count. Expand the variable in the
command, or name it JAVA_TOOL_OPTIONS, which every JVM reads, or JDK_JAVA_OPTIONS, which
java reads from JDK 9 on.`,
	Exceptions: `A variable that the program reads itself, or that another script reads. Where another
program is started that could, a script is sourced, or here documents are used, nothing
is reported, nor of values where the chart hands all of them to a dependency or looks one
up by a computed name. Where a Dockerfile has CMD and no ENTRYPOINT it is likely only: the image
it builds on may bring a start script.`,
	Evidence: "JDK 8, 11, 17, 21 and 25: only 8 runs without the options of JDK_JAVA_OPTIONS, and none reads JAVA_OPTS.",
	Examples: []lint.Example{{
		Name: "Dockerfile", Args: "--jdk 17",
		Bad:  "FROM eclipse-temurin:17\nENV JAVA_OPTS=\"-Xmx1g -Xss1m\"\nENTRYPOINT [\"java\", \"-jar\", \"app.jar\"]\n",
		Good: "FROM eclipse-temurin:17\nENV JAVA_TOOL_OPTIONS=\"-Xmx1g -Xss1m\"\nENTRYPOINT [\"java\", \"-jar\", \"app.jar\"]\n",
	}},
	References: []string{
		"https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html",
		"https://docs.docker.com/reference/dockerfile/#shell-and-exec-form",
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/java.base/share/native/libjli/args.c",
	},
	Check: func(p *lint.Pass) {
		reportUnread(p)
		if len(p.Options.Ignored) == 0 {
			return
		}
		first := p.Options.Ignored[0]
		ignored := repair.OnAll(p, first, func(other *lint.Pass) bool { return len(other.Options.Ignored) > 0 })
		if first.Channel != jvmflag.JDKJavaOptions || !ignored {
			return // one of the JDKs reads it: which runs is not known
		}
		f := p.Report([]source.Text{first.Text}, "JDK_JAVA_OPTIONS is read from JDK 9 on: JDK %d does not look at it", p.JDK)
		f.Confidence = lint.Certain
		f.Suggest(lint.Manual, "name the variable JAVA_TOOL_OPTIONS, which JDK 8 reads, too")
	},
}

func reportUnread(p *lint.Pass) {
	v := p.Workload.Unread
	if v == nil {
		return
	}
	if v.Value {
		f := p.Report([]source.Text{v.At}, "no template of the chart reads %s: its options reach no JVM", v.Name)
		f.Suggest(lint.Manual, "give them by a value that the chart reads, or remove them")
		return
	}
	if len(v.Stray) > 0 {
		f := p.Report([]source.Text{v.At}, "%s stands where a variable is set, and belongs to none: it reaches no JVM", v.At)
		f.Confidence = lint.Certain
		for _, other := range v.Stray[1:] {
			f.Because(other, "nor does this")
		}
		f.Suggest(lint.Manual, "put it into the value of a variable: NAME=-X... as one item, or in quotes with the options before it")
		return
	}
	if v.Image.Len() > 0 {
		f := p.Report([]source.Text{v.At}, "%s is set, but nothing passes it to java: the start script of image %s reads other variables", v.Name, v.Image)
		f.Because(v.Image, "its script starts java")
		f.Note("it reads " + strings.Join(v.Reads, ", "))
		f.Suggest(lint.Manual, "name the variable "+v.Reads[0])
		return
	}
	f := p.Report([]source.Text{v.At}, "%s is set, but nothing passes it to java: the command does not expand it", v.Name)
	if !v.Likely {
		f.Confidence = lint.Certain
	}
	f.Because(v.Command, "starts java")
	switch {
	case v.Exec && v.Kubernetes:
		f.Note(fmt.Sprintf("the command is a list of words: no shell expands variables in it, and Kubernetes expands $(%s) only", v.Name))
		f.Suggest(lint.Manual, "name the variable JAVA_TOOL_OPTIONS, which the JVM reads: $("+v.Name+") would be one word")
		return
	case v.Exec:
		f.Note("the command is a list of words: no shell expands variables in it")
		f.Suggest(lint.Manual, fmt.Sprintf(`name the variable JAVA_TOOL_OPTIONS, which the JVM reads, or start with ["sh", "-c", "exec java $%s ..."]`, v.Name))
		return
	case !v.Kubernetes && sameLine(v.At, v.Command): // a shell expands the line before it sets the variable
		f.Suggest(lint.Manual, "name the variable JAVA_TOOL_OPTIONS, which the JVM reads")
		return
	}
	f.Suggest(lint.Manual, fmt.Sprintf("write java $%s ..., or name the variable JAVA_TOOL_OPTIONS, which the JVM reads", v.Name))
}

func sameLine(a, b source.Text) bool {
	file := a.Span().File
	return file == b.Span().File && file.Position(a.Span().Start).Line == file.Position(b.Span().Start).Line
}
