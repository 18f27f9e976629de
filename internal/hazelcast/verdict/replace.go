package verdict

import (
	"bytes"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

const replacersKey = "config-replacers"

// otherVariable is one that a replacer other than the first fills in; each has a prefix of its own.
var otherVariable = lazyregexp.New(`\$[^{]+\{.*\}`)

// replaceWithin puts system properties in place of ${name}, in strings and in keys. What comes of it is a string always,
// and not looked through again. With config-replacers, others put values in place of more, but for their own settings, and
// nothing is known of those.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/AbstractDomVariableReplacer.java
func (d *document) replaceWithin(v *schema.Value, others bool) {
	if v.Type == schema.String {
		var sure bool
		v.Text, sure = d.Filled(v.Text)
		v.Open = v.Open || !sure || others && (otherVariable.MatchString(v.Text) || d.bare && variable.MatchString(v.Text))
	}
	for i := range v.Members {
		m := &v.Members[i]
		name, sure := d.Filled(m.Name)
		m.Name, m.Open = name, !sure || others && otherVariable.MatchString(name)
		d.replaceWithin(m.Value, others && name != replacersKey)
	}
	for _, item := range v.Items {
		d.replaceWithin(item, others)
	}
}

// Filled puts properties into a text, and reports whether all of it is known.
func (r Reading) Filled(s string) (string, bool) {
	sure := true
	filled := variable.ReplaceAllStringFunc(s, func(v string) string {
		if r.Property != nil {
			if value, set := r.Property(v[len("${") : len(v)-len("}")]); set {
				return value
			}
		}
		sure = sure && (r.Sure || r.ByMember && strings.Contains(v, ":"))
		return v
	})
	return filled, sure
}

var variable = lazyregexp.New(`\$\{[^}]*\}`)

// protocols are those that the JDK knows a handler for.
var protocols = []string{"file", "http", "https", "jar", "ftp", "jrt", "jmod", "mailto"}

// namespaces of user code are read only where they are enabled. Each has
// resources, which say what they are and where.
func namespaces(p *processor, at place) {
	if !isTrue(at.value.Member("enabled")) {
		return
	}
	spaces := at.value.Member("name-spaces")
	if spaces == nil {
		return
	}
	for _, m := range spaces.Members {
		for i, item := range m.Value.Items {
			path := append(slices.Clone(at.path), "name-spaces", m.Name, strconv.Itoa(i))
			if message := resource(item); message != "" {
				p.refuse(place{value: item, path: path}, message)
			}
		}
	}
}

func resource(v *schema.Value) string {
	for _, m := range v.Members {
		if m.Name != "id" && m.Name != "resource-type" && m.Name != "url" {
			return "Namespace resource <unnamed> was configured with invalid element " + m.Name
		}
	}
	for _, key := range []string{"id", "resource-type", "url"} {
		if v := v.Member(key); v == nil || !(place{value: v}).scalar() {
			return `For each namespace, resource elements "id", "resource-type" and "url" must be defined.`
		}
	}
	id, kind, at := v.Member("id").Text, v.Member("resource-type").Text, v.Member("url").Text
	if !slices.Contains([]string{"jar", "jars_in_zip", "class"}, strings.ToLower(kind)) {
		return "Namespace resource " + id + " was configured with invalid resource type " + kind
	}
	u, err := url.Parse(at)
	switch {
	case err != nil || strings.ContainsAny(at, "${}<> "):
		return "Namespace resource " + id + " was configured with invalid URL " + at
	case u.Scheme == "":
		return "URI is not absolute"
	case !slices.Contains(protocols, u.Scheme):
		return "Namespace resource " + id + " was configured with invalid URL " + at + ": unknown protocol: " + u.Scheme
	}
	return ""
}

// noTabs is the first release whose reader of YAML takes no tab where a value or a key may begin, and tabsInBrackets
// the first that takes it between brackets again: snakeyaml-engine 2.6 and 2.10.
var (
	noTabs         = hazelcast.Version{Major: 5, Minor: 3}
	tabsInBrackets = hazelcast.Version{Major: 5, Minor: 6}
)

// tabs finds the first tab that separates where only blanks may: it stands in
// no scalar and no comment, nor right behind a plain scalar, which swallows it.
func (d *document) tabs(root *yamldoc.Node) []Refusal {
	file := root.Span().File
	if d.helm || d.Release.Before(noTabs) || file == nil || bytes.IndexByte(file.Data, '\t') < 0 {
		return nil
	}
	spans := d.taken(root, nil)
	if _, comments, err := yamldoc.ParseCommented(file); err == nil {
		spans = append(spans, lists.Of(comments, func(c yamldoc.Comment) source.Span { return c.Span })...)
	}
	slices.SortFunc(spans, func(a, b source.Span) int { return a.Start - b.Start })
	end := 0
	for i, c := range file.Data {
		for ; len(spans) > 0 && spans[0].Start <= i; spans = spans[1:] {
			end = max(end, spans[0].End)
		}
		if c != '\t' || i < end {
			continue
		}
		return []Refusal{{At: root, Span: file.Span(i, i+1), Fault: Tab, Message: `found character '\t(TAB)' that cannot start any token. (Do not use \t(TAB) for indentation)`}}
	}
	return nil
}

// taken are the places where a tab is text, or is passed over.
func (d *document) taken(n *yamldoc.Node, spans []source.Span) []source.Span {
	span := n.Span()
	data := span.File.Data
	switch n.Style() {
	case yamldoc.Plain:
		for span.End < len(data) && span.Len() > 0 && (data[span.End] == ' ' || data[span.End] == '\t') {
			span.End++
		}
		return append(spans, span)
	case yamldoc.Literal, yamldoc.Folded: // its header is no text
		if header := bytes.IndexByte(data[span.Start:span.End], '\n'); header >= 0 {
			span.Start += header
		}
		return append(spans, span)
	case yamldoc.SingleQuoted, yamldoc.DoubleQuoted:
		return append(spans, span)
	case yamldoc.Flow:
		if !d.Release.Before(tabsInBrackets) {
			spans = append(spans, span)
		}
	}
	if !n.Alias().IsZero() {
		return spans // what it stands for is looked at where it is
	}
	for _, e := range n.Pairs() {
		spans = d.taken(e.Value, d.taken(e.Key, spans))
	}
	for _, item := range n.Items() {
		spans = d.taken(item, spans)
	}
	return spans
}
