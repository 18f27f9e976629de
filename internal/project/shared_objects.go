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
	shared, room := make([]reading.Objects, len(inputs)), mostMounted
	for i, in := range inputs {
		if in == nil || files[i].path == StdinName {
			continue
		}
		shared[i] = reading.Objects{}
		folder, seen := path.Dir(in.File.Name), map[*reading.Object]bool{}
		for _, r := range in.Lacks {
			named := folders[folder].Named(r)
			only := everywhere.Named(r)
			if len(named)+len(only) == 1 && only[0].Namespace == r.Namespace && isAround(path.Dir(only[0].File.Name), folder) {
				named = only
			}
			for _, o := range named {
				if !seen[o] {
					seen[o] = true
					if room -= o.Data.Span().Len(); room < 0 {
						beyond := *o
						beyond.Beyond = true
						o = &beyond
					}
					shared[i].Add(o)
				}
			}
		}
	}
	parallel.Each(len(inputs), func(i int) {
		if len(shared[i]) > 0 {
			if again, err := p.readOne(&files[i], shared[i]); err == nil {
				inputs[i] = again
			}
		}
	})
}

// mostMounted bounds the bytes of objects that files read of others: each may mount all of them.
const mostMounted = 16 << 20

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
