package report

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// secret is a name that promises a secret, and the value behind it: in
// -Djavax.net.ssl.keyStorePassword=x, in password: x, in "token": "x y".
var secret = regexp.MustCompile(`(?i)((?:passwor[dt]|passwd|passphrase|[.\-_D"' ]pass|pwd|secret|token|credentials?|licen[cs]e|access[-_.]?key|private[-_.]?key|api[-_.]?key)[\w.-]*["']?\s*[=:]\s*)("[^"]*|'[^']*|[^\s"']+)|(://[^\s:/@"']*:)([^\s@/"']+)@`)

// maskSecrets puts as many asterisks in place of each secret as it has
// characters, so that carets stay where they are.
func maskSecrets(s string) string {
	return secret.ReplaceAllStringFunc(s, func(m string) string {
		g := secret.FindStringSubmatch(m)
		if g[4] != "" { // the password in an address, scheme://user:password@host
			return g[3] + strings.Repeat("*", utf8.RuneCountInString(g[4])) + "@"
		}
		value := strings.TrimLeft(g[2], `"'`)
		if value == "true" || value == "false" || strings.HasPrefix(value, "$") {
			return m
		}
		return strings.TrimSuffix(m, value) + strings.Repeat("*", utf8.RuneCountInString(value))
	})
}

// Plain is a text for a terminal or a log: one line, without secrets and
// without control characters.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '·'
		}
		return r
	}, maskSecrets(s))
}
