package main

import (
	"bytes"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// project is texts by their names.
type project map[string][]byte

// readProjects reads the files of each case of the project's own, and the folders
// of a corpus.
func readProjects(corpus string) ([]project, error) {
	var all []project
	err := filepath.WalkDir("../testdata", func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".txtar" {
			return err
		}
		archive, err := txtar.ParseFile(name)
		if err != nil {
			return err
		}
		p := project{}
		for _, f := range archive.Files {
			if filepath.IsLocal(f.Name) {
				p[f.Name] = f.Data
			}
		}
		all = append(all, p)
		return nil
	})
	if err != nil || corpus == "" {
		return all, err
	}
	folders, err := os.ReadDir(corpus)
	for _, folder := range folders {
		if !folder.IsDir() {
			continue // the corpus's own lists
		}
		p := project{}
		root := filepath.Join(corpus, folder.Name())
		if err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			below, _ := filepath.Rel(root, name) // it is below
			p[below], err = os.ReadFile(name)
			return err
		}); err != nil {
			return nil, err
		}
		if len(p) > 0 {
			all = append(all, p)
		}
	}
	return all, err
}

// mutant writes a project, with or without mutations, below a folder.
func (a *attacker) mutant(folder string) error {
	p := a.projects[a.IntN(len(a.projects))]
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(p)) {
		text := p[name]
		if a.IntN(3) > 0 {
			for range 1 + a.IntN(4) {
				text = a.mutate(text)
			}
		}
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// extremes are what programs stumble over.
var extremes = []string{
	"1e-999999999", "1e999999999", "9223372036854775808", "-1", "0", "\x00", "\xef\xbb\xbf", "\u202e", "\u009b", "\r", "\t", "'", "\"", "\\", "`", "$(", "${", "{{", "}}",
	"&a ", "*a ", "<<: *a", "|", ">-", "#", "---\n", "...\n", "!!binary ", "-Xmx", "-XX:+", "-XX:Flags=/dev/zero", "@/dev/zero", "\xff\xfe", "[[[[[[[[", "{{{{{{{{", "- - - - ",
}

// mutate makes a small change of a text.
func (a *attacker) mutate(text []byte) []byte {
	text = bytes.Clone(text)
	if len(text) == 0 {
		return []byte(extremes[a.IntN(len(extremes))])
	}
	at := a.IntN(len(text))
	end := min(len(text), at+1+a.IntN(20))
	switch a.IntN(8) {
	case 0:
		text[at] ^= 1 << a.IntN(8)
		return text
	case 1:
		return append(text[:at], text[end:]...)
	case 2:
		return splice(text, at, at, extremes[a.IntN(len(extremes))])
	case 3:
		return splice(text, at, end, extremes[a.IntN(len(extremes))])
	case 4: // a part of another file
		other := a.projects[a.IntN(len(a.projects))]
		for _, name := range slices.Sorted(maps.Keys(other))[:min(1, len(other))] {
			part := other[name]
			from := a.IntN(len(part) + 1)
			return splice(text, at, at, string(part[from:min(len(part), from+200)]))
		}
		return text
	case 5: // the same again, many times
		return splice(text, at, at, strings.Repeat(string(text[at:end]), 1+a.IntN(300)))
	case 6:
		lines := bytes.SplitAfter(text, []byte("\n"))
		a.Shuffle(len(lines), func(i, j int) {
			if a.IntN(4) == 0 {
				lines[i], lines[j] = lines[j], lines[i]
			}
		})
		return bytes.Join(lines, nil)
	default:
		return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	}
}

func splice(text []byte, from, to int, with string) []byte {
	return append(append(append([]byte{}, text[:from]...), with...), text[to:]...)
}

// attacker makes one attack.
type attacker struct {
	*rand.Rand
	binary   string
	projects []project
	folder   string
}
