package input

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
)

const BuildFile reading.Format = "build without an image by Jib that sets JVM options"

// jibOfMaven and jibOfGradle read of a build what Jib makes the image from: its base image, and the
// words that its entry point has behind java. No shell reads them: each is one argument.
// https://github.com/GoogleContainerTools/jib/tree/master/jib-maven-plugin#extended-usage
// https://github.com/GoogleContainerTools/jib/tree/master/jib-gradle-plugin#extended-usage
var (
	jibOfMaven = reading.Reader{
		Name: "images that Jib builds", Formats: []reading.Format{BuildFile},
		Owns:     func(c *reading.Candidate) bool { return path.Base(c.File.Name) == "pom.xml" },
		Read:     func(in *reading.Input, _ *reading.Candidate) { readJibOfMaven(in) },
		Comments: xmlRemarks, Prove: xmldoc.Verify,
	}
	jibOfGradle = reading.Reader{
		Formats: []reading.Format{BuildFile},
		Owns:    func(c *reading.Candidate) bool { return isGradle(c.File.Name) },
		Read:    func(in *reading.Input, c *reading.Candidate) { readJibOfGradle(in, c.Whole) },
	}
)

func isGradle(name string) bool {
	return slices.Contains([]string{"build.gradle", "build.gradle.kts"}, path.Base(name))
}

// mayUseJib reports whether a file is a build that names Jib.
func mayUseJib(f *source.File) bool {
	return (path.Base(f.Name) == "pom.xml" || isGradle(f.Name)) && bytes.Contains(f.Data, []byte("jib"))
}

// jibImage is an image that Jib builds.
type jibImage struct {
	base, java source.Text // java is the setting of the flags, where Jib writes java
	flags      []source.Text
	open       bool // it has further flags that are not known
	unknown    bool // what decides its flags is not read
}

// add adds the JVM that the entry point of the image starts.
func (j jibImage) add(in *reading.Input) {
	switch {
	case !j.java.Located():
		return
	case j.unknown:
		in.NotJudged(j.java.Span(), "what decides %s is not read", j.java)
		return
	case len(j.flags) == 0:
		return
	}
	w := workload.Workload{Name: "jib", File: in.File, At: j.java, Known: workload.AllOptions, JDK: workload.OpenJDK()}
	words := []reading.Item{{Text: source.Coded("java", j.java.Span())}}
	for _, f := range j.flags {
		words = append(words, reading.Item{Text: f})
	}
	for _, word := range []string{"-cp", "/app/classes:/app/libs/*", "Main"} {
		words = append(words, reading.Item{Text: source.Unlocated(word, "Jib")})
	}
	env := &reading.Environment{}
	defaults := in.BaseImage(&w, j.base)
	start := reading.Started(words, env, false)
	start.Replaced, start.Complete = true, !j.open
	in.ReadJVMs(w, env, start, defaults)
}

func readJibOfMaven(in *reading.Input) {
	if !mayUseJib(in.File) {
		return
	}
	doc, err := xmldoc.Parse(in.File)
	if err != nil {
		unreadable(in, "", err)
		return
	}
	jibPlugins(in, doc.Root)
}

func jibPlugins(in *reading.Input, e *xmldoc.Element) {
	if name := child(e, "artifactId"); name != nil && strings.TrimSpace(name.Text.String()) == "jib-maven-plugin" {
		configuration := child(e, "configuration")
		container := child(configuration, "container")
		j := jibImage{unknown: child(container, "entrypoint") != nil, open: child(container, "environment") != nil}
		if image := child(child(configuration, "from"), "image"); image != nil {
			j.base = withoutScheme(xmldoc.Trim(image.Text))
		}
		if flags := child(container, "jvmFlags"); flags != nil {
			j.java = flags.Tag
			j.unknown = j.unknown || len(flags.Children) == 0 && xmldoc.Trim(flags.Text).Len() > 0
			for _, f := range flags.Children {
				j.flags = append(j.flags, xmldoc.Trim(f.Text))
			}
		}
		j.add(in)
	}
	for _, c := range e.Children {
		jibPlugins(in, c)
	}
}

// child is the first element of a name within another; nil where there is none.
func child(e *xmldoc.Element, name string) *xmldoc.Element {
	if e == nil {
		return nil
	}
	if i := slices.IndexFunc(e.Children, func(c *xmldoc.Element) bool { return c.Name == name }); i >= 0 {
		return e.Children[i]
	}
	return nil
}

