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
	"github.com/jvmlint/jvmlint/internal/hazelcast/verdict"
	"github.com/jvmlint/jvmlint/internal/hazelcast/xmlconfig"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// hazelcastHome is the folder that the start script of the image begins in.
// https://github.com/hazelcast/hazelcast-docker/blob/v5.3.1/hazelcast-oss/Dockerfile (4.2 to 5.7)
const hazelcastHome = "/opt/hazelcast"

// ConfigurationPath is the file that a member is told to read: by an option, or else by a variable that the
// image's start script makes one of. It is empty where nothing tells one.
func ConfigurationPath(options []jvmflag.Option, env *Environment) string {
	named, _ := env.Known("HAZELCAST_CONFIG")
	file := named.String()
	for _, o := range options {
		if value, ok := strings.CutPrefix(o.String(), "-Dhazelcast.config="); ok {
			file = value
		}
	}
	if file == "" || path.IsAbs(file) || HasPlaceholder(file) {
		return file
	}
	return path.Join(hazelcastHome, file)
}

// ConfigurationKind is whose configuration programs look for in a file of a name, and those of images; empty: nobody's.
// https://github.com/hazelcast/hazelcast-docker/blob/v5.3.1/hazelcast-oss/Dockerfile, HAZELCAST_CONFIG
func ConfigurationKind(file string) verdict.Kind {
	name, ext := strings.TrimSuffix(path.Base(file), path.Ext(file)), path.Ext(file)
	kind := verdict.Kind(strings.TrimSuffix(name, "-docker"))
	if slices.Contains([]string{".yaml", ".yml", ".xml"}, ext) && slices.Contains(verdict.Kinds, kind) {
		return kind
	}
	return ""
}

// IsConfigurationName tells the names by which members look for their configuration.
func IsConfigurationName(file string) bool { return ConfigurationKind(file) == verdict.Member }

// Jet is at the top of the configuration of Jet 4, and begins the names of its files.
const Jet = "hazelcast-jet"

// NoteJet says that it is not read.
func (in *Input) NoteJet(at source.Span) { in.Note(at, "the configuration of Jet 4 is not read") }

// NameUnread names a file in which programs look for a configuration and find none.
func (in *Input) NameUnread() {
	if kind := ConfigurationKind(in.File.Name); kind != "" {
		in.Note(source.Span{}, "not judged: its name is that of a configuration, and no %s stands at its top", kind)
	}
}

// MemberConfiguration is the configuration of a member that a text holds; nil where it holds none. A text within
// a file is read as one of its own, of which every character has its place.
func (in *Input) MemberConfiguration(name string, text source.Text) *hazelcast.Config {
	if text.Len() == 0 {
		return nil
	}
	f := text.Span().File
	if f == nil || !TextOf(f).Same(text) {
		f = source.Inner(name, text)
	}
	config := configurationOf(f)
	if config != nil {
		in.readBy([]source.Text{text})
	}
	return config
}

func configurationOf(f *source.File) *hazelcast.Config {
	if strings.HasPrefix(strings.TrimLeft(string(f.Data[:min(len(f.Data), 64)]), "\ufeff \t\r\n"), "<") {
		doc, err := xmldoc.Parse(f)
		if err != nil || doc.Root.Name != string(verdict.Member) {
			return nil
		}
		return xmlconfig.Of(doc)
	}
	documents, err := yamldoc.Parse(f)
	if err != nil || len(documents) != 1 {
		return nil
	}
	config, ok := documents[0].Root.Entry(string(verdict.Member))
	if !ok || config.Value.Kind() != yamldoc.Mapping {
		return nil
	}
	return &hazelcast.Config{Root: config.Value, Key: config.Key, Documents: []*yamldoc.Node{documents[0].Root}}
}

// resources finds the folder of a module in the path of one of its resources.
var resources = lazyregexp.New(`^(.*?/)?src/(?:main|test)/resources/`)

// AddConfiguration adds the member or the client that a file configures, and names the format of the file. How their
// JVM is started stands elsewhere.
func (in *Input) AddConfiguration(kind verdict.Kind, config *hazelcast.Config, ofMember, ofClient Format) {
	w := workload.New(string(kind), in.File, config.Key.Text())
	w.Known = workload.Nothing
	if !in.pinRelease(&w) {
		return
	}
	if kind == verdict.Member {
		in.Format, w.IsMember, w.Hazelcast = ofMember, true, config
	} else {
		in.Format, w.HazelcastClient = ofClient, config
	}
	in.Workloads = append(in.Workloads, &w)
}

