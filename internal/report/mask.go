package report

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// secretName is a name that promises a secret.
const secretName = `(?:passwor[dt]|passwd|passphrase|[.\-_D"' ]pass|pwd|secret|token|credentials?|licen[cs]e|access[-_.]?key|private[-_.]?key|api[-_.]?key)[\w.-]*["']?`

// secretValue is what may stand behind it, in quotes or without.
const secretValue = `("[^"]*|'[^']*|[^\s"']+)`

// inAddress is the password in scheme://user:password@host.
const inAddress = `(://[^\s:/@"']*:)([^\s@/"']+)@`

// Secrets stand behind names in -Djavax.net.ssl.keyStorePassword=x; in files
// also in password: x and "token": "x y".
var (
	assignedSecret = lazyregexp.New(`(?i)(` + secretName + `\s*=\s*)` + secretValue + `|` + inAddress)
	anySecret      = lazyregexp.New(`(?i)(` + secretName + `\s*[=:]\s*)` + secretValue + `|` + inAddress)
)

// maskSecrets puts as many asterisks in place of each secret as it has
// characters, so that carets stay where they are.
func maskSecrets(s string) string { return mask(anySecret, s) }

// WithoutSecrets is a text of options with asterisks in place of secrets.
func WithoutSecrets(s string) string { return maskSecrets(s) }

// marks are in every text that holds a secret: in each of the names, or before
// the password of an address. Most texts have none, and are soon looked through.
var marks = []string{"pass", "pwd", "secret", "token", "credential", "licen", "key", "@"}

func mayHoldSecret(s string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.Contains(s, mark) })
}

func mask(secret *lazyregexp.Regexp, s string) string {
	if !mayHoldSecret(s) {
		return s
	}
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

// Plain is a message for a terminal or a log: one line, without secrets and
// without control characters. What stands behind a colon is the message's own.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '·'
		}
		return r
	}, mask(assignedSecret, s))
}
