package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// row is a property as one jar knows it.
type row struct {
	name, kind, standard, unit, parent, deprecated, refused string
	reads                                                   []string // how the code reads it
}

func parse(out string) ([]row, error) {
	var rows []row
	for _, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\n") {
		f := strings.Split(line, "\t")
		if len(f) != 8 {
			return nil, fmt.Errorf("%d fields, not 8: %q", len(f), line)
		}
		r := row{name: f[0], kind: f[1], standard: f[2], unit: f[3], parent: f[4], deprecated: f[5], refused: f[6]}
		if f[7] != "" {
			r.reads = strings.Split(f[7], ",")
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// columns are what the table says of a property besides its name and its
// releases.
func (r row) columns() string {
	kind := r.kind
	switch {
	case kind != "" && r.system() > 0:
		kind += "+system"
	case kind == "" && r.system() > 0 && r.system() == len(r.reads):
		kind = "system"
	case kind == "":
		kind = "mentioned"
	}
	return strings.Join([]string{kind, r.standard, strings.ToLower(r.unit), r.valueType(), r.parent, r.deprecated, r.refused}, "\t")
}

// system counts the ways in which it is read from the system properties alone.
func (r row) system() int {
	n := 0
	for _, read := range r.reads {
		if strings.HasPrefix(read, "system:") {
			n++
		}
	}
	return n
}

// valueType is what the code reads the value as; empty where it reads it in
// several ways, or in none that is seen.
func (r row) valueType() string {
	var types []string
	for _, read := range r.reads {
		switch read = strings.TrimPrefix(read, "system:"); read {
		case "int", "long":
			read = "integer"
		case "float", "double":
			read = "number"
		}
		if !slices.Contains(types, read) {
			types = append(types, read)
		}
	}
	if len(types) != 1 || types[0] == "name" {
		return ""
	}
	return types[0]
}

// write lists properties by name; one that differs between releases has a line
// for each stretch of them.
func write(all [][]row) []byte {
	of := map[string][]string{} // columns by release
	for i, rows := range all {
		for _, r := range rows {
			if of[r.name] == nil {
				of[r.name] = make([]string, len(all))
			}
			of[r.name][i] = r.columns()
		}
	}
	names := make([]string, 0, len(of))
	for name := range of {
		names = append(names, name)
	}
	slices.Sort(names)
	var text bytes.Buffer
	text.WriteString("# Written by lab/hazelcastproperties: do not edit.\n")
	text.WriteString("# name\tsince\tlast\tkind\tdefault\tunit\ttype\tparent\tdeprecated name\trefused\n")
	for _, name := range names {
		columns := of[name]
		for i := 0; i < len(columns); {
			last := i
			for last+1 < len(columns) && columns[last+1] == columns[i] {
				last++
			}
			if columns[i] != "" {
				fmt.Fprintf(&text, "%s\t%s\t%s\t%s\n", name, minor(releases[i]), minor(releases[last]), columns[i])
			}
			i = last + 1
		}
	}
	return text.Bytes()
}

func minor(release string) string { return release[:strings.LastIndexByte(release, '.')] }
