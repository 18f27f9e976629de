package workload

import (
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Container is what is described of the container that a JVM runs in.
type Container struct {
	Kubernetes bool     // of a pod; else of Compose, or of values that become one
	Folder     string   // that it starts in; empty where the image decides
	Mounts     []string // folders that outlive it
	Temporary  []string // folders in memory, which do not
	AllMounts  bool     // there are no others
	Published  []string // its ports that Docker passes on to the machine
	ReadOnly   bool     // its own file system is: only mounts can be written
	Unknown    []Field  // fields of it that Kubernetes does not know
}

// readOnlyRoot are the files of a container whose own file system is read-only.
type readOnlyRoot struct {
	jvmflag.Files
	container *Container
}

// Read gives what is known of a file.
func (f readOnlyRoot) Read(name string) (source.Text, error) {
	if f.Files == nil {
		return source.Text{}, errors.New("files are not looked at")
	}
	return f.Files.Read(name)
}

// Writable is nil for a file below a mount, and where nobody knows.
func (f readOnlyRoot) Writable(name string) error {
	if !path.IsAbs(name) || strings.HasPrefix(name, "/dev/") || !f.container.AllMounts || below(f.container.Mounts, path.Clean(name)) || below(f.container.Temporary, path.Clean(name)) {
		return nil
	}
	return jvmflag.ErrReadOnly
}

// RunTogether tells of JVMs that they run at the same time in one container. The first is what the container is for.
func RunTogether(all []*Workload) {
	for i, w := range all {
		w.Companions, w.Accompanies = slices.Concat(all[:i:i], all[i+1:]), i > 0
	}
}

// Field is a key where Kubernetes looks for no such one.
type Field struct {
	Key     source.Text
	Value   source.Text // where it is one of the environment
	Of      string      // container or resources
	Into    string      // where it is likely to belong: env, resources, limits or requests
	Options bool        // it is a variable of JVM options
}

// HasOptions reports whether options of a JVM stand where no field of them is.
func (c *Container) HasOptions() bool {
	return slices.ContainsFunc(c.Unknown, func(f Field) bool { return f.Options })
}

// Keeps reports whether a file outlives the container, as far as its folders are known.
func (c *Container) Keeps(file string) bool { return below(c.Mounts, file) }

func below(folders []string, file string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		folder = path.Clean(folder)
		return file == folder || strings.HasPrefix(file, strings.TrimSuffix(folder, "/")+"/")
	})
}
