package reading

import (
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/workload"
)

// Copied is what a Dockerfile copies into its image from the folder of the build.
type Copied struct {
	From string // a file, a folder or a pattern of names
	To   string // a path in the image
	Into bool   // To is a folder
}

// Source is the file of the build's folder that stands at a path of the image. It
// reports false where this did not bring one there.
func (c Copied) Source(at string) (from string, copied bool) {
	base := path.Base(c.From)
	pattern := strings.ContainsAny(c.From, "*?[")
	if pattern || c.Into {
		if same, _ := path.Match(base, path.Base(at)); same && path.Dir(at) == c.To {
			return path.Join(path.Dir(c.From), path.Base(at)), true
		}
	}
	below, within := strings.CutPrefix(at, strings.TrimSuffix(c.To, "/")+"/")
	switch {
	case pattern:
	case at == c.To:
		return c.From, true
	case within:
		return path.Join(c.From, below), true
	case c.To == "" && !path.IsAbs(at): // the folder in which the image works is not known
		return path.Join(c.From, at), true
	}
	return "", false
}

// BuiltImage is an image that a Dockerfile builds, or that a service of Compose runs, and
// the files and folders beside it that are copied or mounted there, by their paths in the
// folder of the build.
type BuiltImage struct {
	JDK    workload.JDK
	Doubt  string // why no JVM on it is judged; empty where nothing keeps it from that
	Files  []string
	Starts []func(variable string) (reads bool) // of each java that its stages start themselves; none where one starts anything else
	NoJVM  bool                                 // it runs none, as far as its image and its command tell

	Container *workload.Workload // that mounts the files: its image and limits; nil where an image has them

	Scripts []string // of the files, those that may be the program that it starts
	Unread  Unjudged // the note that nothing says what that starts
}

// RunOn takes for the JVMs of a file the JDK of the images that the file is copied
// into, where it says nothing of one itself.
func (in *Input) RunOn(jdk workload.JDK) {
	in.Options.JDK = jdk
	in.runOnImage()
}

// RunIn takes for the JVMs of a file what is known of the one container that mounts it.
func (in *Input) RunIn(container *workload.Workload) {
	for _, w := range in.Workloads {
		if w.Container == nil && w.Image.Len() == 0 {
			w.Container, w.Image, w.Memory, w.CPUs = container.Container, container.Image, container.Memory, container.CPUs
			w.Limited, w.LimitKey, w.Plain = container.Limited, container.LimitKey, container.Plain
		}
	}
}

// NotJudgedOn leaves the JVMs of a file unjudged that is copied into an image, for what
// is known of that.
func (in *Input) NotJudgedOn(why string) {
	for _, w := range in.Workloads {
		if w.Image.Len() == 0 {
			w.Doubt, w.Known = in.NotJudged(placeOf(w), "%s", why), workload.Nothing
			w.Options, w.Variables = nil, nil
		}
	}
}

func (in *Input) runOnImage() {
	if len(in.Options.JDK.Candidates) == 0 {
		return
	}
	for _, w := range in.Workloads {
		if w.JDK.Open && w.Image.Len() == 0 {
			w.JDK = in.Options.JDK
		}
	}
}
