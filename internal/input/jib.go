package input

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/imagename"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
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
		Read:     func(in *reading.Input, _ *reading.Candidate) { readJib(in) },
		Comments: xmlRemarks, Prove: xmldoc.Verify,
	}
	jibOfGradle = reading.Reader{
		Formats:  []reading.Format{BuildFile},
		Owns:     func(c *reading.Candidate) bool { return isGradle(c.File.Name) },
		Read:     func(in *reading.Input, _ *reading.Candidate) { readJib(in); readStartScript(in) },
		Comments: reading.CommentSyntax{Signs: "/"}.Of,
	}
)

func isGradle(name string) bool {
	return slices.Contains([]string{"build.gradle", "build.gradle.kts"}, path.Base(name))
}

// IsBuild tells the builds in which Jib may be set up from other files, by their names.
func IsBuild(name string) bool {
	return path.Base(filepath.ToSlash(name)) == "pom.xml" || isGradle(name)
}

// mayUseJib reports whether a file is a build that names Jib.
func mayUseJib(f *source.File) bool {
	return IsBuild(f.Name) && bytes.Contains(f.Data, []byte("jib"))
}

// makesStartScript reports whether a file is a build of Gradle that gives its start script options.
func makesStartScript(f *source.File) bool {
	return isGradle(f.Name) && bytes.Contains(f.Data, []byte(scriptOptions))
}

const scriptOptions = "applicationDefaultJvmArgs"

// jibImage is an image that Jib builds.
type jibImage struct {
	base, to source.Text
	name     string      // to, with the name of the project in it
	java     source.Text // the setting of the flags, where Jib writes java
	flags    []source.Text
	open     bool // it has further flags that are not known
	unknown  bool // what decides its flags is not read
}

// same reports whether two profiles or executions build one image without flags.
func (j jibImage) same(k jibImage) bool {
	return j.name == k.name && j.base.String() == k.base.String() && len(j.flags)+len(k.flags) == 0 && j.open == k.open && j.unknown == k.unknown
}

// readStartScript adds the JVM that the start script of a build of Gradle starts, on the JDKs that it compiles for. The
// script puts options of variables beside those of the build.
//
//	https://docs.gradle.org/8.5/userguide/application_plugin.html
func readStartScript(in *reading.Input) {
	s := readGradle(reading.TextOf(in.File)).script
	switch {
	case !makesStartScript(in.File) || !s.java.Located():
	case s.unknown:
		in.NotJudged(s.java.Span(), "what decides %s is not read", s.java)
	case len(s.flags) > 0:
		w := workload.New(scriptOptions, in.File, s.java)
		w.JDK, w.AnyProgram, w.Known = compiledFor(in.File), true, workload.PartOfOptions
		w.Options = lists.Of(s.flags, func(f source.Text) jvmflag.Option { return reading.Item{Text: f}.Option() })
		jvmflag.Known(jvmflag.Runs, w.Options)
		in.Add(w)
	}
}

// compiledFor are the JDKs that run what a build of Gradle compiles: of the first setting that is there, the least
// value counts.
func compiledFor(f *source.File) workload.JDK {
	least, decides := 0, len(compileSettings)
	for _, m := range compileSetting.FindAllStringSubmatch(string(f.Data), -1) {
		at := slices.Index(compileSettings, m[1])
		if n, err := strconv.Atoi(m[2]); err == nil && (at < decides || at == decides && n < least) {
			least, decides = n, at
		}
	}
	jdk := workload.OpenJDK()
	newer := slices.DeleteFunc(slices.Clone(jdk.Candidates), func(jdk int) bool { return jdk < least })
	if len(newer) < len(jdk.Candidates) && len(newer) > 0 {
		jdk.Candidates, jdk.Why = newer, fmt.Sprintf("%s of %s is %d", compileSettings[decides], f.Name, least)
	}
	return jdk
}

var compileSettings = []string{"options.release", "targetCompatibility", "sourceCompatibility", "languageVersion"}

