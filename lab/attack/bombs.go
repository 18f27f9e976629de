package main

import (
	"fmt"
	"strings"
)

// defines are templates that include each other and themselves.
func (a *attacker) defines() string {
	var b strings.Builder
	for i := range 4 {
		fmt.Fprintf(&b, "{{ define \"t%d\" }}%s{{ end }}\n", i, a.statements(2))
	}
	return b.String()
}

// statements are what a template does, so deep at most.
func (a *attacker) statements(depth int) string {
	var b strings.Builder
	for range 1 + a.IntN(3) {
		b.WriteString(a.statement(depth))
	}
	return b.String()
}

func (a *attacker) statement(depth int) string {
	if depth == 0 {
		return fmt.Sprintf("{{ %s | len }}\n", a.expression(3))
	}
	body := a.statements(depth - 1)
	switch a.IntN(8) {
	case 0:
		return fmt.Sprintf("{{ range %s }}%s{{ end }}\n", a.list(2), body)
	case 1:
		return fmt.Sprintf("{{ range $i, $e := until %s }}%s{{ end }}\n", a.number(), body)
	case 2:
		return fmt.Sprintf("{{ include \"t%d\" . }}\n", a.IntN(4))
	case 3:
		return fmt.Sprintf("{{ template \"t%d\" . }}\n", a.IntN(4))
	case 4:
		return fmt.Sprintf("{{ $x := %s }}{{ range until %s }}{{ $x = printf \"%%s%%s\" $x $x }}{{ end }}\n", a.expression(2), a.number())
	case 5:
		return fmt.Sprintf("{{ $l := %s }}{{ range until %s }}{{ $l = concat $l $l }}{{ end }}\n", a.list(2), a.number())
	case 6:
		return strings.Repeat("{{ if true }}", 1<<a.IntN(14)) + body
	default:
		return fmt.Sprintf("{{ tpl %s . }}\n", a.expression(2))
	}
}

// number is one that is small, large, negative, or none.
func (a *attacker) number() string {
	return []string{"3", "20", "1000", "100000", "1000000000", "-1000000000", "9223372036854775807", "-9223372036854775808"}[a.IntN(8)]
}

// expression is a text.
func (a *attacker) expression(depth int) string {
	if depth == 0 {
		return []string{"\"a\"", ".Values.s", "\"aaaaaaaaaaaaaaaa\"", "(toYaml .Values)", "\"[[[[[[[[[[[[[[[[\"", "\"x = [[[[[[\""}[a.IntN(6)]
	}
	x, y, n := a.expression(depth-1), a.expression(depth-1), a.number()
	switch a.IntN(16) {
	case 0:
		return fmt.Sprintf("(repeat %s %s)", n, x)
	case 1:
		return fmt.Sprintf("(printf \"%%s%%s\" %s %s)", x, y)
	case 2:
		return fmt.Sprintf("(replace %s %s %s)", x, y, x)
	case 3:
		return fmt.Sprintf("(join %s %s)", x, a.list(depth-1))
	case 4:
		return fmt.Sprintf("(regexReplaceAll %s %s %s)", x, y, x)
	case 5:
		return fmt.Sprintf("(indent %s %s)", n, x)
	case 6:
		return fmt.Sprintf("(wrapWith %s %s %s)", n, x, y)
	case 7:
		return fmt.Sprintf("(toJson (fromYaml %s))", x)
	case 8:
		return fmt.Sprintf("(toToml (fromToml %s))", x)
	case 9:
		return fmt.Sprintf("(sha256sum %s)", x)
	case 10:
		return fmt.Sprintf("(include \"t%d\" .)", a.IntN(4))
	case 11:
		return fmt.Sprintf("(tpl %s .)", x)
	case 12:
		return fmt.Sprintf("(printf \"%%%sd\" 1)", strings.TrimPrefix(n, "-"))
	case 13:
		return fmt.Sprintf("(toYaml %s)", a.list(depth-1))
	case 14:
		return fmt.Sprintf("(substr 0 %s %s)", n, x)
	default:
		return fmt.Sprintf("(trunc %s %s)", n, x)
	}
}

// list is a list.
func (a *attacker) list(depth int) string {
	if depth == 0 {
		return []string{".Values.a.b", "(list 1 2 3)", "(until 10)"}[a.IntN(3)]
	}
	l, m, n := a.list(depth-1), a.list(depth-1), a.number()
	switch a.IntN(9) {
	case 0:
		return fmt.Sprintf("(until %s)", n)
	case 1:
		return fmt.Sprintf("(untilStep 0 %s %s)", n, a.number())
	case 2:
		return fmt.Sprintf("(concat %s %s)", l, m)
	case 3:
		return fmt.Sprintf("(uniq %s)", l)
	case 4:
		return fmt.Sprintf("(append %s %s)", l, m)
	case 5:
		return fmt.Sprintf("(splitList \"\" %s)", a.expression(depth-1))
	case 6:
		return fmt.Sprintf("(regexFindAll %s %s %s)", a.expression(depth-1), a.expression(depth-1), n)
	case 7:
		return fmt.Sprintf("(chunk %s %s)", n, l)
	default:
		return fmt.Sprintf("(sortAlpha %s)", l)
	}
}
