package reading

import (
	"bytes"
	"cmp"
	_ "embed"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
)

// resources finds the folder of a module in the path of one of its resources.
var resources = lazyregexp.New(`^(.*?/)?src/(?:main|test)/resources/`)

// pinRelease takes for the configuration of a member or a client the release of Hazelcast that the build of its
// module names: a pom.xml or a build.gradle that stands right above src, or beside a file of the name that is looked
// for in the folder where the program starts. It reports false where that is none yet.
func (in *Input) pinRelease(w *workload.Workload) bool {
	name, up := path.Clean(in.File.Name), ""
	module := resources.FindStringSubmatchIndex(name)
	if in.FileBeside == nil || module == nil && !IsConfigurationName(name) && !strings.HasPrefix(path.Base(name), "hazelcast-client.") {
		return true
	}
	if module != nil {
		up = strings.Repeat("../", strings.Count(name[max(0, module[3]):], "/"))
	}
	for _, build := range builds {
		f := in.FileBeside(up + build.name)
		if f == nil {
			continue
		}
		pinned := build.pinned(in, f, up)
		if strings.HasSuffix(pinned, "-SNAPSHOT") && bytes.Contains(f.Data, []byte("<artifactId>hazelcast-root</")) {
			in.Note(in.File.Span(0, 0), "Hazelcast %s of %s is no release: the configuration is not judged", pinned, f.Name)
			return false
		}
		if v, known := hazelcast.ParseVersion(pinned); known {
			w.HazelcastVersion = v
			return true
		}
	}
	return true
}

var builds = []struct {
	name   string
	pinned func(in *Input, f *source.File, up string) string
}{{"pom.xml", (*Input).pinnedByMaven}, {"build.gradle", (*Input).pinnedByGradle}, {"build.gradle.kts", (*Input).pinnedByGradle}}

// mostAbove is how many folders above a module its parents, or the root of its project, are looked for.
const mostAbove = 4

//go:embed brought.tsv
var broughtTSV string

var bringers = jvmflag.Table(broughtTSV, func(cells []string) []string { return cells })

// boot manages the release of Hazelcast where a dependency names none, unless managed says another.
const (
	boot    = "org.springframework.boot:spring-boot-dependencies"
	managed = "${hazelcast.version}"
)

// artifact matches those that hold a member.
var artifact = lazyregexp.New(`^com\.hazelcast:hazelcast(?:-all|-enterprise|-enterprise-all)?$`)

// pins are the releases that a build names, as written: of Hazelcast, of boot, and of a library that brings Hazelcast.
type pins struct{ hazelcast, boot, by, library string }

// add takes a dependency, or what is like one.
func (p *pins) add(coordinates, release string) {
	switch {
	case artifact.MatchString(coordinates):
		p.hazelcast = cmp.Or(release, p.hazelcast, managed)
	case coordinates == boot || coordinates == "org.springframework.boot:spring-boot-starter-parent" || coordinates == "org.springframework.boot:spring-boot-gradle-plugin":
		p.boot = cmp.Or(release, p.boot)
	case slices.ContainsFunc(bringers(), func(row []string) bool { return row[0] == coordinates }):
		p.by, p.library = coordinates, release
	}
}

// release is that of Hazelcast; empty where it is not known. The library of another group gets one that boot manages.
func (p *pins) release(filled func(string) string) string {
	by, release := p.by, filled(p.library)
	switch {
	case p.hazelcast == managed:
		by, release = boot, filled(p.boot)
	case p.hazelcast != "" || p.boot != "" && !strings.HasPrefix(by, "com.hazelcast"):
		by = ""
	}
	row, is := lists.First(bringers(), func(row []string) bool { return row[0] == by && strings.HasPrefix(release+".", row[1]+".") })
	if named := filled(p.hazelcast); named != "" || !is {
		return named
	}
	return row[2]
}

