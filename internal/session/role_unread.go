package session

import (
	"bytes"
	"path/filepath"
	"slices"
	"unicode"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// doubtRoleVariables lowers the evidence of options in a variable that a role of Ansible gives
// itself, where nothing in the tree names it.
func (s *Session) doubtRoleVariables(files []found, inputs []*input.Input) {
	unnamed := map[string][]*workload.Workload{}
	in := map[*workload.Workload]string{}
	for _, i := range inputs {
		role, folder, is := reading.RoleOf(i.File.Name)
		if !is || folder != "defaults" && folder != "vars" || !slices.ContainsFunc(files, func(f found) bool { return f.root != "" && actsIn(f, role) }) {
			continue
		}
		for _, w := range i.Workloads {
			if w.Name == w.At.String() && w.Evidence() == jvmflag.ByConvention {
				unnamed[w.Name], in[w] = append(unnamed[w.Name], w), i.File.Name
			}
		}
	}
	for _, f := range files {
		if len(unnamed) == 0 {
			return
		}
		file, err := s.one(f.path, readFound)
		if err != nil || f.chart {
			continue
		}
		for name, times := range wordsIn(file.Data, unnamed) {
			set := 0 // by the file itself
			if in[unnamed[name][0]] == file.Name {
				set = 1
			}
			if times > set {
				delete(unnamed, name)
			}
		}
	}
	for name, of := range unnamed {
		for _, w := range of {
			for i := range w.Options {
				w.Options[i].Evidence = jvmflag.LooksLike
			}
			w.Doubt = "nothing here names the role's variable " + name
		}
	}
}

// actsIn reports whether a file is one of the tasks or templates of a role.
func actsIn(f found, role string) bool {
	of, folder, is := reading.RoleOf(filepath.ToSlash(filepath.Clean(f.path)))
	return is && of == role && (folder == "tasks" || folder == "templates")
}

// wordsIn is how often each of some names stands in a text by itself.
func wordsIn[T any](data []byte, names map[string]T) map[string]int {
	times := map[string]int{}
	for word := range bytes.FieldsFuncSeq(data, func(r rune) bool { return r > unicode.MaxASCII || !isWord(byte(r)) }) {
		if _, of := names[string(word)]; of {
			times[string(word)]++
		}
	}
	return times
}

func isWord(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z'
}
