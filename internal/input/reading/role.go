package reading

import (
	"slices"
	"strings"
)

// RoleOf is the folder of the role of Ansible that a file belongs to, and the one in it.
//
//	https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_reuse_roles.html#role-directory-structure
func RoleOf(name string) (role, folder string, is bool) {
	parts := strings.Split(name, "/")
	for i := len(parts) - 2; i >= 0; i-- {
		if slices.Contains([]string{"tasks", "handlers", "templates", "files", "defaults", "vars"}, parts[i]) {
			return strings.Join(parts[:i], "/"), parts[i], true
		}
	}
	return "", "", false
}
