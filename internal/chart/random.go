package chart

import (
	"strings"
	"text/template"
	"time"
)

// random are stand-ins for functions whose results differ from one run to the
// next, or that take long: keys, certificates, passwords and TOML decide nothing of
// a JVM. Two renderings of a chart thus come out the same.
func random() template.FuncMap {
	letters := func(n int) string { return strings.Repeat("x", min(max(n, 0), mostRandom)) }
	digits := func(n int) string { return strings.Repeat("1", min(max(n, 0), mostRandom)) }
	one := func(...any) string { return "computed-when-installed" }
	pair := func(...any) certificate {
		return certificate{"computed-when-installed", "computed-when-installed"}
	}
	return template.FuncMap{
		"randAlphaNum": letters, "randAlpha": letters, "randAscii": letters, "randNumeric": digits,
		"randBytes": func(n int) (string, error) { return letters(n), nil },
		"randInt":   func(least, _ int) int { return least },
		"shuffle":   func(s string) string { return s },
		"uuidv4":    func() string { return "00000000-0000-4000-8000-000000000000" },
		"now":       func() time.Time { return started },
		"bcrypt":    one, "htpasswd": one, "derivePassword": one, "genPrivateKey": one, "encryptAES": one,
		"toToml": one, "mustToToml": one, "fromToml": func(string) map[string]any { return map[string]any{} },
		"buildCustomCert": pair, "genCA": pair, "genCAWithKey": pair, "genSelfSignedCert": pair,
		"genSelfSignedCertWithKey": pair, "genSignedCert": pair, "genSignedCertWithKey": pair,
	}
}

// mostRandom is how long stand-ins are at most.
const mostRandom = 100_000

// started stands for the time of rendering.
var started = time.Now()

type certificate struct{ Cert, Key string }
