package input

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/input/shell"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
)

const BuildXML reading.Format = "build or service in XML without JVM options"

// buildXML is a pom.xml of Maven, a build file of Ant, or a service of WinSW.
//
//	https://maven.apache.org/surefire/maven-surefire-plugin/test-mojo.html#argLine
//	https://docs.spring.io/spring-boot/maven-plugin/run.html#run.run-goal.parameter-details.jvm-arguments
//	https://github.com/GoogleContainerTools/jib/tree/master/jib-maven-plugin#container-object (jvmFlags)
//	https://ant.apache.org/manual/Tasks/java.html
//	https://github.com/winsw/winsw/blob/v3/docs/xml-config-file.md
var buildXML = reading.Reader{
	Name:    "files of Maven, Ant, Gradle and sbt",
	Formats: []reading.Format{BuildXML},
	Mark: func(c *reading.Candidate) bool {
		root := rootOfXML(c.File.Data)
		return root == "project" || root == "service" && strings.Contains(c.Whole.String(), "<executable>")
	},
	Read:     readBuildXML,
	Comments: xmlRemarks,
	Prove:    xmldoc.Verify,
}

func readBuildXML(in *reading.Input, _ *reading.Candidate) {
	doc, err := xmldoc.Parse(in.File)
	if err != nil {
		unreadable(in, "", err)
		return
	}
	buildReader{in}.element(doc.Root)
}

type buildReader struct{ *reading.Input }

// handedOn are elements of plugins of Maven that hold options of a JVM that the plugin starts.
var handedOn = lazyregexp.New(`^(?:argLine|jvmArguments|jvmArgs|jvmFlags|vmArgs|jvmOptions)$`)

func (r buildReader) element(e *xmldoc.Element) {
	switch {
	case r.Full():
		return
	case handedOn.MatchString(e.Name):
		r.handedOn(e)
		return
	case e.Parent != nil && e.Parent.Name == "properties" && reading.OptionsKey.MatchString(e.Name):
		if a := (reading.Assigned{Name: e.Name, Value: xmldoc.Trim(e.Text)}); a.MayHoldOptions() && reading.HeapOrX.MatchString(a.Value.String()) {
			r.add(e.Name, e.Tag, jvmflag.Known(reading.EvidenceOf(e.Name), r.split(a.Value)))
		}
		return
	}
	if executable := child(e, "executable"); executable != nil && isJavaProgram(executable.Text.String()) {
		r.command(e, executable)
	}
	if e.Name == "java" || e.Name == "junit" {
		r.forked(e)
	}
	for _, c := range e.Children {
		r.element(c)
	}
}

// handedOn adds the JVM that gets the options of an element: its text, or that of each of its own.
func (r buildReader) handedOn(e *xmldoc.Element) {
	options := r.split(xmldoc.Trim(e.Text))
	for _, c := range e.Children {
		options = append(options, r.split(xmldoc.Trim(c.Text))...)
	}
	r.add(e.Name, e.Tag, options)
}

// command adds the JVM of a command whose words stand in elements beside the program.
func (r buildReader) command(e, executable *xmldoc.Element) {
	words := []reading.Item{{Text: source.Unlocated("java", "the build")}}
	for _, c := range e.Children {
		switch c.Name {
		case "arguments", "startarguments", "commandlineArgs", "argument", "startargument":
			for _, t := range append([]*xmldoc.Element{c}, c.Children...) {
				for _, w := range shell.Split(slashes(xmldoc.Trim(t.Text))) {
					words = append(words, reading.Item{Text: w.Text, Written: w.Written})
				}
			}
		}
	}
	start := reading.Started(words, &reading.Environment{}, false)
	if !reading.StartsSome(start.Options) {
		return
	}
	before := len(r.Workloads)
	r.add("java", xmldoc.Trim(executable.Text), start.Options)
	for _, w := range r.Workloads[before:] {
		w.Known, w.Whole = workload.AllOptions, true
		r.RunByPath(w, slashes(xmldoc.Trim(executable.Text)))
	}
}

// forked adds the JVM that a task of Ant starts, which it does where it forks.
func (r buildReader) forked(e *xmldoc.Element) {
	fork, _ := e.Attribute("fork")
	var options []jvmflag.Option
	if size, has := e.Attribute("maxmemory"); has {
		options = append(options, jvmflag.Option{Text: source.Join(source.Unlocated("-Xmx", "Ant"), size.Value), Channel: jvmflag.CommandLine})
	}
	if all, has := e.Attribute("jvmargs"); has {
		options = append(options, r.split(all.Value)...)
	}
	for _, c := range e.Children {
		if value, has := c.Attribute("value"); c.Name == "jvmarg" && has {
			options = append(options, jvmflag.Option{Text: value.Value, Channel: jvmflag.CommandLine})
		} else if line, has := c.Attribute("line"); c.Name == "jvmarg" && has {
			options = append(options, r.split(line.Value)...)
		}
	}
	switch strings.ToLower(fork.Value.String()) {
	case "true", "yes", "on", "once":
		r.add(e.Name, e.Tag, options)
	default:
		if len(options) > 0 {
			r.NotJudged(e.Tag.Span(), "it is unknown whether <%s> forks a JVM: only then Ant uses its options", e.Name)
		}
	}
}

// add adds a JVM that gets the options, among others.
func (r buildReader) add(name string, at source.Text, options []jvmflag.Option) {
	if !slices.ContainsFunc(options, func(o jvmflag.Option) bool { return strings.HasPrefix(o.String(), "-") }) {
		return
	}
	w := r.OptionsWorkload(name, options)
	for i, o := range w.Options {
		w.Options[i].Evidence = max(o.Evidence, jvmflag.ByConvention)
	}
	w.At = at
	w.KnowsAtMost(workload.PartOfOptions)
	r.Add(*w)
}

// split splits a text into options. What Maven puts in late, @{argLine}, is as unknown as ${argLine}.
func (r buildReader) split(t source.Text) []jvmflag.Option {
	var parts []source.Text
	at := 0
	for _, m := range lateProperty.FindAllStringIndex(t.String(), -1) {
		parts = append(parts, t.Slice(at, m[0]), source.Coded("$", t.Slice(m[0], m[0]+1).Span()))
		at = m[0] + 1
	}
	return r.JVMOptions(jvmflag.CommandLine, source.Join(append(parts, t.Slice(at, t.Len()))...))
}

var lateProperty = lazyregexp.New(`@\{`)

func child(e *xmldoc.Element, name string) *xmldoc.Element {
	if i := slices.IndexFunc(e.Children, func(c *xmldoc.Element) bool { return c.Name == name }); i >= 0 {
		return e.Children[i]
	}
	return nil
}

// isJavaProgram tells the program java by its path, on Windows too.
func isJavaProgram(file string) bool {
	base := strings.ToLower(path.Base(strings.ReplaceAll(strings.Trim(strings.TrimSpace(file), `"`), `\`, "/")))
	return base == "java" || base == "java.exe" || base == "javaw" || base == "javaw.exe"
}

// slashes is a text of Windows, in which a backslash is part of a path, for those to whom it
// is none.
func slashes(t source.Text) source.Text {
	var parts []source.Text
	at := 0
	for i := range t.Len() {
		if t.String()[i] == '\\' {
			parts = append(parts, t.Slice(at, i), source.Coded("/", t.Slice(i, i+1).Span()))
			at = i + 1
		}
	}
	return source.Join(append(parts, t.Slice(at, t.Len()))...)
}
