package rules

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/xmlschema"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// asXML writes a configuration of YAML as XML; false where that takes more than
// this knows of.
type asXML struct {
	strings.Builder
	failed bool
}

func (x *asXML) element(name, attributes string, n *yamldoc.Node, t *xmlschema.Type) {
	switch {
	case n.Kind() == yamldoc.Scalar && !n.IsNull():
		value := n.Value()
		if strings.EqualFold(value, "true") || strings.EqualFold(value, "false") {
			value = strings.ToLower(value) // which XML knows in small letters alone
		}
		x.WriteString("<" + name + attributes + ">" + xmldoc.Escape(value) + "</" + name + ">\n")
		return
	case n.Kind() != yamldoc.Mapping || len(n.Duplicates()) > 0:
		x.failed = true
		return
	}
	inner := &asXML{}
	for _, e := range n.Pairs() {
		key, value := e.Key.Value(), e.Value
		child := t.Child(key)
		switch {
		case e.Key.Tag() != "!!str":
			x.failed = true
		case name == "properties" && value.Kind() == yamldoc.Scalar:
			inner.WriteString(`<property name="` + xmldoc.Escape(key) + `">` + xmldoc.Escape(value.Value()) + "</property>\n")
		case name == "merge-policy" && key == "class-name":
			inner.WriteString(xmldoc.Escape(value.Value()))
		case value.Kind() == yamldoc.Scalar && t.HasAttribute(key):
			attributes += " " + key + `="` + xmldoc.Escape(value.Value()) + `"`
		case name == "hazelcast" && child.HasAttribute("name") && value.Kind() == yamldoc.Mapping:
			for _, each := range value.Pairs() {
				x.failed = x.failed || each.Key.Tag() != "!!str"
				inner.element(key, ` name="`+xmldoc.Escape(each.Key.Value())+`"`, each.Value, child)
			}
		default:
			inner.element(key, "", value, child)
		}
	}
	x.failed = x.failed || inner.failed
	x.WriteString("<" + name + attributes + ">" + inner.String() + "</" + name + ">\n")
}

// said is what rules say of a file: of what is refused that it is, as members
// say it of each notation in other words.
func said(t *testing.T, name, content, release string) []string {
	in := input.Read(source.NewFile(name, []byte(content)))
	require.Empty(t, in.Problems, content)
	if v, ok := hazelcast.ParseVersion(release); ok {
		for _, w := range in.Workloads {
			w.HazelcastVersion = v
		}
	}
	result, err := lint.Check(in.Workloads, All())
	require.NoError(t, err)
	var all []string
	for _, f := range result.Findings {
		what := f.Rule.ID
		if what == "hazelcast-refused-in-use" && strings.Contains(f.Message, "near cache") {
			what = "hazelcast-schema" // that of XML refuses it
		}
		if what != "hazelcast-schema" {
			what += ": " + f.Message
		}
		if !slices.Contains(all, what) {
			all = append(all, what)
		}
	}
	slices.Sort(all)
	return all
}

// What stands in YAML and the same in XML get the same findings.
func TestXMLAsYAML(t *testing.T) {
	cases, err := filepath.Glob("../testdata/rules/hazelcast-*/*.txtar")
	require.NoError(t, err)
	compared := 0
	for _, path := range cases {
		archive, err := txtar.ParseFile(path)
		require.NoError(t, err)
		for _, f := range archive.Files {
			if !strings.HasSuffix(f.Name, ".yaml") || strings.Contains(string(f.Data), "\t") {
				continue
			}
			docs, err := yamldoc.Parse(source.NewFile(f.Name, f.Data))
			if err != nil || len(docs) != 1 || len(docs[0].Root.Pairs()) != 1 || docs[0].Root.Get("hazelcast").Kind() != yamldoc.Mapping || docs[0].Root.Get("hazelcast", "yaml") != nil {
				continue
			}
			x := &asXML{}
			x.element("hazelcast", ` xmlns="http://www.hazelcast.com/schema/config"`, docs[0].Root.Get("hazelcast"), xmlschema.For(hazelcast.Version{Major: 5, Minor: 7}).Roots["hazelcast"])
			if x.failed {
				continue
			}
			t.Run(filepath.Base(filepath.Dir(path))+"/"+filepath.Base(path), func(t *testing.T) {
				release := ""
				if _, rest, has := strings.Cut(string(archive.Comment), "--hazelcast "); has {
					release, _, _ = strings.Cut(rest, " ")
				}
				want := said(t, f.Name, string(f.Data), release)
				if slices.ContainsFunc(want, func(s string) bool { return strings.HasPrefix(s, "hazelcast-boolean") }) {
					t.Skip("of YAML alone")
				}
				compared++
				assert.Equal(t, want, said(t, "hazelcast.xml", x.String(), release), x.String())
			})
		}
	}
	assert.Greater(t, compared, 30)
}
