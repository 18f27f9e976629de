package project

import (
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/source"
)

// shareObjects reads manifests again that refer to a ConfigMap or a Secret in another file, with what these hold: one of
// their folder, or the only one of that name that stands in a folder around it, in the same namespace.
func (p *Project) shareObjects(files []found, inputs []*reading.Input) {
	folders, everywhere := map[string]reading.Objects{}, reading.Objects{}
	for _, in := range inputs {
		if in == nil {
			continue
		}
		folder := path.Dir(in.File.Name)
		if folders[folder] == nil {
			folders[folder] = reading.Objects{}
		}
		for _, all := range in.Objects {
			folders[folder].Add(all...)
			everywhere.Add(all...)
		}
	}
	parallel.Each(len(inputs), func(i int) {
		in := inputs[i]
		if in == nil || files[i].path == StdinName {
			return
		}
		all, folder := reading.Objects{}, path.Dir(in.File.Name)
		for _, r := range in.Lacks {
			named := folders[folder].Named(r)
			only := everywhere.Named(r)
			if len(named)+len(only) == 1 && only[0].Namespace == r.Namespace && isAround(path.Dir(only[0].File.Name), folder) {
				named = only
			}
			all.Add(named...)
		}
		if len(all) > 0 {
			if again, err := p.readOne(files[i], all); err == nil {
				inputs[i] = again
			}
		}
	})
}

func isAround(outer, folder string) bool { return outer == "." || strings.HasPrefix(folder, outer+"/") }

// objectsToday are those that an input was read with, of the files as they are.
func objectsToday(in *Input, newest func(*source.File) *source.File) reading.Objects {
	shared := in.Linked(reading.Shares)
	if len(shared) == 0 {
		return in.Shared
	}
	all := reading.Objects{}
	for _, file := range shared {
		for _, same := range input.ReadWith(newest(file), in.Options).Objects {
			all.Add(same...)
		}
	}
	return all
}
