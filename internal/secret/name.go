package secret

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// Parts of names that promise a secret. Each may stand at the end of a longer word, as in dbpassword or authtoken.
var secretWords = []string{
	"password", "passwort", "passwd", "passphrase", "passcode", "pwd", "secret", "token", "credential", "credentials", "creds",
	"license", "licence", "apikey", "accesskey", "privatekey", "secretkey", "licensekey", "licencekey", "accountkey",
}

// keysOf are the words that make a secret of a key behind them.
var keysOf = []string{"api", "access", "private", "secret", "license", "licence", "encryption", "signing", "account", "shared", "master"}

// english are the words that end like a short one for a password, and are none.
var english = []string{"bypass", "compass", "encompass", "trespass", "surpass", "overpass", "underpass", "impass"}

// aboutWords are the words at the end of a name that speaks of a secret and holds
// none: passwordFile, tokenExpirySeconds, secretKeyRef.
var aboutWords = strings.Fields(aboutText)

//go:embed about_words.txt
var aboutText string

// marks begin the parts of names that promise a secret.
var marks = []string{"pass", "pw", "secret", "token", "cred", "licen", "key"}

// mayPromise reports whether a name has a mark, whatever its case. Nearly all
// names have none, and are soon looked through.
func mayPromise(name string) bool {
	for i := range len(name) {
		switch name[i] | 0x20 {
		case 'p', 's', 't', 'c', 'l', 'k':
			for _, m := range marks {
				if len(name)-i >= len(m) && strings.EqualFold(name[i:i+len(m)], m) {
					return true
				}
			}
		}
	}
	return false
}

// longestName is how much of a name counts: its end.
const longestName = 256

// promises reports whether a secret stands under a name, be it in camel case, snake case, kebab case, dotted or -Dname.
func promises(name string) bool {
	name = name[max(0, len(name)-longestName):]
	if !mayPromise(name) {
		return false
	}
	name = strings.TrimPrefix(name, "-D")
	if name == "serviceAccountToken" || name == "automountServiceAccountToken" {
		return false // Kubernetes mounts it, or does not
	}
	words := wordsOf(name)
	if len(words) == 0 {
		return false
	}
	last := len(words) - 1
	switch first := words[0]; {
	case aboutSecret(words[last]), first == "max", first == "min", first == "accept":
		return false
	case slices.Contains(words, "existing"), slices.Contains(words, "pull"): // names of objects in a cluster
		return false
	}
	for i, w := range words {
		switch {
		case slices.ContainsFunc(secretWords, func(s string) bool { return strings.HasSuffix(w, s) }):
			return true
		case strings.Contains(w, "password"), strings.Contains(w, "passwd"):
			return true
		case w == "key" && i > 0 && slices.Contains(keysOf, words[i-1]):
			return true
		case i == last && (w == "pw" || strings.HasSuffix(w, "pass")):
			return !slices.Contains(english, w) && (i == 0 || w != "pass" || words[i-1] != "by")
		}
	}
	return false
}

func aboutSecret(word string) bool {
	return slices.ContainsFunc(aboutWords, func(a string) bool {
		return word == a || len(a) > 3 && strings.HasSuffix(word, a)
	})
}

// wordsOf cuts a name where its words meet, in lower case and without the numbers that count them.
func wordsOf(name string) []string {
	var words []string
	start := 0
	cut := func(end int) {
		if w := strings.TrimRight(strings.ToLower(name[start:end]), "0123456789"); w != "" {
			words = append(words, w)
		}
		start = end
	}
	for i := range len(name) {
		switch {
		case !isLetter(name[i]) && !isDigit(name[i]):
			cut(i)
			start = i + 1
		case i > start && isUpper(name[i]) && (!isUpper(name[i-1]) || i+1 < len(name) && isLetter(name[i+1]) && !isUpper(name[i+1])):
			cut(i)
		}
	}
	cut(len(name))
	return words
}

func isUpper(c byte) bool  { return c >= 'A' && c <= 'Z' }
func isLetter(c byte) bool { return isUpper(c) || c >= 'a' && c <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

var (
	// whole is a value that only says where the secret is.
	whole = lazyregexp.New(`^(?:\$[A-Za-z_]\w*|%\w+%|<[\w .-]+>)$`)
	// reference is a part of a value that does: ${X}, ${X:-}, ${X:?message}, ${file:/x}, $(X), {{ .Values.x }}.
	reference = lazyregexp.New(`\$\{\w+(?::?[-=?+]|:?\?[^{}]*)?\}|\$\{[a-z][\w.-]*\}|\$\{(?:file|env|sys|dir|directory|secrets|configmaps|vault):[^{}]*\}|\$\([^()]*\)|\{\{[^{}]*\}\}`)
	// fallback is what stands in for a reference that comes to nothing.
	fallback = lazyregexp.New(`(?:\$\{[\w.]+(?::[-=?+]?|[-=?+])|\bdefault\s+["'\\]+)([^"'\\}]+)`)
)

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
