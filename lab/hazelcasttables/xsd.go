package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
)

// olderXSDs are the jars that carry the schemas of XML of releases before 5: of 4 each minor release has its last
// patch, whose own schema takes more than later jars say.
var olderXSDs = []struct {
	jar                string
	major, first, last int
}{{"3.12.13", 3, 8, 12}, {"4.0.6", 4, 0, 0}, {"4.1.10", 4, 1, 1}, {"4.2.8", 4, 2, 2}}

// readXSDs reads the schemas of XML out of the jars of a folder: the newest carries those of all minor releases of 5.
func readXSDs(dir string, newest hazelcast.Version) ([]release, error) {
	var releases []release
	for _, o := range append(olderXSDs, struct {
		jar                string
		major, first, last int
	}{newest.String(), newest.Major, 0, newest.Minor}) {
		of, err := readXSDsOf(filepath.Join(dir, "hazelcast-"+o.jar+".jar"), o.major, o.first, o.last)
		if err != nil {
			return nil, err
		}
		releases = append(releases, of...)
	}
	return releases, nil
}

func readXSDsOf(jar string, major, first, last int) ([]release, error) {
	z, err := zip.OpenReader(jar)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", jar, err)
	}
	defer z.Close()
	names := map[string]string{"m": "hazelcast-config", "c": "hazelcast-client-config", "f": "hazelcast-client-failover-config"}
	if major == 3 { // whose clients have a jar of their own
		names = map[string]string{"m": "hazelcast-config"}
	}
	var releases []release
	for minor := first; minor <= last; minor++ {
		all := map[string]any{"roots": map[string]any{}, "types": map[string]any{}}
		for prefix, name := range names {
			file := fmt.Sprintf("%s-%d.%d.xsd", name, major, minor)
			f, err := z.Open(file)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", jar, err)
			}
			text, err := io.ReadAll(f)
			f.Close()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", jar, err)
			}
			if err := addXSD(all, prefix, source.NewFile(file, text)); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
		}
		releases = append(releases, release{hazelcast.Version{Major: major, Minor: minor}, all})
	}
	return releases, nil
}

// xsd is one schema, as the table has it: types by name, with what they extend
// written out.
type xsd struct {
	prefix string
	types  map[string]*xmldoc.Element
	global map[string]*xmldoc.Element
}

func addXSD(all map[string]any, prefix string, f *source.File) error {
	doc, err := xmldoc.Parse(f)
	if err != nil {
		return err
	}
	x := &xsd{prefix + ":", map[string]*xmldoc.Element{}, map[string]*xmldoc.Element{}}
	for _, e := range doc.Root.Children {
		switch e.Name {
		case "complexType", "simpleType":
			x.types[of(e, "name")] = e
		case "element":
			x.global[of(e, "name")] = e
		}
	}
	for _, kind := range []string{"hazelcast", "hazelcast-client", "hazelcast-client-failover"} {
		if root := x.global[kind]; root != nil {
			all["roots"].(map[string]any)[kind] = x.element(root)["type"]
		}
	}
	for name, e := range x.types {
		all["types"].(map[string]any)[x.prefix+name] = x.typeOf(e)
	}
	return nil
}

func of(e *xmldoc.Element, attribute string) string {
	a, _ := e.Attribute(attribute)
	return a.Value.String()
}

func child(e *xmldoc.Element, names ...string) *xmldoc.Element {
	i := slices.IndexFunc(e.Children, func(c *xmldoc.Element) bool { return slices.Contains(names, c.Name) })
	if i < 0 {
		return nil
	}
	return e.Children[i]
}

func (x *xsd) name(name string) string {
	if strings.HasPrefix(name, "xs:") {
		return name
	}
	return x.prefix + name
}

// element is the declaration of one: its type, how often it may stand there, and
// the elements that may take its place.
func (x *xsd) element(e *xmldoc.Element) map[string]any {
	d := map[string]any{}
	if ref := of(e, "ref"); ref != "" {
		global := x.global[ref]
		d = x.element(global)
		var others []any
		for _, name := range sortedNames(x.global) {
			if of(x.global[name], "substitutionGroup") == ref {
				others = append(others, map[string]any{"name": name, "type": x.element(x.global[name])["type"]})
			}
		}
		if others != nil {
			d["others"] = others
		}
		if of(global, "abstract") == "true" {
			d["abstract"] = true
		}
	} else {
		d["name"] = of(e, "name")
		switch own := child(e, "complexType", "simpleType"); {
		case own != nil:
			d["type"] = x.typeOf(own)
		case of(e, "type") != "":
			d["type"] = x.name(of(e, "type"))
		default:
			d["type"] = "xs:anyType"
		}
		if _, has := e.Attribute("default"); has {
			d["default"] = true
		}
	}
	x.occurs(d, e)
	return d
}

func (x *xsd) occurs(d map[string]any, e *xmldoc.Element) {
	if n := of(e, "minOccurs"); n != "" && n != "1" {
		d["min"] = number(n)
	}
	if n := of(e, "maxOccurs"); n != "" && n != "1" {
		d["max"] = number(n)
	}
}

