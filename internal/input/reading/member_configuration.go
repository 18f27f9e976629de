package reading

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/verdict"
	"github.com/jvmlint/jvmlint/internal/hazelcast/xmlconfig"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
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
