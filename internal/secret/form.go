package secret

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// form is a secret that shows what it is by how it looks.
type form struct {
	mark    string // that each of them has
	pattern *lazyregexp.Regexp
}

// known are the forms that need no name. The first group is the secret.
//
// https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns
var known = []form{
	{"KIA", lazyregexp.New(`\b(AKIA[0-9A-Z]{16})\b`)},
	{"SIA", lazyregexp.New(`\b(ASIA[0-9A-Z]{16})\b`)},
	{"eyJ", lazyregexp.New(`\b(eyJ[\w-]{8,}\.[\w-]{8,}\.?[\w-]*)`)},
	{"gh", lazyregexp.New(`\b(gh[opusr]_[A-Za-z0-9]{30,})`)},
	{"github_pat_", lazyregexp.New(`\b(github_pat_\w{30,})`)},
	{"gl", lazyregexp.New(`\b(gl(?:pat|dt|rt|cbt|ptt|soat|ft|agent)-[\w-]{20,})`)},
	{"xo", lazyregexp.New(`\b(xox[abeoprs]-[\w-]{10,})`)},
	{"xapp-", lazyregexp.New(`\b(xapp-[\w-]{10,})`)},
	{"_live_", lazyregexp.New(`\b([sr]k_live_\w{16,})`)},
	{"AIza", lazyregexp.New(`\b(AIza[\w-]{35})`)},
	{"npm_", lazyregexp.New(`\b(npm_\w{36})`)},
	{"hvs.", lazyregexp.New(`\b(hvs\.[\w-]{20,})`)},
	{"earer", lazyregexp.New(`[Bb]earer +([\w.~+/=-]{20,})`)},
	{"jdbc:oracle:", lazyregexp.New(`jdbc:oracle:\w+:[^\s/@"']*/([^\s@"']+)@`)},
}

// amazonKey may be a secret key of AWS. Other things have this form, so it
// counts beside the id of a key only.
var amazonKey = lazyregexp.New(`(?:^|[^\w/+=])([A-Za-z0-9/+]{40})(?:$|[^\w/+=])`)

// forms takes secrets by their form.
func (f *finder) forms() {
	amazon := false
	for _, k := range known {
		if !strings.Contains(f.text, k.mark) {
			continue
		}
		n := f.matches(k.pattern)
		amazon = amazon || n > 0 && strings.HasSuffix(k.mark, "IA")
	}
	if amazon {
		f.matches(amazonKey)
	}
	f.addresses()
	f.privateKeys()
}

func (f *finder) matches(pattern *lazyregexp.Regexp) int {
	all := pattern.FindAllStringSubmatchIndex(f.text, -1)
	for _, m := range all {
		f.found = append(f.found, Span{m[2], m[3]})
	}
	return len(all)
}

// longestAddress is how much of a URL counts.
const longestAddress = 4096

// addresses takes the password of scheme://user:password@host. It may hold a
// slash and an at sign, which stand there though they should be escaped.
func (f *finder) addresses() {
	for at := 0; ; {
		n := strings.Index(f.text[at:], "://")
		if n < 0 {
			return
		}
		scheme := f.text[max(0, at+n-5) : at+n]
		at += n + len("://")
		rest := f.text[at:min(len(f.text), at+longestAddress)]
		if end := strings.IndexAny(rest, " \t\r\n\"'`<>"); end >= 0 {
			rest = rest[:end]
		}
		if next := strings.Index(rest, "://"); next >= 0 { // of another
			rest = rest[:next]
		}
		if start, end := userInformation(rest, strings.HasSuffix(scheme, "http") || strings.HasSuffix(scheme, "https")); start < end {
			f.add(at+start, at+end)
		}
	}
}

// userInformation gives the secret of a URL behind its slashes. One that has a
// name and no password is a token on the web, and a login elsewhere.
func userInformation(rest string, web bool) (start, end int) {
	authority := rest
	if n := strings.IndexAny(rest, "/?#"); n >= 0 {
		authority = rest[:n]
	}
	colon := strings.IndexByte(authority, ':')
	switch last := strings.LastIndexByte(rest, '@'); {
	case strings.HasPrefix(rest, "["): // an address of IPv6
		return 0, 0
	case colon < 0 && web:
		return 0, strings.LastIndexByte(authority, '@')
	case colon < 0:
		return 0, 0
	case !strings.Contains(authority[colon:], "@") && isPort(authority[colon+1:]): // host:port/path@version
		return 0, 0
	default:
		return colon + 1, last
	}
}

func isPort(s string) bool {
	return len(s) <= 5 && strings.Trim(s, "0123456789") == ""
}

// privateKeys takes what stands between the borders of a PEM block.
func (f *finder) privateKeys() {
	const begin, end = "PRIVATE KEY-----", "-----END"
	for at := 0; ; {
		n := strings.Index(f.text[at:], begin)
		if n < 0 {
			return
		}
		start := at + n + len(begin)
		if m := strings.Index(f.text[start:], end); m < 0 {
			at = len(f.text)
		} else {
			at = start + m
		}
		f.found = append(f.found, f.lines(start, at)...)
		if n = strings.Index(f.text[at:], begin); n >= 0 && n < 40 {
			at += n + len(begin) // of its last line
		}
	}
}