func number(s string) int {
	if s == "unbounded" {
		return -1
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err) // the schemas have numbers there
	}
	return n
}

var facets = map[string]string{
	"minInclusive": "min", "maxInclusive": "max", "minExclusive": "above", "maxExclusive": "below", "pattern": "pattern", "whiteSpace": "space", "totalDigits": "digits",
	"fractionDigits": "fraction", "minLength": "length",
}

func (x *xsd) typeOf(e *xmldoc.Element) map[string]any {
	t := map[string]any{}
	if e.Name == "simpleType" {
		x.simple(t, e)
		return t
	}
	if of(e, "mixed") == "true" {
		t["mixed"] = true
	}
	body := e
	if content := child(e, "simpleContent"); content != nil {
		body = child(content, "extension", "restriction")
		base := x.types[of(body, "base")]
		switch {
		case base != nil && base.Name == "complexType":
			t = x.typeOf(base)
		default:
			t["text"] = x.name(of(body, "base"))
		}
		if body.Name == "restriction" {
			panic("a restriction of simple content: " + of(e, "name"))
		}
	} else if content := child(e, "complexContent"); content != nil {
		body = child(content, "extension", "restriction")
		if base := x.types[of(body, "base")]; base != nil {
			t = x.typeOf(base)
		} else if of(body, "base") != "xs:anyType" {
			panic("an unknown base: " + of(body, "base"))
		}
	}
	if group := child(body, "all", "sequence", "choice"); group != nil {
		own := x.group(group)
		if before, has := t["content"]; has {
			own = map[string]any{"sequence": []any{before, own}}
		}
		t["content"] = own
	}
	attributes, _ := t["attributes"].(map[string]any)
	if attributes == nil {
		attributes = map[string]any{}
	}
	for _, a := range body.Children {
		if a.Name == "attribute" {
			attributes[of(a, "name")] = x.attribute(a)
		}
	}
	if len(attributes) > 0 {
		t["attributes"] = attributes
	}
	return t
}

func (x *xsd) attribute(a *xmldoc.Element) any {
	d := map[string]any{}
	switch own := child(a, "simpleType"); {
	case own != nil:
		d["type"] = x.typeOf(own)
	case of(a, "type") != "":
		d["type"] = x.name(of(a, "type"))
	default:
		d["type"] = "xs:string"
	}
	if of(a, "use") == "required" {
		d["required"] = true
		return d
	}
	return d["type"]
}

func (x *xsd) simple(t map[string]any, e *xmldoc.Element) {
	restriction := child(e, "restriction")
	if restriction == nil {
		panic("a simple type that is no restriction: " + of(e, "name"))
	}
	t["base"] = x.name(of(restriction, "base"))
	var words []any
	for _, f := range restriction.Children {
		switch key := facets[f.Name]; {
		case f.Name == "enumeration":
			words = append(words, of(f, "value"))
		case key != "":
			t[key] = of(f, "value")
		case f.Name != "annotation":
			panic("an unknown facet: " + f.Name)
		}
	}
	if words != nil {
		t["words"] = words
	}
}

// group is what a model allows. Where the order does not count, the elements are
// kept by name, so that releases merge.
func (x *xsd) group(e *xmldoc.Element) map[string]any {
	d := map[string]any{}
	x.occurs(d, e)
	plain := e.Name != "sequence"
	var parts []any
	byName := map[string]any{}
	for _, c := range e.Children {
		switch c.Name {
		case "element":
			part := x.element(c)
			parts = append(parts, part)
			byName[part["name"].(string)] = part
		case "all", "sequence", "choice":
			plain, parts = false, append(parts, x.group(c))
		case "any":
			any := map[string]any{"any": true}
			x.occurs(any, c)
			plain, parts = false, append(parts, any)
		case "annotation":
		default:
			panic("an unknown part of a model: " + c.Name)
		}
	}
	if parts == nil {
		parts = []any{}
	}
	if plain {
		for name, part := range byName { // which the key says already
			if part := part.(map[string]any); part["name"] == name {
				delete(part, "name")
			}
		}
		d[e.Name] = byName
	} else {
		d[e.Name] = parts
	}
	return d
}

func sortedNames(m map[string]*xmldoc.Element) []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// writeXSDs makes the table: a line for each type.
func writeXSDs(releases []release) []byte {
	values := map[int]any{}
	var names []string
	for i, r := range releases {
		values[i] = r.schema
		names = append(names, r.version.String())
	}
	table := merge(values, releases).(map[string]any)
	var b bytes.Buffer
	b.WriteString("{\"releases\": ")
	line(&b, names)
	for _, part := range []string{"roots", "types"} {
		b.WriteString(",\n\"" + part + "\": {")
		all := table[part].(map[string]any)
		for i, name := range sortedKeys(all) {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString("\n")
			line(&b, name)
			b.WriteString(": ")
			line(&b, all[name])
		}
		b.WriteString("\n}")
	}
	b.WriteString("}\n")
	return b.Bytes()
}
