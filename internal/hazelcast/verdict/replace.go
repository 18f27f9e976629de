package verdict

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// otherVariable is one that a replacer other than the first fills in; each has a prefix of its own.
var otherVariable = lazyregexp.New(`\$[^{]+\{.*\}`)

// replace puts system properties in place of ${name}, in strings and in keys. What comes of it is a string always,
// and not looked through again. With config-replacers, others put values in place of more, and nothing is known of
// those.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/AbstractDomVariableReplacer.java
func (d *document) replace(v *schema.Value) []Refusal {
	others := v.Member(string(d.kind)).Member("config-replacers") != nil
	d.replaceWithin(v, others)
	return nil
}

func (d *document) replaceWithin(v *schema.Value, others bool) {
	if v.Type == schema.String {
		var sure bool
		v.Text, sure = d.replaced(v.Text)
		v.Open = v.Open || !sure || others && otherVariable.MatchString(v.Text)
	}
	for i := range v.Members {
		m := &v.Members[i]
		name, sure := d.replaced(m.Name)
		m.Name, m.Open = name, !sure || others && otherVariable.MatchString(name)
		d.replaceWithin(m.Value, others)
	}
	for _, item := range v.Items {
		d.replaceWithin(item, others)
	}
}

// replaced puts properties into a text, and reports whether all of it is known.
func (d *document) replaced(s string) (string, bool) {
	var b strings.Builder
	sure := true
	for {
		start := strings.Index(s, "${")
		if start < 0 {
			break
		}
		length := strings.Index(s[start:], "}")
		if length < 0 {
			break
		}
		b.WriteString(s[:start])
		name := s[start+2 : start+length]
		value, set := "", false
		if d.Property != nil {
			value, set = d.Property(name)
		}
		if !set {
			value = s[start : start+length+1]
			sure = sure && d.Sure
		}
		b.WriteString(value)
		s = s[start+length+1:]
	}
	b.WriteString(s)
	return b.String(), sure
}
