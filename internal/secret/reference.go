package secret

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

var (
	// whole is a value that only says where the secret is.
	whole = lazyregexp.New(`^(?:\$[A-Za-z_]\w*|%\w+%|<[\w .-]+>)$`)
	// reference is a part of a value that does: ${X}, ${file:/x}, $(X), {{ .Values.x }}.
	reference = lazyregexp.New(`\$\{\w+\}|\$\{[a-z][\w.-]*\}|\$\{(?:file|env|sys|dir|directory|secrets|configmaps|vault):[^{}]*\}|\$\([^()]*\)|\{\{[^{}]*\}\}`)
	// fallback is what stands in for a reference that comes to nothing.
	fallback = lazyregexp.New(`(?:\$\{[\w.]+(?::[-=?+]?|[-=?+])|\bdefault\s+["'\\]+)([^"'\\}]+)`)
)

// endsReference reports whether a reference ends before a place, or the name of
// one: what stands there goes on with a word.
func (f *finder) endsReference(i int) bool {
	return strings.IndexByte("})>%", f.at(i-1)) >= 0
}

// hidden gives the parts of a value that are to be hidden.
func hidden(value string) []Span {
	quotes := len(value) - len(strings.TrimLeft(value, "\\\"'"))
	bare := strings.TrimRight(value[quotes:], "\\\"'")
	switch strings.ToLower(strings.Trim(bare, " \t\r,")) {
	case "", "true", "false", "yes", "no", "on", "off", "null", "nil", "none", "~":
		return nil
	}
	if whole.MatchString(strings.TrimSpace(bare)) {
		return nil
	}
	if !strings.ContainsAny(bare, "${") {
		return []Span{{quotes, quotes + len(bare)}}
	}
	var all []Span
	at := 0
	rest := func(end int) {
		if strings.TrimSpace(bare[at:end]) != "" {
			all = append(all, Span{quotes + at, quotes + end})
		}
	}
	for _, m := range reference.FindAllStringIndex(bare, -1) {
		rest(m[0])
		at = m[1]
		if bare[m[0]] == '$' {
			continue
		}
		for _, d := range fallback.FindAllStringSubmatchIndex(bare[m[0]:m[1]], -1) {
			all = append(all, Span{quotes + m[0] + d[2], quotes + m[0] + d[3]})
		}
	}
	if at == 0 {
		if d := fallback.FindStringSubmatchIndex(bare); d != nil && d[0] == 0 && strings.HasSuffix(bare, "}") {
			return []Span{{quotes + d[2], quotes + d[3]}}
		}
	}
	rest(len(bare))
	return all
}
