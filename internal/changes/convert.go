package changes

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// conversion is what git makes of the bytes of a file when it takes them in.
type conversion struct {
	lineEnds bool // CRLF becomes LF
	foreign  bool // a program makes something else of them, or another encoding does
}

// of is the text that git would compare.
func (c conversion) of(data []byte) string {
	if c.lineEnds {
		return strings.ReplaceAll(string(data), "\r\n", "\n")
	}
	return string(data)
}

// conversions are those of files by their names from the root.
func (r *repository) conversions(names []string) (map[string]conversion, error) {
	auto, err := git(r.root, "config", "--get", "core.autocrlf")
	missing := err == errNothing
	if err != nil && !missing {
		return nil, err
	}
	switch auto = strings.ToLower(strings.TrimSpace(auto)); {
	case missing, auto == "false", auto == "no", auto == "off", auto == "0":
		auto = "-text"
	default:
		auto = "text=auto"
	}
	all := map[string]conversion{}
	for some := range slices.Chunk(names, several) {
		out, err := git(r.root, append([]string{"ls-files", "--eol", "-z", "--"}, some...)...)
		if err != nil {
			return nil, err
		}
		for record := range strings.SplitSeq(out, "\x00") {
			kinds, name, found := strings.Cut(record, "\t")
			if found {
				all[name] = conversion{lineEnds: joined(kinds, auto)}
			}
		}
	}
	out, err := gitReading(r.root, strings.Join(names, "\x00")+"\x00", "check-attr", "--stdin", "-z", "filter", "working-tree-encoding")
	fields := strings.Split(out, "\x00")
	for i := 0; err == nil && i+2 < len(fields); i += 3 { // name, attribute, value
		if v := fields[i+2]; v != "unspecified" && v != "unset" && v != "set" {
			c := all[fields[i]]
			c.foreign = true
			all[fields[i]] = c
		}
	}
	return all, err
}

// joined reports whether CRLF becomes LF in a file, by what git says of its line
// ends in the index, in the working tree and in its attributes. Without any, auto
// holds: the text is joined unless it is none, or has CRLF in the index too.
func joined(kinds, auto string) bool {
	fields := strings.Fields(kinds) // i/lf w/crlf attr/text=auto eol=lf
	if len(fields) < 3 {
		return false
	}
	attribute := strings.TrimPrefix(fields[2], "attr/")
	if attribute == "" {
		attribute = auto
	}
	crlf := func(kind string) bool { return kind == "crlf" || kind == "mixed" }
	switch attribute {
	case "text":
		return true
	case "text=auto":
		return crlf(strings.TrimPrefix(fields[1], "w/")) && !crlf(strings.TrimPrefix(fields[0], "i/"))
	}
	return false
}

// asStaged reports whether a file is as it was when git put it into its index, by
// its size and its time, as git itself looks first.
func (r *repository) asStaged(name string) bool {
	out, err := git(r.root, "ls-files", "--debug", "-z", "--", name)
	if err != nil {
		return false
	}
	info, err := os.Stat(filepath.Join(r.root, filepath.FromSlash(name)))
	if err != nil {
		return false
	}
	at := info.ModTime()
	return strings.Contains(out, fmt.Sprintf("\n  mtime: %d:%d\n", at.Unix(), at.Nanosecond())) &&
		strings.Contains(out, fmt.Sprintf("\n  size: %d\t", info.Size()))
}
