package session

import (
	"path"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// shareObjects reads manifests again that refer to a ConfigMap or a Secret in
// another file of their folder, with what these hold.
func (s *Session) shareObjects(files []found, inputs []*input.Input) {
	folders := map[string]reading.Objects{}
	for _, in := range inputs {
		if in == nil {
			continue
		}
		for _, all := range in.Objects {
			for _, o := range all {
				folder := path.Dir(in.File.Name)
				if folders[folder] == nil {
					folders[folder] = reading.Objects{}
				}
				folders[folder].Add(o)
			}
		}
	}
	parallel.Each(len(inputs), func(i int) {
		in := inputs[i]
		if in == nil || files[i].path == StdinName {
			return
		}
		all := folders[path.Dir(in.File.Name)]
		if slices.ContainsFunc(in.Lacks, func(r reading.Reference) bool { return len(all.Named(r)) > 0 }) {
			if again, err := s.readOne(files[i], all); err == nil {
				inputs[i] = again
			}
		}
	})
}

// shareReleases tells configurations of Hazelcast in YAML, which name no release,
// the one whose schema those in XML of their folder name, where they agree.
func shareReleases(inputs []*input.Input) {
	folders := map[string]string{}
	each := func(do func(folder string, w *workload.Workload)) {
		for _, in := range inputs {
			for _, w := range in.Workloads {
				if w.Hazelcast != nil || w.HazelcastClient != nil {
					do(path.Dir(in.File.Name), w)
				}
			}
		}
	}
	each(func(folder string, w *workload.Workload) {
		for _, c := range []*hazelcast.Config{w.Hazelcast, w.HazelcastClient} {
			release, _ := c.SchemaRelease()
			if other, named := folders[folder]; named && release != "" && other != release {
				release = severalReleases
			}
			if release != "" {
				folders[folder] = release
			}
		}
	})
	each(func(folder string, w *workload.Workload) { w.Beside = folders[folder] })
}

// severalReleases stands for those of a folder that do not agree: it is none.
const severalReleases = "several"

// newestObjects are those that an input was read with, of the files as they are.
func newestObjects(in *input.Input, newest func(*source.File) *source.File) reading.Objects {
	if len(in.Shares) == 0 {
		return in.Shared
	}
	all := reading.Objects{}
	for _, file := range in.Shares {
		for _, same := range input.ReadWith(newest(file), in.Options).Objects {
			for _, o := range same {
				all.Add(o)
			}
		}
	}
	return all
}

// forgetTaken drops notes of images that variables hold, where what takes their values
// names the images too.
func forgetTaken(inputs []*input.Input) {
	by := map[*source.File]*input.Input{}
	for _, in := range inputs {
		by[in.File] = in
	}
	for _, in := range inputs {
		if len(in.Shares) == 0 {
			continue
		}
		var named []source.Text
		for _, u := range in.Unjudged {
			named = append(named, u.Written)
		}
		for _, w := range in.Workloads {
			named = append(named, w.Image.Written())
		}
		for _, name := range named {
			for _, piece := range name.Pieces() {
				if of := by[piece.Span().File]; of != nil && of != in {
					of.UnlessRendered = slices.DeleteFunc(of.UnlessRendered, func(p *source.Problem) bool { return p.Span.Overlaps(piece.Span()) })
				}
			}
		}
	}
}

// withoutBeside drops what was read of files that were read with others, which
// say more of the JVM. The services of a Compose file run whoever extends them.
func withoutBeside(inputs []*input.Input) {
	taken, told := map[string]bool{}, map[string]map[source.Place]bool{}
	for _, in := range inputs {
		for _, f := range in.ReadWith {
			taken[f.Name] = taken[f.Name] || in.Kustomized == nil || !in.Kustomized.Takes(f)
		}
		for _, f := range in.Shares {
			if told[f.Name] == nil {
				told[f.Name] = map[source.Place]bool{}
			}
			for _, w := range in.Workloads {
				for _, o := range w.Options {
					told[f.Name][o.Text.Written().Place()] = true
				}
			}
		}
	}
	for _, in := range inputs {
		if taken[in.File.Name] && in.Format != kube.ComposeFile {
			in.Workloads = nil
		}
		if all := told[in.File.Name]; all != nil {
			before := len(in.Workloads)
			in.Workloads = slices.DeleteFunc(in.Workloads, func(w *workload.Workload) bool {
				return len(w.Options) > 0 && !slices.ContainsFunc(w.Options, func(o jvmflag.Option) bool { return !all[o.Text.Written().Place()] })
			})
			in.Told = in.Told || len(in.Workloads) < before
		}
	}
}
