package secret

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// form is a secret that shows what it is by how it looks.
type form struct {
	marks   []string // each of them has one: most texts have none, and are soon looked through
	pattern *lazyregexp.Regexp
}

// known are the forms that need no name. The first group is the secret.
// https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns
var known = []form{
	{[]string{"eyJ"}, lazyregexp.New(`\b(eyJ[\w-]{8,}\.[\w-]{8,}\.?[\w-]*)`)},
	{[]string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_"}, lazyregexp.New(`\b(gh[opusr]_[A-Za-z0-9]{30,})`)},
	{[]string{"github_pat_"}, lazyregexp.New(`\b(github_pat_\w{30,})`)},
	{[]string{"glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glsoat-", "glft-", "glagent-"}, lazyregexp.New(`\b(gl(?:pat|dt|rt|cbt|ptt|soat|ft|agent)-[\w-]{20,})`)},
	{[]string{"xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-"}, lazyregexp.New(`\b((?:xox[abeoprs]|xapp)-[\w-]{10,})`)},
	{[]string{"k_live_"}, lazyregexp.New(`\b([sr]k_live_\w{16,})`)},
	{[]string{"AIza"}, lazyregexp.New(`\b(AIza[\w-]{35})`)},
	{[]string{"npm_"}, lazyregexp.New(`\b(npm_\w{36})`)},
	{[]string{"hvs."}, lazyregexp.New(`\b(hvs\.[\w-]{20,})`)},
	{[]string{"Bearer ", "bearer "}, lazyregexp.New(`[Bb]earer +([\w.~+/=-]{20,})`)},
	{[]string{"curl"}, lazyregexp.New(`\bcurl\b(?:[^\n;|]|\\\n)*?\s(?:-[A-Za-z]*u|--user|--proxy-user)(?:[ =]+|)["']?[^\s:"'-][^\s:"']*:(\d*[^\s"'$\d][^\s"']*)`)},
	{[]string{"jdbc:oracle:"}, lazyregexp.New(`jdbc:oracle:\w+:[^\s/@"']*/([^\s@"']+)@`)},
}

// amazonID is the id of a key of AWS.
var amazonID = form{[]string{"AKIA", "ASIA"}, lazyregexp.New(`\b(A[KS]IA[0-9A-Z]{16})\b`)}

// amazonKey may be a secret key of AWS. Other things have this form, so it counts beside the id of a key only.
var amazonKey = lazyregexp.New(`(?:^|[^\w/+=])([A-Za-z0-9/+]{40})(?:$|[^\w/+=])`)

// forms takes secrets by their form.
func (f *finder) forms() {
	for _, k := range known {
		f.matches(k)
	}
	if f.matches(amazonID) > 0 {
		f.matches(form{[]string{""}, amazonKey})
	}
	f.addresses()
	f.privateKeys()
}

// matches takes what has a form, and counts it.
func (f *finder) matches(of form) int {
	if !slices.ContainsFunc(of.marks, func(mark string) bool { return strings.Contains(f.text, mark) }) {
		return 0
	}
	all := of.pattern.FindAllStringSubmatchIndex(f.text, -1)
	f.found = append(f.found, lists.Of(all, func(m []int) Span { return Span{m[2], m[3]} })...)
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
		if next := strings.Index(rest, "://"); next >= 0 { // of another
			rest = rest[:next]
		}
		if end := strings.IndexAny(rest, " \t\r\n\"'`<>"); end >= 0 {
			rest = rest[:end]
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
	case !strings.Contains(authority[colon:], "@") && port.MatchString(authority[colon+1:]): // host:port/path@version
		return 0, 0
	default:
		return colon + 1, last
	}
}

var port = lazyregexp.New(`^\d{0,5}$`)

// privateKeys takes what stands between the borders of a PEM block. Where text
// follows that is no key, somebody only speaks of one.
func (f *finder) privateKeys() {
	const begin, end = "PRIVATE KEY-----", "-----END"
	for at := 0; ; {
		n := strings.Index(f.text[at:], begin)
		if n < 0 {
			return
		}
		for at += n + len(begin); at < len(f.text); {
			line := f.lineEnd(at)
			stop := strings.Index(f.text[at:line], end)
			if stop < 0 && !inKey.MatchString(strings.Trim(f.text[at:line], " \t\r#/*+\"',;\\")) {
				break
			}
			if stop >= 0 {
				line = at + stop
			}
			f.found = append(f.found, f.lines(f.remarkAt(f.skip(at, " \t")), line)...)
			if at = line; stop >= 0 {
				break
			}
			at += 1 + max(0, strings.IndexByte(f.text[at:], '\n'))
		}
		at = min(at, len(f.text))
		if n = strings.Index(f.text[at:], begin); n >= 0 && n < 40 {
			at += n + len(begin) // of its last line
		}
	}
}

// inKey is a line that may belong to a key, without what quotes or comments it: it has a header, or no blanks.
var inKey = lazyregexp.New(`^(?:[A-Z][A-Za-z-]+: .*|[\w+/=.\\-]*)$`)
