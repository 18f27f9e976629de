package session

import (
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// identity tells a workload from all others that were read, also after its files were changed.
type identity struct {
	namesakes
	nth int // of its namesakes
}

// namesakes are workloads of one name in one file.
type namesakes struct {
	chart string // and the values that it is installed with; empty where it is none
	file  string
	name  string
}

// identities are those of all workloads that were read.
type identities struct {
	of    map[*workload.Workload]identity
	count map[namesakes]int
}

func identify(inputs []*project.Input) identities {
	all := identities{map[*workload.Workload]identity{}, map[namesakes]int{}}
	for _, in := range inputs {
		chart := ""
		if in.Chart != nil {
			chart = in.Chart.Path
			for _, f := range in.Release.Values {
				chart += "\n" + f.Name
			}
		}
		for _, w := range in.Workloads {
			group := namesakes{chart, w.File.Name, w.Name}
			all.of[w] = identity{group, all.count[group]}
			all.count[group]++
		}
	}
	return all
}
