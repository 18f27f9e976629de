package wiring

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What SECURITY.md promises of all that is linked into the program.

// linkedPackage is a package of the program, as go list tells.
type linkedPackage struct {
	ImportPath, Dir  string
	GoFiles, Imports []string
	Standard         bool
}

func linkedPackages(t *testing.T) (all []linkedPackage) {
	c := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,GoFiles,Imports,Standard", "./cmd/jvmlint")
	c.Dir = root(t)
	out, err := c.Output()
	require.NoError(t, err)
	for listed := json.NewDecoder(bytes.NewReader(out)); ; {
		var p linkedPackage
		if err := listed.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else {
			require.NoError(t, err)
		}
		all = append(all, p)
	}
}

// addresses are what the package net has to parse and print them.
var addresses = []string{"IP", "IPMask", "IPNet", "IPv4Mask", "ParseCIDR", "ParseIP"}

// TestNoNetwork holds that the program has none of Go's clients and servers, and
// tells what libraries take from the package net but addresses.
func TestNoNetwork(t *testing.T) {
	reach := map[string][]string{}
	for _, p := range linkedPackages(t) {
		assert.NotContains(t, []string{"net/http", "net/rpc", "net/smtp", "crypto/tls", "log/syslog", "plugin"}, p.ImportPath)
		if p.Standard || !slices.Contains(p.Imports, "net") {
			continue
		}
		if names := namesOf(t, "net", p); len(names) > 0 {
			reach[p.ImportPath] = names
		}
	}
	assert.Equal(t, map[string][]string{
		"github.com/Masterminds/sprig/v3": {"LookupHost"},              // getHostByName, for which charts get another
		"github.com/google/uuid":          {"Interface", "Interfaces"}, // the machine's own, for UUIDs that nobody asks for
	}, reach)
}

// namesOf are what a package uses of one that it imports by its own name, but
// for addresses.
func namesOf(t *testing.T, imported string, p linkedPackage) (names []string) {
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if of, ok := s.X.(*ast.Ident); ok && of.Name == imported && !slices.Contains(addresses, s.Sel.Name) {
					names = append(names, s.Sel.Name)
				}
			}
			return true
		})
	}
	slices.Sort(names)
	return slices.Compact(names)
}
