package session

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// leaveServices takes back that a service of a role of Ansible is not judged, where the role
// has no other and options of it are judged; and of what remains what is told twice: by a
// handler and a task, by a task and a unit or what else the role has for it.
func leaveServices(inputs []*input.Input) {
	roles := map[string][]*input.Input{}
	for _, in := range inputs {
		if role, _, of := reading.RoleOf(in.File.Name); of {
			roles[role] = append(roles[role], in)
		}
	}
	for _, files := range roles {
		told := map[string]int{} // the most that a file of the role tells of a service
		judged, tasks := false, false
		for _, in := range files {
			judged = judged || in.Format != input.KubernetesManifest && in.Format != input.ComposeFile && slices.ContainsFunc(in.Workloads, func(w *workload.Workload) bool {
				return in.Format != input.OptionsText || slices.ContainsFunc(w.Options, sizesOrTunes) // else a script may only run a tool
			})
			tasks = tasks || tellingOf(in) < byUnit
			for _, u := range in.Unjudged {
				if u.Service != "" {
					told[u.Service] = max(told[u.Service], tellingOf(in))
				}
			}
		}
		if !tasks { // no role, though it has such folders
			continue
		}
		for service := range told {
			if slices.ContainsFunc(files, func(in *input.Input) bool { return startsBeside(in, service) }) {
				told[service] = byUnit + 1
			}
		}
		for _, in := range files {
			for _, u := range slices.Clone(in.Unjudged) {
				if u.Service != "" && (judged && len(told) == 1 || tellingOf(in) < told[u.Service]) {
					in.Forget(u)
				}
			}
		}
	}
}

func sizesOrTunes(o jvmflag.Option) bool { return strings.HasPrefix(o.String(), "-X") }

// What a file of a role tells of a service, by the folder that it stands in.
const (
	byHandler = iota
	byTask
	byUnit
)

func tellingOf(in *input.Input) int {
	switch _, folder, _ := reading.RoleOf(in.File.Name); folder {
	case "handlers":
		return byHandler
	case "tasks":
		return byTask
	}
	return byUnit
}

// startsBeside reports whether a file that is named for a service says what starts its JVM.
func startsBeside(in *input.Input, service string) bool {
	return strings.HasPrefix(path.Base(in.File.Name), service+".") && slices.ContainsFunc(in.Unjudged, func(u input.Unjudged) bool { return u.Service == "" })
}
