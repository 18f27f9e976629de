package session

import (
	"bytes"
	"iter"
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
			for name := range variablesSet(file.Data) {
				if of := all[name]; len(of) == 0 || of[len(of)-1] != at {
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
)

// variablesSet are the names that a text sets: as a key, before an equals sign, and behind
// register, loop_var and index_var.
func variablesSet(data []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i, b := range data {
			if b != ':' && b != '=' {
				continue
			}
			before := bytes.TrimRight(data[max(0, i-longestName):i], " \t\r\n")
			before = bytes.TrimRight(before, `"'`)
			from := len(before)
			for from > 0 && isWord(before[from-1]) {
				from--
			}
			name := string(before[from:])
			if name == "register" || name == "loop_var" || name == "index_var" {
				rest := bytes.TrimLeft(data[i+1:min(len(data), i+longestName)], " \t\r\n\"'")
				end := 0
				for end < len(rest) && isWord(rest[end]) {
					end++
				}
				name = string(rest[:end])
			}
			if name != "" && !yield(name) {
				return
			}
		}
	}
}

// longestName is how long a variable's name may be with what stands around it, in bytes.
const longestName = 200
