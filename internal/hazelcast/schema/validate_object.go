package schema

func (o *object) validate(v *Value) []*Violation {
	if v.Type != Object {
		if !o.required {
			return nil
		}
		return wrongType(v, Object)
	}
	var failures []*Violation
	for _, name := range o.needed {
		if v.Member(name) == nil {
			failures = append(failures, violation(v, "required", "required key [%s] not found", name))
		}
	}
	if o.names != nil {
		for _, m := range v.Members {
			if f := o.names.failure(&Value{Type: String, Text: m.Name, Node: m.Key}); f != nil {
				for _, leaf := range f.Leaves() {
					leaf.Key = m.Name
				}
				failures = append(failures, f.within(m.Name))
			}
		}
	}
	if n := len(v.Members); o.least > n {
		failures = append(failures, violation(v, "minProperties", "minimum size: [%d], found: [%d]", o.least, n))
	} else if o.most >= 0 && n > o.most {
		failures = append(failures, violation(v, "maxProperties", "maximum size: [%d], found: [%d]", o.most, n))
	}
	for _, m := range v.Members {
		failures = append(failures, o.member(v, m)...)
	}
	return failures
}

// member holds an entry against all that the schema says of it.
func (o *object) member(v *Value, m Member) []*Violation {
	var failures []*Violation
	check := func(s *Schema) {
		if s == nil {
			return
		}
		if f := s.failure(m.Value); f != nil {
			failures = append(failures, f.within(m.Name))
		}
	}
	property, known := o.properties[m.Name]
	for _, p := range o.patterns {
		if p.name.MatchString(m.Name) {
			known = true
			check(p.schema)
		}
	}
	switch {
	case known || m.Open:
	case o.closed:
		f := violation(v, "additionalProperties", "extraneous key [%s] is not permitted", m.Name)
		f.Key, f.Expected = m.Name, o.propertyNames
		failures = append(failures, f)
	default:
		check(o.others)
	}
	check(property)
	return failures
}
