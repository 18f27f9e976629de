package jsonschema

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

var typeNames = []string{"null", "boolean", "number", "integer", "string", "array", "object"}

func typeOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return "number"
}

// kind holds a value against types and against values that are named.
func (c *check) kind(o *outcome, asks map[string]any, v any, at string) {
	if want, ok := asks["type"]; ok {
		names := some(want)
		if names == nil {
			names = []any{want}
		}
		is := func(name any) bool {
			n, number := rational(v)
			return name == typeOf(v) || name == "integer" && number && n.IsInt()
		}
		if !slices.ContainsFunc(names, is) {
			o.fault(at, "got %s, want %s", typeOf(v), strings.ReplaceAll(strings.Trim(fmt.Sprint(names), "[]"), " ", " or "))
		}
	}
	if want, ok := asks["enum"]; ok {
		c.weigh(want)
		for range some(want) {
			c.weigh(v)
		}
	}
	if want, ok := asks["const"]; ok {
		c.weigh(want)
		c.weigh(v)
	}
	if want, ok := asks["enum"]; ok && !slices.ContainsFunc(some(want), func(e any) bool { return equal(e, v) }) {
		var words []string
		for _, e := range some(want) {
			words = append(words, said(e))
		}
		o.fault(at, "value must be one of %s", strings.Join(words, ", "))
	}
	if want, ok := c.asked(asks, "const"); ok && !equal(want, v) {
		o.fault(at, "value must be %s", said(want))
	}
	if name, ok := asks["format"].(string); ok && c.draft < 2019 {
		if s, is := v.(string); is && !c.formatted(name, s) {
			o.fault(at, "is not valid %s", name)
		}
	}
}

// formatted reports whether a text has a format, as far as that is checked.
func (c *check) formatted(name, s string) bool {
	if name == "regex" {
		_, err := c.Compile(s)
		return err == nil
	}
	c.Spend(50*len(s), on)
	return formats[name] == nil || formats[name](s)
}

// matches reports whether a text matches a pattern of the schema; one that is
// none matches nothing.
func (c *check) matches(pattern, s string) bool {
	e := c.patterns[pattern]
	if e == nil {
		return false
	}
	c.Match(e, s)
	return e.MatchString(s)
}

func (c *check) text(o *outcome, asks map[string]any, v, at string) {
	c.Spend(4*len(v), on)
	c.bounded(o, asks, at, "minLength", "maxLength", utf8.RuneCountInString(v))
	if p, ok := asks["pattern"].(string); ok && c.patterns[p] != nil && !c.matches(p, v) {
		o.fault(at, "does not match pattern '%s'", p)
	}
}

func (c *check) number(o *outcome, asks map[string]any, v any, at string) {
	n, ok := rational(v)
	if !ok {
		return
	}
	c.Spend(perNumber, on)
	for _, l := range []struct {
		keyword, exclusive string
		beyond             int
	}{{"minimum", "exclusiveMinimum", -1}, {"maximum", "exclusiveMaximum", 1}} {
		if limit, ok := rational(asks[l.keyword]); ok {
			switch side := n.Cmp(limit); {
			case side == 0 && asks[l.exclusive] == true:
				o.fault(at, "%s: got %v, want %v", l.exclusive, v, asks[l.keyword])
			case side == l.beyond:
				o.fault(at, "%s: got %v, want %v", l.keyword, v, asks[l.keyword])
			}
		}
		if limit, ok := rational(asks[l.exclusive]); ok {
			if side := n.Cmp(limit); side == 0 || side == l.beyond {
				o.fault(at, "%s: got %v, want %v", l.exclusive, v, asks[l.exclusive])
			}
		}
	}
	if of, ok := rational(asks["multipleOf"]); ok && of.Sign() != 0 && !new(big.Rat).Quo(n, of).IsInt() {
		o.fault(at, "multipleOf: got %v, want %v", v, asks["multipleOf"])
	}
}

// bounded holds a size against its limits.
func (c *check) bounded(o *outcome, asks map[string]any, at, least, most string, n int) {
	if l, ok := asks[least]; ok && n < whole(l) {
		o.fault(at, "%s: got %d, want %d", least, n, whole(l))
	}
	if m, ok := asks[most]; ok && n > whole(m) {
		o.fault(at, "%s: got %d, want %d", most, n, whole(m))
	}
}

// rational is a number as it is written, without loss. None is larger, or has
// more places, than fit a float64.
func rational(v any) (*big.Rat, bool) {
	switch v := v.(type) {
	case json.Number:
		_, exponent, _ := strings.Cut(strings.ToLower(v.String()), "e")
		if len(v) > mostDigits || len(strings.Trim(exponent, "+-0")) > 3 {
			return nil, false
		}
		return new(big.Rat).SetString(v.String())
	case float64, int64, int:
		return new(big.Rat).SetString(fmt.Sprint(v))
	}
	return nil, false
}

// mostDigits is how long a number may be that is compared without loss.
const mostDigits = 1000

// whole is a count.
func whole(v any) int {
	n, ok := rational(v)
	if !ok || !n.IsInt() {
		return 0
	}
	return int(n.Num().Int64())
}

// equal compares values; numbers by what they are worth.
func equal(a, b any) bool { return canonical(a) == canonical(b) }

// canonical is a text that is the same for equal values, and for no others.
func canonical(v any) string {
	if n, ok := rational(v); ok {
		return n.RatString()
	}
	var parts []string
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case []any:
		for _, e := range v {
			parts = append(parts, canonical(e))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, strconv.Quote(key)+":"+canonical(v[key]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return fmt.Sprint(v)
}

func said(v any) string {
	if s, ok := v.(string); ok {
		return "'" + s + "'"
	}
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}