// pinnedByMaven is the release that a dependency of a pom.xml or of its parents names, or what manages or brings it.
func (in *Input) pinnedByMaven(f *source.File, up string) string {
	var poms []*xmldoc.Element
	for parent := ""; f != nil && len(poms) <= mostAbove; {
		doc, err := xmldoc.Parse(f)
		if err != nil || parent != "" && doc.Root.ValueOf("artifactId") != parent {
			break
		}
		if poms = append(poms, doc.Root); doc.Root.Child("parent") == nil {
			break
		}
		up += "../"
		parent, f = doc.Root.Child("parent").ValueOf("artifactId"), in.FileBeside(up+"pom.xml")
	}
	p, properties := pins{}, map[string]string{}
	var walk func(e *xmldoc.Element)
	walk = func(e *xmldoc.Element) {
		coordinates := e.ValueOf("groupId") + ":" + e.ValueOf("artifactId")
		switch {
		case e.Name == "properties":
			for _, c := range e.Children {
				properties[c.Name] = strings.TrimSpace(c.Text.String())
			}
		case e.Name == "parent" && coordinates == "com.hazelcast:hazelcast-root": // its own repository
			p.hazelcast = e.ValueOf("version")
			properties["project.version"], properties["project.parent.version"] = p.hazelcast, p.hazelcast
		case e.Name == "parent" || e.Name == "dependency":
			p.add(coordinates, e.ValueOf("version"))
		}
		for _, c := range e.Children {
			walk(c)
		}
	}
	for _, pom := range slices.Backward(poms) {
		walk(pom)
	}
	return p.release(func(s string) string {
		if name, is := strings.CutPrefix(s, "${"); is {
			return properties[strings.TrimSuffix(name, "}")]
		}
		return s
	})
}

var (
	// gradleComment is the rest of a line, and gradleField what stands before the name or the version in a map.
	gradleComment = lazyregexp.New(`(?m)(?:^|\s)//.*$`)
	gradleField   = lazyregexp.New(`["'],\s*(?:name|version(?:\.ref)?)\s*[:=]\s*["']?`)

	gradleDependency = lazyregexp.New(`([\w.]+:[\w-]+)(?::([^\s"',)]+)|["'])`)
	gradleBoot       = lazyregexp.New(`org\.springframework\.boot["')]+\s+version\s*\(?["']([\d.]+)`)
)

// pinnedByGradle is the release that a dependency of a build of Gradle names, by itself, by a variable of the build or
// the root project or in their catalogue, or what manages or brings it.
func (in *Input) pinnedByGradle(f *source.File, up string) string {
	text := func(name string) (text string) {
		if file := in.FileBeside(name); file != nil {
			text = gradleField.ReplaceAllString(gradleComment.ReplaceAllString(string(file.Data), ""), ":") + "\n"
		}
		return text
	}
	root := up
	for n := range mostAbove + 1 {
		if above := up + strings.Repeat("../", n); text(above+"settings.gradle")+text(above+"settings.gradle.kts") != "" {
			root = above
			break
		}
	}
	build, catalogue := text(up+path.Base(f.Name)), text(root+"gradle/libs.versions.toml")
	settings := build + text(up+"gradle.properties") + text(root+"gradle.properties") + text(root+"build.gradle") + text(root+"build.gradle.kts") + catalogue
	for line := range strings.Lines(catalogue) {
		alias, _, _ := strings.Cut(line, "=")
		used := `\blibs\.` + lazyregexp.Quote(strings.NewReplacer("-", ".", "_", ".").Replace(strings.TrimSpace(alias))) + `(?:[^\w.]|$)`
		if strings.Contains(line, "azelcast") && regexp.MustCompile(used).MatchString(build) {
			build += line
		}
	}
	var p pins
	for _, d := range gradleDependency.FindAllStringSubmatch(build, -1) {
		p.add(d[1], d[2])
	}
	if m := gradleBoot.FindStringSubmatch(build); m != nil {
		p.boot = m[1]
	}
	if strings.Contains(settings, "hazelcast.version") { // it may be another
		p.boot = "-"
	}
	return p.release(func(s string) string {
		name := strings.Trim(s, "${}")
		if name == "" || name[0] >= '0' && name[0] <= '9' {
			return name
		}
		for _, name := range []string{name, name[strings.LastIndexByte(name, '.')+1:]} {
			set := regexp.MustCompile(`(?:^|[^\w:-])` + lazyregexp.Quote(name) + `["'\])]*(?:: *String)?\s*(?:[:=,]|by extra\W+)\s*["']?(\d[\w.-]*)`)
			if m := set.FindStringSubmatch(settings); m != nil && name != "" && name != "version" {
				return m[1]
			}
		}
		return ""
	})
}
