package report

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// secret is a name that promises a secret, and the value behind it: in
// -Djavax.net.ssl.keyStorePassword=x, in password: x, in "token": "x".
var secret = regexp.MustCompile(`(?i)((?:password|passwd|pwd|secret|token|credentials?|licen[cs]e[-_.]?key|access[-_.]?key|private[-_.]?key|api[-_.]?key)[\w.-]*["']?\s*[=:]\s*["']?)([^\s"',]+)`)

// maskSecrets puts as many asterisks in place of each secret as it has
// characters, so that carets stay where they are.
func maskSecrets(s string) string {
	return secret.ReplaceAllStringFunc(s, func(m string) string {
		g := secret.FindStringSubmatch(m)
		if g[2] == "true" || g[2] == "false" || strings.HasPrefix(g[2], "$") {
			return m
		}
		return g[1] + strings.Repeat("*", utf8.RuneCountInString(g[2]))
	})
}
