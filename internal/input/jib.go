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

// jibBuild reads of a build of Maven or Gradle what Jib makes the image from: its base image, and the
// words that its entry point has behind java. No shell reads them: each is one argument.
//
//	https://github.com/GoogleContainerTools/jib/tree/master/jib-maven-plugin#extended-usage
//	https://github.com/GoogleContainerTools/jib/tree/master/jib-gradle-plugin#extended-usage
var jibBuild = reading.Reader{
	Name:    "images that Jib builds",
	Formats: []reading.Format{BuildFile},
	Files:   []string{"pom.xml", "build.gradle", "build.gradle.kts"},
	Owns: func(c *reading.Candidate) bool {
		return slices.Contains([]string{"pom.xml", "build.gradle", "build.gradle.kts"}, path.Base(c.File.Name))
	},
	Read: func(in *reading.Input, c *reading.Candidate) {
		switch {
		case !bytes.Contains(in.File.Data, []byte("jib")):
		case path.Ext(in.File.Name) == ".xml":
			readJibOfMaven(in)
		default:
			readJibOfGradle(in, c.Whole)
		}
	},
}

// jibImage is an image that Jib builds.
type jibImage struct {
	base, java source.Text // java is the setting of the flags, where Jib writes java
	flags      []source.Text
	open       bool // it has flags that are not known
}

// add adds the JVM that the entry point of the image starts.
func (j jibImage) add(in *reading.Input) {
	if len(j.flags) == 0 {
		return
	}
	w := workload.Workload{Name: "jib", File: in.File, At: j.java, Known: workload.AllOptions, JDK: workload.OpenJDK()}
	words := []reading.Item{{Text: source.Coded("java", j.java.Span())}}
	for _, f := range j.flags {
		words = append(words, reading.Item{Text: f, Written: f})
	}
	words = append(words, reading.Item{Text: source.Unlocated("-cp", "Jib")}, reading.Item{Text: source.Unlocated("/app/classes:/app/libs/*", "Jib")},
		reading.Item{Text: source.Unlocated("Main", "Jib")})
	env := &reading.Environment{}
	defaults := in.BaseImage(&w, j.base)
	start := reading.Started(words, env, false)
	start.Replaced, start.Complete = true, !j.open
	in.ReadJVMs(w, env, start, defaults)
}

func readJibOfMaven(in *reading.Input) {
	doc, err := xmldoc.Parse(in.File)
	if err != nil {
		unreadable(in, "", err)
		return
	}
	jibPlugins(in, doc.Root)
}

// jibPlugins reads the plugins of Jib below an element.
func jibPlugins(in *reading.Input, e *xmldoc.Element) {
	if name := child(e, "artifactId"); name != nil && strings.TrimSpace(name.Text.String()) == "jib-maven-plugin" {
		configuration := child(e, "configuration")
		var j jibImage
		if image := child(child(configuration, "from"), "image"); image != nil {
			j.base = withoutScheme(xmldoc.Trim(image.Text))
		}
		if flags := child(child(configuration, "container"), "jvmFlags"); flags != nil {
			j.java = flags.Tag
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
var gradleToken = lazyregexp.New(`//[^\n]*|(?s:/\*.*?\*/)|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[A-Za-z_][\w.]*|[{}\[\]()+?]|\n`)

// listOf are names of functions that make a list of their arguments.
var listOf = []string{"listOf", "mutableListOf", "arrayOf", "Arrays.asList", "List.of", "java.util.List.of", "jvmFlags", "set", "setOf", "image"}

// readJibOfGradle reads the settings jib.from.image and jib.container.jvmFlags, in blocks or with dots.
func readJibOfGradle(in *reading.Input, whole source.Text) {
	var j jibImage
	var blocks []string // those around, by their names
	name, setting, depth := "", "", 0
	for _, m := range gradleToken.FindAllStringIndex(whole.String(), -1) {
		text := whole.Slice(m[0], m[1])
		switch token := text.String(); {
		case strings.HasPrefix(token, "//"), strings.HasPrefix(token, "/*"):
		case token == "{":
			blocks, name = append(blocks, name), ""
		case token == "}":
			blocks, setting, name = blocks[:max(0, len(blocks)-1)], "", ""
		case token == "\n":
			if name = ""; depth == 0 {
				setting = ""
			}
		case token == "(", token == "[":
			depth++
		case token == ")", token == "]":
			depth = max(0, depth-1)
		case token[0] == '"', token[0] == '\'':
			value := text.Slice(1, len(token)-1)
			switch unknown := token[0] == '"' && strings.Contains(token, "$"); {
			case setting == "jib.from.image" && !unknown:
				j.base = withoutScheme(value)
			case setting == "jib.container.jvmFlags" && unknown:
				j.open = true
			case setting == "jib.container.jvmFlags":
				j.flags = append(j.flags, value)
			}
		case setting == "jib.container.jvmFlags":
			j.open = j.open || !slices.Contains(listOf, token) // a name, a sum or a choice
		default:
			name = token
			if whole := strings.Join(append(slices.Clone(blocks), token), "."); whole == "jib.from.image" || whole == "jib.container.jvmFlags" {
				setting, depth = whole, 0
				if whole == "jib.container.jvmFlags" {
					j.java = text
				}
			}
		}
	}
	j.add(in)
}
