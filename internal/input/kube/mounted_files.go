package kube

import (
	"cmp"
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// mountedFile is an entry of a ConfigMap or of a Secret that a container finds as a file.
type mountedFile struct {
	path  string
	entry yamldoc.Entry
}

// mountedFiles are those of the volumes whose ConfigMaps and Secrets stand in the same file.
// https://kubernetes.io/docs/reference/kubernetes-api/config-and-storage-resources/volume/
func (m *manifests) mountedFiles(container *yamldoc.Node) []mountedFile {
	var all []mountedFile
	pod := container.Parent().Parent()
	for _, mount := range container.Get("volumeMounts").Items() {
		at, below := mount.Get("mountPath").Value(), mount.Get("subPath").Value()
		volumes := pod.Get("volumes").Items()
		if !m.take(len(volumes), container) {
			break
		}
		for _, volume := range volumes {
			if volume.Get("name").Value() != mount.Get("name").Value() {
				continue
			}
			files := m.filesOf(volume)
			if !m.take(len(files), container) {
				break
			}
			for _, f := range files {
				switch {
				case below == "":
					f.path = path.Join(at, f.path)
				case path.Clean(below) == f.path:
					f.path = path.Clean(at)
				case strings.HasPrefix(f.path, path.Clean(below)+"/"):
					f.path = path.Join(at, strings.TrimPrefix(f.path, path.Clean(below)))
				default:
					continue
				}
				all = append(all, f)
			}
		}
	}
	return all
}

// textsOf are mounted files by their paths.
func textsOf(files []mountedFile) reading.ContainerFiles {
	return func(name string) (source.Text, bool) {
		f, found := lists.First(files, func(f mountedFile) bool {
			return f.path == name && f.entry.Value.Kind() == yamldoc.Scalar
		})
		return f.entry.Value.Text(), found
	}
}

// filesOf are the files of a volume, by their paths in it.
func (m *manifests) filesOf(volume *yamldoc.Node) []mountedFile {
	sources := []*yamldoc.Node{volume}
	if projected := volume.Get("projected", "sources"); projected != nil {
		sources = projected.Items()
	}
	var all []mountedFile
	for _, s := range sources {
		configMap, secret := s.Get("configMap"), s.Get("secret")
		o := m.referTo("ConfigMap", configMap.Get("name"))
		switch {
		case o == nil || o.File == m.File || m.others[o]:
		case o.Beyond:
			m.Note(configMap.Span(), "the files of ConfigMap %s are not read with this container: too much is mounted from other files", o.Name)
			continue
		default:
			m.others[o] = true
			m.readEntries(o.Data, o.Name)
		}
		all = append(all, filesFrom(o, configMap.Get("items"))...)
		all = append(all, filesFrom(m.referTo("Secret", cmp.Or(secret.Get("secretName"), secret.Get("name"))), secret.Get("items"))...)
	}
	return all
}

// filesFrom are all entries, or those that items name, under the paths that they give them.
func filesFrom(o *reading.Object, items *yamldoc.Node) []mountedFile {
	if o == nil {
		return nil
	}
	data := o.Data
	if items == nil {
		return lists.Of(data.Entries(), func(e yamldoc.Entry) mountedFile { return mountedFile{e.Key.Value(), e} })
	}
	return lists.Found(items.Items(), func(i *yamldoc.Node) (mountedFile, bool) {
		e, is := data.Entry(i.Get("key").Value())
		return mountedFile{path.Clean(i.Get("path").Value()), e}, is
	})
}

// mountedConfiguration is the Hazelcast configuration that a container gets from a ConfigMap of the same file: YAML
// within YAML, whose every character still has its place. Where the file is named, only that one counts.
func (m *manifests) mountedConfiguration(files []mountedFile, options []jvmflag.Option, env *reading.Environment) *hazelcast.Config {
	named := reading.ConfigurationPath(options, env)
	for _, f := range files {
		switch {
		case named == "" && !reading.IsConfigurationName(f.path):
			continue
		case reading.HasPlaceholder(named) && path.Base(f.path) != path.Base(named), named != "" && !reading.HasPlaceholder(named) && f.path != path.Clean(named):
			continue
		}
		if c := m.MemberConfiguration(m.File.Name+": "+f.entry.Key.Value(), f.entry.Value.Text()); c != nil {
			m.embed(f.entry.Value, innerRemarks)
			return c
		}
	}
	return nil
}
