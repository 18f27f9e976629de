package yamldoc

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quote writes a value in quotes: single ones if asked for and possible, else
// double ones.
func quote(value string, style Style) (string, error) {
	if !utf8.ValidString(value) {
		return "", errors.New("not valid UTF-8")
	}
	printable := strings.IndexFunc(value, func(r rune) bool { return r != ' ' && !unicode.IsGraphic(r) || r == '\u2028' || r == '\u2029' }) < 0
	if style == SingleQuoted && printable {
		return "'" + strings.ReplaceAll(value, "'", "''") + "'", nil
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range value {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == ' ' || unicode.IsGraphic(r) && r != '\u2028' && r != '\u2029':
			b.WriteRune(r)
		case r <= 0xff:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String(), nil
}
