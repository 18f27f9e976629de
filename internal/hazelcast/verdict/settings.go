package verdict

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// setting is what the code asks of a setting beyond the schema. It says why a
// value is refused, and nothing where it is not.
type setting struct {
	parts   []string // of the pattern
	refuses func(place) string
}

// settings are kept by the last key of their pattern.
var settings = sync.OnceValue(func() map[string][]setting {
	_, byKey := lists.By(slices.Concat(tabled(), others), func(s setting) string { return s.parts[len(s.parts)-1] })
	return byKey
})

// each is a setting for each of some patterns. Where a value is wrong, the message
// says so, with the value for %s and the key for %k.
func each(message string, wrong func(place) bool, patterns ...string) []setting {
	refuses := func(p place) string {
		if !wrong(p) {
			return ""
		}
		return strings.NewReplacer("%s", p.text(), "%k", p.key()).Replace(message)
	}
	return all(refuses, patterns)
}

func all(refuses func(place) string, patterns []string) []setting {
	return lists.Of(patterns, func(pattern string) setting { return setting{strings.Split(pattern, "/"), refuses} })
}

//go:embed settings.tsv
var settingsTSV string

// tabled are those of settings.tsv.
func tabled() (settings []setting) {
	for _, row := range lists.Rows(settingsTSV) {
		of, message, patterns := strings.Split(row[1], ","), row[2], strings.Fields(row[3])
		if row[0] == "least" {
			least, _ := strconv.ParseInt(row[1], 10, 64)
			settings = append(settings, javaInt(least, message, patterns)...)
			continue
		}
		wrong := map[string]func(place) bool{
			"filled":      func(p place) bool { return p.text() == "" }, // what is no scalar has an empty text
			"scalar":      func(p place) bool { return !p.scalar() },
			"notNegative": func(p place) bool { return strings.HasPrefix(p.text(), "-") },
			"among":       func(p place) bool { return !slices.Contains(of, p.text()) },
			"never":       func(p place) bool { return slices.Contains(of, p.text()) },
		}[row[0]]
		settings = append(settings, each(message, wrong, patterns...)...)
	}
	return settings
}

// anyProperty are blocks whose properties are only read by a class of their own.
var anyProperty = []string{"discovery-strategies", "custom-publisher"}

// formed asks for a text of a form.
func formed(pattern, message string, form *lazyregexp.Regexp) []setting {
	return each(message, func(p place) bool { return !form.MatchString(p.text()) }, pattern)
}

var others = slices.Concat(
	each("Password can't be empty", func(p place) bool { return p.value.Type != "JSONObject" }, "hazelcast/security/realms/*/authentication/simple/users/*"),
	each("a property must have a plain value", func(p place) bool {
		return !p.scalar() && !slices.ContainsFunc(anyProperty, func(key string) bool { return slices.Contains(p.path[:len(p.path)-1], key) })
	}, "**/properties/*"),
	number("CP Subsystem must have at least 3 CP members", func(n int64) bool { return n == 1 || n == 2 }, "hazelcast/cp-subsystem/cp-member-count"),
	below("**/socket-options/keep-count", 127, "socketKeepCount value %s is outside valid range 1 - 127"),
	below("**/socket-options/keep-idle-seconds", 32767, "socketKeepIdleSeconds value %s is outside valid range 1 - 32767"),
	below("**/socket-options/keep-interval-seconds", 32767, "socketKeepIntervalSeconds value %s is outside valid range 1 - 32767"),
	number("maxProcessorAccumulatedRecords must be a positive number", func(n int64) bool { return n < 1 },
		"hazelcast/jet/max-processor-accumulated-records", "hazelcast/jet/instance/max-processor-accumulated-records"),
	each("Invalid integer value for parameter numa-node: %s", func(p place) bool {
		_, err := strconv.ParseInt(p.text(), 10, 32)
		return err != nil && p.text() != ""
	}, "**/persistent-memory/directories/*/numa-node"),
	formed("**/tpc-socket/port-range", "Invalid port range", lazyregexp.New(`^\d{1,5}-\d{1,5}$`)),
	formed("hazelcast/vector-collection/*/indexes/*/name", `The name of the vector index should only consist of letters, numbers, and the symbols "-" or "_".`,
		lazyregexp.New(`^[A-Za-z0-9_-]+$`)),
	each("Illegal base64", notBase64, "**/identity/token/value"),
	each("Non-expanded <import> element found", func(p place) bool { return p.value.Type == "JSONArray" && len(p.value.Items) == 0 }, "hazelcast/import"),
	all(stringOnly, []string{"**/trusted-interfaces/*", "hazelcast/import/*", "hazelcast-client/import/*"}),
)

// notBase64 reports whether a token says that it is Base64 and is not.
func notBase64(p place) bool {
	if !strings.EqualFold(textOf(p.up.value.Member("encoding")), "base64") {
		return false
	}
	_, err := base64.StdEncoding.DecodeString(p.text())
	_, unpadded := base64.RawStdEncoding.DecodeString(p.text())
	return err != nil && unpadded != nil
}

// stringOnly refuses what YAML reads as something else than text.
func stringOnly(p place) string {
	switch p.value.Type {
	case "String":
		return ""
	case "JSONObject", "JSONArray":
		return "Child <unnamed> is not a scalar"
	}
	return "class java.lang." + string(p.value.Type) + " cannot be cast to class java.lang.String"
}

// javaInt asks for what Integer.parseInt takes, and at least for a number.
func javaInt(least int64, message string, patterns []string) []setting {
	refuses := func(p place) string {
		text := p.text()
		if p.scalar() && (slices.Contains(p.path, "durable-executor-service") || slices.Contains(p.path, "config-replacers")) {
			text = p.value.Text // which are not trimmed
		}
		n, err := strconv.ParseInt(text, 10, 32)
		switch {
		case err != nil:
			return fmt.Sprintf("For input string: %q", text)
		case n < least:
			return strings.ReplaceAll(message, "%d", strconv.FormatInt(n, 10))
		}
		return ""
	}
	return all(refuses, patterns)
}

// number asks something of whole numbers, and nothing of what is none.
func number(message string, wrong func(int64) bool, patterns ...string) []setting {
	return each(message, func(p place) bool {
		n, err := strconv.ParseInt(p.text(), 10, 64)
		return err == nil && wrong(n)
	}, patterns...)
}

// below asks for less than a limit.
func below(pattern string, limit int64, message string) []setting {
	return number(message, func(n int64) bool { return n >= limit && n <= 1<<31-1 }, pattern)
}