// compileSetting matches sourceCompatibility = JavaVersion.VERSION_17, languageVersion = JavaLanguageVersion.of(17) and
// the like.
var compileSetting = lazyregexp.New(`(?m)^[^\n/]*\b(` +
	`options\.release|targetCompatibility|sourceCompatibility|languageVersion)(?:\.set)?\b[ =(]*(?:JavaVersion\.VERSION_|JavaLanguageVersion\.of\(|['"])?(?:1[._])?(\d+)\b`)

// jibsOf are the images that a build file lets Jib build.
func jibsOf(f *source.File) ([]jibImage, error) {
	switch {
	case !mayUseJib(f):
		return nil, nil
	case isGradle(f.Name):
		return []jibImage{readGradle(reading.TextOf(f)).jibImage}, nil
	}
	doc, err := xmldoc.Parse(f)
	if err != nil {
		return nil, err
	}
	all := jibPlugins(doc.Root)
	for i := range all {
		all[i].name = strings.ReplaceAll(all[i].to.String(), "${project.artifactId}", doc.Root.ValueOf("artifactId"))
		all[i].unknown = all[i].unknown || doc.Root.ValueOf("packaging") == "war"
	}
	return slices.CompactFunc(all, jibImage.same), nil
}

// readJib adds the JVMs that the entry points of the images start.
func readJib(in *reading.Input) {
	all, err := jibsOf(in.File)
	if err != nil {
		unreadable(in, "", err)
	}
	for _, j := range all {
		switch {
		case !j.java.Located():
		case j.unknown:
			in.NotJudged(j.java.Span(), "what decides %s is not read", j.java)
		case len(j.flags) > 0:
			w := workload.New("jib", in.File, j.java)
			env := &reading.Environment{}
			defaults := in.BaseImage(&w, j.base)
			in.ReadJVMs(w, env, j.start(env, nil, false), defaults)
		}
	}
}

// start is what the entry point of the image does: java is started, with no shell between.
func (j jibImage) start(env *reading.Environment, arguments []reading.Item, kubernetes bool) reading.StartCommand {
	at := j.java
	if !at.Located() {
		at = j.to
	}
	words := []reading.Item{{Text: source.Coded("java", at.Span())}}
	words = append(words, lists.Of(j.flags, func(f source.Text) reading.Item { return reading.Item{Text: f} })...)
	for _, word := range []string{"-cp", "/app/classes:/app/libs/*", "Main"} {
		words = append(words, reading.Item{Text: source.Unlocated(word, "Jib")})
	}
	start := reading.Started(append(words, arguments...), env, kubernetes)
	start.Replaced, start.Literal, start.Complete = true, true, !j.open
	return start
}

// ImageOfJib is the name of the one image that Jib builds by a file; empty where there is none, or the name is unknown.
func ImageOfJib(f *source.File) string {
	if j, is := oneJib(f); is {
		return imagename.Local(images.Parse(j.name).Repository)
	}
	return ""
}

func oneJib(f *source.File) (jibImage, bool) {
	all, err := jibsOf(f)
	if err != nil || len(all) != 1 {
		return jibImage{}, false
	}
	repository := images.Parse(all[0].name).Repository
	return all[0], !all[0].unknown && all[0].to.Located() && !reading.HasPlaceholder(repository)
}

// jibPlugins reads the plugins of Jib below an element.
func jibPlugins(e *xmldoc.Element) (all []jibImage) {
	if e.ValueOf("artifactId") == "jib-maven-plugin" {
		shared := e.Child("configuration")
		if executions := e.Child("executions"); executions != nil {
			all = lists.Of(executions.Children, func(x *xmldoc.Element) jibImage { return jibOf(x.Child("configuration"), shared) })
		}
		if len(all) == 0 {
			all = []jibImage{jibOf(nil, shared)}
		}
	}
	return append(all, lists.Flat(e.Children, jibPlugins)...)
}