// withoutScheme is the name of an image without docker:// or registry:// in front of it.
func withoutScheme(image source.Text) source.Text {
	_, name, has := strings.Cut(image.String(), "://")
	if !has {
		return image
	}
	return image.Slice(image.Len()-len(name), image.Len())
}

// gradleToken is a comment, a string, a name, or a sign of a build of Gradle.
var gradleToken = lazyregexp.New(`//[^\n]*|(?s:/\*.*?\*/)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_][\w.]*|[{}\[\]()+?;]|\n`)

// listOf are names of functions that make a list of their arguments.
var listOf = []string{"listOf", "mutableListOf", "arrayOf", "Arrays.asList", "List.of", "java.util.List.of", "setOf"}

// gradleJib gathers the settings of Jib, in blocks or with dots: jib { container { jvmFlags = ['-ea'] } }.
type gradleJib struct {
	jibImage
	blocks  []string // those around, by their names
	name    string   // the last one
	setting string   // whose value is read
	depth   int      // of brackets in the value
	some    bool     // of the value was read
	sum     bool     // a list is read whole, and what is added to it is not
}

// deepestSetting is in how many blocks the settings stand at most, with those around jib.
const deepestSetting = 6

func readJibOfGradle(in *reading.Input, whole source.Text) {
	if !mayUseJib(in.File) {
		return
	}
	g := &gradleJib{}
	for _, m := range gradleToken.FindAllStringIndex(whole.String(), -1) {
		g.take(whole.Slice(m[0], m[1]))
	}
	g.add(in)
}

func (g *gradleJib) take(text source.Text) {
	switch token := text.String(); {
	case strings.HasPrefix(token, "//"), strings.HasPrefix(token, "/*"):
	case token == "{":
		g.blocks, g.name = append(g.blocks, g.name), ""
	case token == "}":
		g.blocks, g.setting, g.name = g.blocks[:max(0, len(g.blocks)-1)], "", ""
	case token == ";", token == "\n" && g.depth == 0 && g.some:
		g.setting, g.name = "", ""
	case token == "\n":
	case token == "(", token == "[":
		g.depth++
	case token == ")", token == "]":
		g.depth, g.some = max(0, g.depth-1), true
	case g.setting != "":
		g.value(text)
	default:
		g.named(text)
	}
}

// named begins the value of a setting, where the name is that of one.
func (g *gradleJib) named(text source.Text) {
	if g.name = text.String(); g.name[0] == '"' || g.name[0] == '\'' || len(g.blocks) > deepestSetting {
		return
	}
	path := strings.Join(append(slices.Clone(g.blocks), g.name), ".")
	i := strings.LastIndex("."+path, ".jib.")
	if i < 0 {
		return
	}
	path = path[i:]
	for _, method := range []string{".set", ".add", ".addAll"} {
		path = strings.TrimSuffix(path, method)
	}
	again := g.java.Located()
	switch {
	case path == "jib.from.image":
		g.setting, g.depth, g.some = path, 0, false
	case path == "jib.container.environment":
		g.open = true
	case path == "jib.container.entrypoint", strings.HasSuffix(path, ".jvmFlags") && (again || path != "jib.container.jvmFlags"): // in a branch, or once more
		g.unknown = true
	case path == "jib.container.jvmFlags":
		g.setting, g.depth, g.some, g.java = path, 0, false, text
	}
}

// value reads a word of a setting's value.
func (g *gradleJib) value(text source.Text) {
	token := text.String()
	isString := token[0] == '"' || token[0] == '\''
	switch {
	case g.setting == "jib.from.image": // one string, or it is not known
		if isString && !g.some && !strings.Contains(token, "$") {
			g.base = withoutScheme(text.Slice(1, len(token)-1))
		} else {
			g.base = source.Text{}
		}
		g.some = true
	case isString && g.depth == 0, !isString && g.depth > 0 && !slices.Contains(listOf, token), !isString && g.depth == 0 && !g.some && !slices.Contains(listOf, token):
		g.unknown = true // a choice, a sum of strings, or what a function makes of them
	case isString && token[0] == '"' && strings.Contains(token, "$"):
		g.open = true
	case isString:
		g.flags = append(g.flags, text.Slice(1, len(token)-1))
	case !slices.Contains(listOf, token): // added to a list
		g.open = g.open || g.sum || token == "+"
		g.unknown = g.unknown || token != "+" && !g.sum
		g.sum = token == "+"
	}
}
