package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// term is a licence or a notice, and the modules that it stands in.
type term struct {
	text    string
	modules []string // with their versions, sorted
}

// termFile is what files of terms are called, such as LICENSE.txt, NOTICE and
// COPYING.
var termFile = regexp.MustCompile(`(?i)^(licen[cs]es?|notices?|copying|copyright|unlicense|patents)([-.]\w+)*$`)

// termsOf are the terms that stand in the folders of packages and above them, up
// to that of their module, each once. It is an error if a package has none.
func termsOf(packages []pkg) ([]term, error) {
	modules := map[string][]string{} // by text
	var bare []string
	for _, p := range packages {
		name := p.Module.Path + " " + p.Module.Version
		texts, err := textsAbove(p.Dir, p.Module.Dir)
		if err != nil {
			return nil, err
		}
		if len(texts) == 0 {
			bare = append(bare, name)
		}
		for _, text := range texts {
			modules[text] = append(modules[text], name)
		}
	}
	if bare != nil {
		slices.Sort(bare)
		return nil, fmt.Errorf("no licence in %s", strings.Join(slices.Compact(bare), ", "))
	}
	var terms []term
	for text, of := range modules {
		slices.Sort(of)
		terms = append(terms, term{text, slices.Compact(of)})
	}
	slices.SortFunc(terms, func(a, b term) int {
		if order := slices.Compare(a.modules, b.modules); order != 0 {
			return order
		}
		return strings.Compare(a.text, b.text)
	})
	return terms, nil
}

// textsAbove are the terms in a folder and in those above it, up to the top one.
func textsAbove(dir, top string) (texts []string, err error) {
	for {
		files, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if file.IsDir() || !termFile.MatchString(file.Name()) || strings.HasSuffix(file.Name(), ".go") {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, file.Name()))
			if err != nil {
				return nil, err
			}
			texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
		}
		if dir == top {
			return texts, nil
		}
		if dir == filepath.Dir(dir) {
			return nil, errors.New(top + " is not above its package")
		}
		dir = filepath.Dir(dir)
	}
}

// page is what a person reads: the modules, and below them their terms.
func page(terms []term) string {
	var b strings.Builder
	b.WriteString("The program jvmlint contains the modules below, in these versions. Their terms stand below them.\n")
	for _, t := range terms {
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(t.modules, "\n"), t.text)
	}
	return b.String()
}