// jibOf is the image of an execution, whose own settings stand over those that it shares.
func jibOf(own, shared *xmldoc.Element) jibImage {
	of := func(parent, name string) *xmldoc.Element {
		return cmp.Or(own.Child(parent).Child(name), shared.Child(parent).Child(name))
	}
	j := jibImage{unknown: of("container", "entrypoint") != nil, open: of("container", "environment") != nil}
	for parent, name := range map[string]*source.Text{"from": &j.base, "to": &j.to} {
		if image := of(parent, "image"); image != nil {
			*name = withoutScheme(xmldoc.Trim(image.Text))
		}
	}
	if flags := of("container", "jvmFlags"); flags != nil {
		j.java = flags.Tag
		j.unknown = j.unknown || len(flags.Children) == 0 && xmldoc.Trim(flags.Text).Len() > 0
		for _, f := range flags.Children {
			flag := xmldoc.Trim(f.Text)
			if strings.Contains(flag.String(), "${") { // which Maven puts in
				flag = source.GapAt(flag.Span())
			}
			j.flags = append(j.flags, flag)
		}
	}
	return j
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
	script  jibImage  // the start script of the build
	into    *jibImage // what the setting is of
	blocks  []string  // those around, by their names
	name    string    // the last one
	setting string    // whose value is read
	depth   int       // of brackets in the value
	some    bool      // of the value was read
	sum     bool      // a list is read whole, and what is added to it is not
}

// deepestSetting is in how many blocks the settings stand at most, with those around jib.
const deepestSetting = 6

func readGradle(whole source.Text) *gradleJib {
	g := &gradleJib{}
	for _, m := range gradleToken.FindAllStringIndex(whole.String(), -1) {
		g.take(whole.Slice(m[0], m[1]))
	}
	return g
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
	for _, method := range []string{".set", ".add", ".addAll"} {
		path = strings.TrimSuffix(path, method)
	}
	g.into = &g.jibImage
	if of := strings.TrimPrefix(path, "application."); of == scriptOptions {
		g.into, path = &g.script, "jib.container.jvmFlags"
	}
	i := strings.LastIndex("."+path, ".jib.")
	if i < 0 {
		return
	}
	path = path[i:]
	again := g.into.java.Located()
	switch {
	case path == "jib.from.image", path == "jib.to.image":
		g.setting, g.depth, g.some = path, 0, false
	case path == "jib.container.environment":
		g.open = true
	case path == "jib.container.entrypoint", strings.HasSuffix(path, ".jvmFlags") && (again || path != "jib.container.jvmFlags"): // in a branch, or once more
		g.into.unknown = true
	case path == "jib.container.jvmFlags":
		g.setting, g.depth, g.some, g.into.java = path, 0, false, text
	}
}

// value reads a word of a setting's value.
func (g *gradleJib) value(text source.Text) {
	token := text.String()
	isString := token[0] == '"' || token[0] == '\''
	switch {
	case g.setting == "jib.from.image", g.setting == "jib.to.image": // one string, or it is not known
		image := source.Text{}
		if isString && !g.some {
			image = withoutScheme(text.Slice(1, len(token)-1))
		}
		if g.setting == "jib.to.image" {
			g.to, g.name = image, image.String()
		} else if g.base = image; strings.Contains(token, "$") {
			g.base = source.Text{}
		}
		g.some = true
	case isString && g.depth == 0, !isString && g.depth > 0 && !slices.Contains(listOf, token), !isString && g.depth == 0 && !g.some && !slices.Contains(listOf, token):
		g.into.unknown = true // a choice, a sum of strings, or what a function makes of them
	case isString && token[0] == '"' && strings.Contains(token, "$"):
		g.into.open = true
	case isString:
		g.into.flags = append(g.into.flags, text.Slice(1, len(token)-1))
	case !slices.Contains(listOf, token): // added to a list
		g.into.open = g.into.open || g.sum || token == "+"
		g.into.unknown = g.into.unknown || token != "+" && !g.sum
		g.sum = token == "+"
	}
}
