package changes

import "strings"

// entry is a file as git has it: its mode and its id, and the name that it has
// there.
type entry struct{ mode, id, name string }

// regular reports whether it is a file, and no link or nothing.
func (e entry) regular() bool { return strings.HasPrefix(e.mode, "100") }

// entries reads git ls-files --stage -z, by name. In a conflict the last of a
// file counts.
func entries(out string) map[string]entry {
	all := map[string]entry{}
	for record := range strings.SplitSeq(out, "\x00") {
		about, name, found := strings.Cut(record, "\t")
		if fields := strings.Fields(about); found && len(fields) == 3 {
			all[name] = entry{fields[0], fields[1], name}
		}
	}
	return all
}

// states reads git diff-index --raw -z: what the files that a change touches were
// before, by the names that they have now.
func states(out string) map[string]entry {
	all := map[string]entry{}
	fields := strings.Split(out, "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		about := strings.Fields(strings.TrimPrefix(fields[i], ":")) // two modes, two ids, a letter
		if len(about) != 5 {
			break
		}
		e := entry{about[0], about[2], fields[i+1]}
		if strings.IndexByte("RC", about[4][0]) >= 0 && i+2 < len(fields) {
			i++
		}
		all[fields[i+1]] = e
	}
	return all
}