// pinRelease takes for the configuration of a member or a client the release of Hazelcast that the build of its
// module names: a pom.xml or a build.gradle that stands right above src. It reports false where that is none yet.
func (in *Input) pinRelease(w *workload.Workload) bool {
	name := path.Clean(in.File.Name)
	module := resources.FindStringSubmatchIndex(name)
	if module == nil || in.FileBeside == nil {
		return true
	}
	up := strings.Repeat("../", strings.Count(name[max(0, module[3]):], "/"))
	for _, build := range builds {
		if f := in.FileBeside(up + build.name); f != nil {
			pinned := build.pinned(f)
			if strings.HasSuffix(pinned, "-SNAPSHOT") && bytes.Contains(f.Data, []byte("<artifactId>hazelcast-root</")) {
				in.Note(in.File.Span(0, 0), "Hazelcast %s of %s is no release: the configuration is not judged", pinned, f.Name)
				return false
			}
			if v, known := hazelcast.ParseVersion(pinned); known {
				w.HazelcastVersion = v
				return true
			}
		}
	}
	return true
}

var builds = []struct {
	name   string
	pinned func(*source.File) string
}{{"pom.xml", pinnedByMaven}, {"build.gradle", pinnedByGradle}, {"build.gradle.kts", pinnedByGradle}}

//go:embed spring_boot.tsv
var springBootTSV string

// managedBySpringBoot is the Hazelcast of a release of Spring Boot; empty where that is not known.
func managedBySpringBoot(release string) string {
	for _, row := range jvmflag.TableRows(springBootTSV) {
		if strings.HasPrefix(release, row[0]+".") {
			return row[1]
		}
	}
	return ""
}

// pinnedByMaven is the release that a dependency of a pom.xml names, or that its Spring Boot manages; empty: none.
func pinnedByMaven(f *source.File) string {
	doc, err := xmldoc.Parse(f)
	if err != nil {
		return ""
	}
	properties, version, boot := map[string]string{}, "", ""
	filled := func(s string) string {
		if name, is := strings.CutPrefix(s, "${"); is {
			return properties[strings.TrimSuffix(name, "}")]
		}
		return s
	}
	var walk func(e *xmldoc.Element)
	walk = func(e *xmldoc.Element) {
		if e.Name == "properties" {
			for _, c := range e.Children {
				properties[c.Name] = strings.TrimSpace(c.Text.String())
			}
		}
		switch group := e.ValueOf("groupId"); {
		case group == "com.hazelcast" && e.Name == "parent" && e.ValueOf("artifactId") == "hazelcast-root": // its own repository
			version = e.ValueOf("version")
			properties["project.version"], properties["project.parent.version"] = version, version
		case group == "com.hazelcast" && e.Name == "dependency" && artifact.MatchString(e.ValueOf("artifactId")):
			version = cmp.Or(e.ValueOf("version"), version, "${hazelcast.version}")
		case group == "org.springframework.boot" && slices.Contains([]string{"spring-boot-starter-parent", "spring-boot-dependencies"}, e.ValueOf("artifactId")):
			boot = e.ValueOf("version")
		}
		for _, c := range e.Children {
			walk(c)
		}
	}
	walk(doc.Root)
	if release := filled(version); release != "" || version != "${hazelcast.version}" {
		return release
	}
	return managedBySpringBoot(filled(boot))
}

// artifact matches those that hold a member.
var artifact = lazyregexp.New(`^hazelcast(?:-all|-enterprise|-enterprise-all)?$`)

var gradleDependency = lazyregexp.New(`com\.hazelcast:hazelcast(?:-all|-enterprise|-enterprise-all)?(?::([\w.$\{}-]+)|["'])`)

var gradleBoot = lazyregexp.New(`org\.springframework\.boot["')]+\s+version\s*\(?["']([\d.]+)|spring-boot-(?:gradle-plugin|dependencies):([\d.]+)`)

// pinnedByGradle is the release that a dependency of a build of Gradle names itself, or by a variable of the file, or
// that its Spring Boot manages.
func pinnedByGradle(f *source.File) string {
	m := gradleDependency.FindSubmatch(f.Data)
	if m == nil {
		return ""
	}
	version := string(m[1])
	if version == "" {
		boot := gradleBoot.FindSubmatch(f.Data)
		if boot == nil || bytes.Contains(f.Data, []byte("hazelcast.version")) { // which may be another
			return ""
		}
		return managedBySpringBoot(string(boot[1]) + string(boot[2]))
	}
	if name := strings.Trim(version, "${}"); name != version && name != "" {
		set := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\s*=\s*["']([\d.]+)["']`)
		if m := set.FindSubmatch(f.Data); m != nil {
			return string(m[1])
		}
	}
	return version
}
