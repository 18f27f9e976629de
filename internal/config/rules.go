package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// off turns a rule off.
const off = "off"

// choose turns off what ignore names, and all but what select does.
func (c *Config) choose(all []*lint.Rule) {
	turn := func(id string, by Choice) {
		if c.Rules == nil {
			c.Rules = map[string]RuleSetting{}
		}
		setting := c.Rules[id]
		setting.Level = Word{Value: off, By: by.By, At: by.At}
		c.Rules[id] = setting
	}
	for _, r := range all {
		named := func(c Choice) bool { return slices.Contains(c.IDs, r.ID) }
		if len(c.Select) > 0 && !slices.ContainsFunc(c.Select, named) {
			turn(r.ID, c.Select[0])
		}
		if i := slices.IndexFunc(c.Ignore, named); i >= 0 {
			turn(r.ID, c.Ignore[i])
		}
	}
}

// choice is a word that chooses rules.
func choice(rules []*lint.Rule) kind[Choice] {
	names := lint.Groups()
	for _, r := range rules {
		names = append(names, r.ID)
	}
	return kind[Choice]{
		read: func(r *reader, n *yamldoc.Node) (Choice, bool) {
			if n.Kind() != yamldoc.Scalar {
				r.fault(n, "expected the name of a rule")
				return Choice{}, false
			}
			ids, err := lint.Named(n.Value(), rules)
			if err != nil {
				r.fault(n, "%v", err)
			}
			return Choice{ids, r.by(n), n.Span()}, err == nil
		},
		schema: func() object { return anyOf(object{"enum": names}, object{"type": "string", "pattern": `\*`}) },
	}
}

// levels are what a rule may be set to.
func levels() kind[Word] {
	k := word("setting of a rule", append([]string{off}, lint.Severities()...))
	k.schema = func() object { return object{"$ref": "#/$defs/level"} }
	return k
}

// ruleSettings are settings by the names of rules.
func ruleSettings(rules []*lint.Rule) kind[map[string]RuleSetting] {
	return kind[map[string]RuleSetting]{
		read: func(r *reader, n *yamldoc.Node) (map[string]RuleSetting, bool) {
			all := map[string]RuleSetting{}
			ruleKeys(rules).readNames(r, n, &all, "rule")
			return all, true
		},
		schema: func() object { return object{"$ref": "#/$defs/rules"} },
	}
}

func ruleKeys(rules []*lint.Rule) keys[map[string]RuleSetting] {
	var ks keys[map[string]RuleSetting]
	for _, rule := range rules {
		ks = append(ks, row(rule.ID, rule.Title, setting(rule), func(to *map[string]RuleSetting, v RuleSetting) { (*to)[rule.ID] = v }))
	}
	return ks
}

// setting is off, a severity, or a mapping with more.
func setting(rule *lint.Rule) kind[RuleSetting] {
	level, ks := levels(), settingKeys(rule)
	return kind[RuleSetting]{
		read: func(r *reader, n *yamldoc.Node) (RuleSetting, bool) {
			if n.Kind() == yamldoc.Scalar {
				w, ok := level.read(r, n)
				return RuleSetting{Level: w}, ok
			}
			return mapping(ks).read(r, n)
		},
		schema: func() object {
			if len(rule.Parameters) == 0 {
				return object{"$ref": "#/$defs/rule"}
			}
			return anyOf(level.schema(), ks.schema())
		},
	}
}

func settingKeys(rule *lint.Rule) keys[RuleSetting] {
	ks := keys[RuleSetting]{row("severity", "of all its findings, or off", levels(), func(s *RuleSetting, v Word) { s.Level = v })}
	for _, p := range rule.Parameters {
		ks = append(ks, row(p.Name, fmt.Sprintf("%s; %s by default", p.Doc, p.Text(p.Default)), parameter(p), func(s *RuleSetting, v source.Value) {
			if s.Parameters == nil {
				s.Parameters = map[string]source.Value{}
			}
			s.Parameters[p.Name] = v
		}))
	}
	return ks
}

// parameter is a number in the unit of the parameter, and in its range.
func parameter(p lint.Parameter) kind[source.Value] {
	how := map[lint.Unit]struct {
		form form
		read func(source.Text, source.Origin) (source.Value, error)
	}{
		lint.UnitCount:        {aCount, workload.Count},
		lint.UnitPercent:      {aPercent, percent},
		lint.UnitBytes:        {aSize, workload.Bytes},
		lint.UnitMilliseconds: {aDuration, workload.Duration},
	}[p.Unit]
	k := text(how.form, func(w Word) (source.Value, error) {
		v, err := how.read(source.Unlocated(w.Value, w.By), source.Argument)
		v.Why = w.By
		if err == nil && (v.N < p.Least || v.N > p.Most) {
			err = fmt.Errorf("%s is out of range: %s to %s", w.Value, p.Text(p.Least), p.Text(p.Most))
		}
		return v, err
	})
	written := k.schema
	k.schema = func() object {
		s := written()
		for _, number := range alternatives(s) {
			if number["type"] == "integer" {
				number["minimum"], number["maximum"] = p.Least, p.Most
			}
		}
		return s
	}
	return k
}

func alternatives(s object) []object {
	all, _ := s["anyOf"].([]object)
	return all
}

// percent reads 75 or 75%.
func percent(t source.Text, origin source.Origin) (source.Value, error) {
	var n int64
	_, err := fmt.Sscanf(strings.TrimSuffix(t.String(), "%"), "%d", &n)
	return source.Value{N: n, Origin: origin, Text: t}, err
}

// Lint is what the settings come to for a run of the rules. A rule that is
// asked for by name is never off.
func Lint(rules map[string]RuleSetting, asked []string) lint.Settings {
	all := lint.Settings{}
	for id, r := range rules {
		s := lint.Setting{Off: r.Level.Value == off && !slices.Contains(asked, id)}
		if i := slices.Index(lint.Severities(), r.Level.Value); i >= 0 {
			severity := lint.Severity(i)
			s.Severity = &severity
		}
		for name, v := range r.Parameters {
			if s.Parameters == nil {
				s.Parameters = map[string]int64{}
			}
			s.Parameters[name] = v.N
		}
		all[id] = s
	}
	return all
}
