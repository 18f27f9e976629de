package session

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input"
)

// leaveServices takes back that a service which a role of Ansible starts is not judged,
// where the role starts no other and a file of it says how: a unit of its name, or options.
func leaveServices(inputs []*input.Input) {
	services, roles := map[string][]string{}, map[string][]*input.Input{}
	for _, in := range inputs {
		role, of := roleOf(in.File.Name)
		if !of {
			continue
		}
		roles[role] = append(roles[role], in)
		for _, u := range in.Unjudged {
			if u.Service != "" && !slices.Contains(services[role], u.Service) {
				services[role] = append(services[role], u.Service)
			}
		}
	}
	for role, started := range services {
		if len(started) > 1 || !slices.ContainsFunc(roles[role], func(in *input.Input) bool { return saysHow(in, started[0]) }) {
			continue
		}
		for _, in := range roles[role] {
			for _, u := range slices.Clone(in.Unjudged) {
				if u.Service != "" {
					in.Forget(u)
				}
			}
		}
	}
}

// saysHow reports whether a file has a JVM that is judged, or is named for the service.
func saysHow(in *input.Input, service string) bool {
	otherwise := slices.ContainsFunc(in.Unjudged, func(u input.Unjudged) bool { return u.Service == "" })
	return len(in.Workloads) > 0 || otherwise && strings.HasPrefix(path.Base(in.File.Name), service+".")
}

// roleOf is the folder of the role that a file belongs to.
//
//	https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_reuse_roles.html#role-directory-structure
func roleOf(name string) (role string, is bool) {
	parts := strings.Split(name, "/")
	for i := len(parts) - 2; i > 0; i-- {
		if slices.Contains([]string{"tasks", "handlers", "templates", "files", "defaults", "vars"}, parts[i]) {
			return strings.Join(parts[:i], "/"), true
		}
	}
	return "", false
}
