package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/hazelcast/xmlconfig"
	"github.com/jvmlint/jvmlint/internal/hazelcast/xmlschema"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// namespaceOf is the one that each kind of configuration stands in.
func namespaceOf(kind Kind) string {
	if kind == Member {
		return "http://www.hazelcast.com/schema/config"
	}
	return "http://www.hazelcast.com/schema/client-config"
}

// judgeXML goes the way of the builder for XML: variables are replaced, the
// schema of the release is asked, and then each setting is taken over.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/XmlConfigBuilder.java, parseAndBuildConfig
func (d *document) judgeXML(c *hazelcast.Config) Verdict {
	doc := c.XML
	if !doc.Doctype.IsZero() {
		return Verdict{Refusals: []Refusal{{Span: doc.Doctype, Message: "a DOCTYPE is not allowed"}}}
	}
	if name := doc.Root.Name; name != string(d.kind) {
		message := fmt.Sprintf("Invalid root element in xml configuration! Expected: <%s>, Actual: <%s>.", d.kind, name)
		return Verdict{Refusals: []Refusal{{At: xmlconfig.NameOf(doc.Root), IsKey: true, Message: message, Given: name, Expected: []string{string(d.kind)}, Keyword: "additionalProperties"}}}
	}
	space := namespaceOf(d.kind)
	if doc.Root.Space != space {
		message := fmt.Sprintf("<%s> is not in the namespace %s", doc.Root.Name, space)
		return Verdict{Refusals: []Refusal{{At: c.Key, IsKey: true, Message: message}}}
	}
	for _, a := range doc.Root.Attributes {
		if a.Name == "schemaLocation" && len(strings.Fields(a.Value.String()))%2 != 0 {
			return Verdict{Refusals: []Refusal{{At: yamldoc.ForeignScalar(a.Value, yamldoc.Writing{}), Message: "schemaLocation holds pairs of a namespace and where its schema is"}}}
		}
	}
	others := slices.ContainsFunc(doc.Root.Children, func(e *xmldoc.Element) bool { return e.Name == "config-replacers" })
	validation := xmlschema.For(d.Release).Validate(doc.Root, space, func(t source.Text) (string, bool) {
		s, sure := d.Filled(t.String())
		return s, sure && !(others && otherVariable.MatchString(s))
	})
	verdict := Verdict{}
	if d.Release.Current() {
		verdict.Booleans = d.falseWords(validation.Booleans)
	}
	for _, v := range validation.Violations[:min(len(validation.Violations), schema.Most)] {
		if v.Fault != xmlschema.Missing || !c.Imports() {
			verdict.Refusals = append(verdict.Refusals, ofXML(v))
		}
	}
	if verdict.Refusals == nil && d.Release.Major > 3 {
		verdict.Refusals = d.twice(doc.Root)
	}
	if verdict.Refusals == nil && (d.Release.Current() || d.Release.Major == 3) {
		root := d.read(c.Documents[0])
		d.replaceWithin(root, others)
		asWhole(root, lists.Set(lists.Of(validation.Whole, func(t source.Text) source.Span { return xmldoc.Trim(t).Span() })))
		verdict.Refusals = d.process(root)
	}
	return verdict
}

// asWhole marks the values that the schema has whole numbers for.
func asWhole(v *schema.Value, whole map[source.Span]bool) {
	if v.Type == schema.String && whole[v.Node.Text().Span()] {
		v.ReadAs = schema.Integer
	}
	for _, m := range v.Members {
		asWhole(m.Value, whole)
	}
	for _, item := range v.Items {
		asWhole(item, whole)
	}
}

// falseWords are the words for true of the schema that the code does not know.
func (d *document) falseWords(texts []source.Text) []*yamldoc.Node {
	return lists.Found(texts, func(t source.Text) (*yamldoc.Node, bool) {
		s, sure := d.Filled(t.String())
		isFalse := sure && slices.Contains([]string{"0", "1"}, strings.TrimSpace(s))
		return yamldoc.ForeignScalar(xmldoc.Trim(t), yamldoc.Writing{}), isFalse
	})
}

// manyTimes are elements at the top that may stand there more than once: below their keys in YAML stand names.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/ConfigSections.java
var manyTimes = []string{
	"import", "wan-replication", "executor-service", "durable-executor-service", "scheduled-executor-service", "queue", "map", "cache",
	"multimap", "replicatedmap", "list", "set", "topic", "reliable-topic", "ringbuffer", "split-brain-protection", "cardinality-estimator", "flake-id-generator",
	"pn-counter", "local-device", "external-data-store", "data-connection", "vector-collection", "near-cache",
}

// twice finds elements at the top that may stand there once, and do not.
func (d *document) twice(root *xmldoc.Element) []Refusal {
	var refusals []Refusal
	seen := map[string]bool{}
	for _, e := range root.Children {
		if seen[e.Name] {
			refusals = append(refusals, Refusal{At: yamldoc.ForeignScalar(e.Tag, yamldoc.Writing{}), IsKey: true, Location: wayTo(e), Fault: DuplicateKey,
				Message: "Duplicate '" + e.Name + "' definition found in the configuration."})
		}
		seen[e.Name] = !slices.Contains(manyTimes, e.Name)
	}
	return refusals
}

// ofXML is a violation as a reason to refuse the configuration.
func ofXML(v *xmlschema.Violation) Refusal {
	at := yamldoc.ForeignScalar(v.At, yamldoc.Writing{})
	if v.Element != nil {
		at = xmlconfig.NameOf(v.Element)
	}
	r := Refusal{At: at, Element: v.Element, Message: v.Message, Given: v.Given, Expected: v.Expected, Location: wayTo(v.In)}
	if v.At.Len() == 0 {
		r.Span = v.In.Tag.Span()
	}
	switch v.Fault {
	case xmlschema.UnknownKey:
		r.IsKey, r.Keyword = true, "additionalProperties"
	case xmlschema.BadWord:
		r.Keyword = "enum"
	case xmlschema.BadWhole:
		r.Wanted = schema.Integer
	case xmlschema.KeyTwice:
		r.IsKey, r.Fault = true, DuplicateKey
	}
	return r
}

// wayTo is the way to an element.
func wayTo(e *xmldoc.Element) string {
	path := ""
	for ; e != nil; e = e.Parent {
		path = "/" + e.Name + path
	}
	return path
}
