package session

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// variablesOf tells which variables of a role of Ansible other files may set: any file of
// YAML but the defaults of roles and the vars of that one, or an inventory. It reads them
// when somebody asks first. Where files are named alone nobody knows what stands in others.
func (s *Session) variablesOf(files []found) func(role, name string) bool {
	searched := slices.ContainsFunc(files, func(f found) bool { return f.root != "" })
	by := sync.OnceValue(func() map[string][]string {
		all := map[string][]string{}
		for _, f := range files {
			at := filepath.ToSlash(f.path)
			if f.chart || defaultsOfRole.MatchString(at) || !ofVariables.MatchString(at) {
				continue
			}
			file, err := s.one(f.path, readFound)
			if err != nil {
				continue
			}
			for _, m := range variableSet.FindAllStringSubmatch(string(file.Data), -1) {
				name := m[1] + m[2]
				if of := all[name]; !slices.Contains(of, at) {
					all[name] = append(of, at)
				}
			}
		}
		return all
	})
	return func(role, name string) bool {
		return !searched || slices.ContainsFunc(by()[name], func(at string) bool {
			return !strings.HasPrefix(at, path.Join(role, "vars/main.y"))
		})
	}
}

var (
	defaultsOfRole = lazyregexp.New(`(?:^|/)defaults/main\.ya?ml$`)
	ofVariables    = lazyregexp.New(`\.(?:ya?ml|ini|cfg|json)$|(?:^|/)(?:group_vars|host_vars|inventor(?:y|ies))/|(?:^|/)(?:hosts|inventory)$`)
	variableSet    = lazyregexp.New(`(?:^|[\s{,"'-])(?:(?:register|loop_var|index_var)["']?\s*[:=]\s*["']?([A-Za-z_]\w*)|([A-Za-z_]\w*)["']?\s*[:=])`)
)
