package session

import (
	"path"
	"slices"

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
