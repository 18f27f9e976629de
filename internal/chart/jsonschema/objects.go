package jsonschema

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// object holds the entries of an object against what is asked of them.
func (c *check) object(o *outcome, asks, v map[string]any, at string) {
	c.bounded(o, asks, at, "minProperties", "maxProperties", len(v))
	c.Spend(perName*(len(v)+len(some(asks["required"]))), on)
	var missing []string
	for _, name := range some(asks["required"]) {
		if _, ok := v[name.(string)]; !ok {
			missing = append(missing, name.(string))
		}
	}
	switch len(missing) {
	case 0:
	case 1:
		o.fault(at, "missing property '%s'", missing[0])
	default:
		o.fault(at, "missing properties '%s'", strings.Join(missing, "', '"))
	}
	c.entries(o, asks, v, at)
	if names, ok := c.asked(asks, "propertyNames"); ok {
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if len(c.holds(names, name, at+"/"+name).faults) > 0 {
				o.fault(at, "invalid propertyName '%s'", name)
			}
		}
	}
	for _, key := range []string{"dependencies", "dependentRequired", "dependentSchemas"} {
		needs, _ := asks[key].(map[string]any)
		c.Spend(perName*len(needs), on)
		if !c.knows(key) {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(needs)) {
			if _, ok := v[name]; ok {
				c.dependent(o, needs[name], v, name, at)
			}
		}
	}
}

// entries holds each entry against the schemas that are for its name.
func (c *check) entries(o *outcome, asks, v map[string]any, at string) {
	named, _ := asks["properties"].(map[string]any)
	patterns, _ := asks["patternProperties"].(map[string]any)
	more, restricted := asks["additionalProperties"]
	var refused []string
	expressions := slices.Sorted(maps.Keys(patterns))
	c.Spend(perName*(len(v)+len(expressions)), on)
	for _, name := range slices.Sorted(maps.Keys(v)) {
		var apply []any
		if s, ok := named[name]; ok {
			apply = append(apply, s)
		}
		for _, p := range expressions {
			if c.matches(p, name) {
				apply = append(apply, patterns[p])
			}
		}
		if apply == nil && restricted {
			if more == false {
				refused = append(refused, name)
				continue
			}
			apply = append(apply, more)
		}
		for _, s := range apply {
			o.names[name] = true
			o.faults = append(o.faults, c.holds(s, v[name], at+"/"+name).faults...)
		}
	}
	if refused != nil {
		o.fault(at, "additional properties '%s' not allowed", strings.Join(refused, "', '"))
	}
}

// dependent is what an object must have where it has an entry of a name.
func (c *check) dependent(o *outcome, needs any, v map[string]any, name, at string) {
	list, ok := needs.([]any)
	if !ok {
		o.also(c.holds(needs, v, at))
		return
	}
	c.Spend(perName*len(list), on)
	for _, other := range list {
		if other, ok := other.(string); ok {
			if _, has := v[other]; !has {
				o.fault(at, "properties '%s' required, if '%s' exists", other, name)
			}
		}
	}
}

// array holds the items of a list against what is asked of them.
func (c *check) array(o *outcome, asks map[string]any, v []any, at string) {
	c.bounded(o, asks, at, "minItems", "maxItems", len(v))
	first, rest, restricted := some(asks["prefixItems"]), asks["items"], asks["items"] != nil
	if c.draft < 2020 {
		first = nil
		if places, is := rest.([]any); is {
			first = places
			rest, restricted = asks["additionalItems"]
		}
	}
	for i, e := range v {
		s := rest
		if i < len(first) {
			s = first[i]
		} else if !restricted {
			break
		}
		o.items[i] = true
		o.faults = append(o.faults, c.holds(s, e, at+"/"+strconv.Itoa(i)).faults...)
	}
	if asks["uniqueItems"] == true {
		c.weigh(v)
		if j := twice(v); j >= 0 {
			o.fault(at, "item at %d is a duplicate", j)
		}
	}
	c.contains(o, asks, v, at)
}

func (c *check) contains(o *outcome, asks map[string]any, v []any, at string) {
	s, ok := c.asked(asks, "contains")
	if !ok {
		return
	}
	found := 0
	for i, e := range v {
		if len(c.holds(s, e, at+"/"+strconv.Itoa(i)).faults) == 0 {
			found++
			o.items[i] = o.items[i] || c.draft >= 2020
		}
	}
	least, most := 1, len(v)
	if n, ok := c.asked(asks, "minContains"); ok {
		least = whole(n)
	}
	if n, ok := c.asked(asks, "maxContains"); ok {
		most = whole(n)
	}
	switch {
	case found < least:
		o.fault(at, "min %d items required to match contains schema, but found %d", least, found)
	case found > most:
		o.fault(at, "max %d items required to match contains schema, but found %d", most, found)
	}
}

// twice is where a list has what it had before; -1: nowhere.
func twice(v []any) int {
	had := map[string]bool{}
	return slices.IndexFunc(v, func(e any) bool {
		is := canonical(e)
		before := had[is]
		had[is] = true
		return before
	})
}
