package jsonschema

import (
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// formats tell the text that has a format. Drafts up to 7 ask for them; later
// ones only note them. Regular expressions are one more.
var formats = map[string]func(string) bool{
	"ipv4":          isIPv4,
	"ipv6":          isIPv6,
	"hostname":      isHostname,
	"email":         isEmail,
	"uri":           func(s string) bool { u, ok := isURL(s); return ok && u.IsAbs() },
	"iri":           func(s string) bool { u, ok := isURL(s); return ok && u.IsAbs() },
	"uri-reference": func(s string) bool { _, ok := isURL(s); return ok && !strings.Contains(s, `\`) },
	"uuid":          isUUID,
	"date":          isDate,
	"time":          isTime,
	"date-time": func(s string) bool {
		return len(s) > 11 && strings.EqualFold(s[10:11], "t") && isDate(s[:10]) && isTime(s[11:])
	},
}

// otherFormats are those that Helm checks too.
var otherFormats = map[string]bool{
	"json-pointer": true, "relative-json-pointer": true, "duration": true, "period": true, "iri-reference": true, "uri-template": true, "semver": true,
}

func isIPv4(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is4()
}

func isIPv6(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6() && a.Zone() == ""
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

func isUUID(s string) bool {
	groups := strings.Split(s, "-")
	for i, n := range []int{8, 4, 4, 4, 12} {
		if len(groups) != 5 || len(groups[i]) != n || strings.Trim(groups[i], "0123456789abcdefABCDEF") != "" {
			return false
		}
	}
	return true
}

func isHostname(s string) bool {
	s = strings.TrimSuffix(s, ".")
	for part := range strings.SplitSeq(s, ".") {
		if part == "" || len(part) > 63 || strings.HasPrefix(part, "-") || strings.HasSuffix(part, "-") || strings.Trim(part, letters+"-") != "" {
			return false
		}
	}
	return len(s) <= 253
}

func isEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 0 || at > 64 || len(s) > 254 {
		return false
	}
	local, domain := s[:at], s[at+1:]
	if inner, is := strings.CutPrefix(local, `"`); is && strings.HasSuffix(inner, `"`) {
		if strings.ContainsAny(strings.TrimSuffix(inner, `"`), `"\`) {
			return false
		}
	} else if strings.HasPrefix(local, ".") || strings.HasSuffix(local, ".") || strings.Contains(local, "..") || strings.Trim(local, letters+".!#$%&'*+-/=?^_`{|}~") != "" {
		return false
	}
	if inner, is := strings.CutPrefix(domain, "["); is && strings.HasSuffix(inner, "]") {
		inner = strings.TrimSuffix(inner, "]")
		if six, is := strings.CutPrefix(inner, "IPv6:"); is {
			return isIPv6(six)
		}
		return isIPv4(inner)
	}
	return isHostname(domain)
}

func isURL(s string) (*url.URL, bool) {
	u, err := url.Parse(s)
	if err != nil {
		return nil, false
	}
	host := u.Hostname()
	return u, !strings.Contains(host, ":") || strings.HasPrefix(u.Host, "[") && isIPv6(host)
}

func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// isTime reads the time of RFC 3339, whose leap second is the last one of a day
// in UTC.
func isTime(s string) bool {
	const layout = "15:04:05Z07:00"
	s = strings.ToUpper(s)
	if _, err := time.Parse(layout, s); err == nil {
		return true
	}
	if len(s) < 9 || s[5:8] != ":60" {
		return false
	}
	t, err := time.Parse(layout, s[:5]+":59"+s[8:])
	return err == nil && t.UTC().Hour() == 23 && t.UTC().Minute() == 59
}
