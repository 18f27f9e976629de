package workload

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Container is what is described of the container that a JVM runs in.
type Container struct {
	Kubernetes bool     // of a pod; else of Compose, or of values that become one
	Folder     string   // that it starts in; empty where the image decides
	Mounts     []string // folders that outlive it
	AllMounts  bool     // there are no others
	Published  []string // its ports that Docker passes on to the machine
	Unknown    []Field  // fields of it that Kubernetes does not know
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
func (c *Container) Keeps(file string) bool {
	for _, m := range c.Mounts {
		m = path.Clean(m)
		if file == m || strings.HasPrefix(file, strings.TrimSuffix(m, "/")+"/") {
			return true
		}
	}
	return false
}
