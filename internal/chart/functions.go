package chart

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"text/template"
	"time"

	"sigs.k8s.io/yaml"
	goyaml "sigs.k8s.io/yaml/goyaml.v3"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// sprigFunctions are Sprig's. A page in a browser renders no charts, and would carry cryptography for them.
var sprigFunctions = func() template.FuncMap { return template.FuncMap{} }

// functions are those that Helm gives to templates, as far as they know nothing of marks: Sprig's without those that
// look at the machine, and Helm's own (https://helm.sh/docs/chart_template_guide/function_list/).
func functions() template.FuncMap {
	all := sprigFunctions()
	delete(all, "env")
	delete(all, "expandenv")
	maps.Copy(all, random())
	maps.Copy(all, template.FuncMap{
		"toYaml": orNothing(toYAML), "mustToYaml": toYAML, "toYamlPretty": orNothing(toYAMLPretty),
		"toJson": orNothing(toJSON), "mustToJson": toJSON,
		"fromYaml":      func(s string) map[string]any { return fromObject(s, helmchart.Unmarshal) },
		"fromYamlArray": func(s string) []any { return fromArray(s, helmchart.Unmarshal) },
		"fromJson":      func(s string) map[string]any { return fromObject(s, json.Unmarshal) },
		"fromJsonArray": func(s string) []any { return fromArray(s, json.Unmarshal) },
		"required":      required,
		"fail":          func(message string) (string, error) { return "", fmt.Errorf("%s", message) },
		"lookup":        func(_, _, _, _ string) (map[string]any, error) { return map[string]any{}, nil }, // no cluster
		"getHostByName": func(string) string { return "" },
	})
	return all
}

// orNothing gives nothing where a value cannot be written.
func orNothing(write func(any) (string, error)) func(any) string {
	return func(v any) string {
		s, err := write(v)
		if err != nil {
			return ""
		}
		return s
	}
}

func toYAML(v any) (string, error) {
	data, err := yaml.Marshal(v)
	return strings.TrimSuffix(string(data), "\n"), err
}

func toYAMLPretty(v any) (string, error) {
	var b strings.Builder
	encoder := goyaml.NewEncoder(&b)
	encoder.SetIndent(2)
	err := encoder.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

func toJSON(v any) (string, error) {
	data, err := json.Marshal(v)
	return string(data), err
}

// fromObject reads a mapping; a fault becomes its only entry.
func fromObject(s string, read func([]byte, any) error) map[string]any {
	m := map[string]any{}
	if err := read([]byte(s), &m); err != nil {
		m["Error"] = err.Error()
	}
	return m
}

func fromArray(s string, read func([]byte, any) error) []any {
	a := []any{}
	if err := read([]byte(s), &a); err != nil {
		a = []any{err.Error()}
	}
	return a
}

func required(message string, v any) (any, error) {
	if v == nil || v == "" {
		return v, fmt.Errorf("%s", message)
	}
	return v, nil
}

// computes lets a function see values without marks.
func (t *tracer) computes(name string, f reflect.Value) func(...any) (any, error) {
	return func(args ...any) (any, error) {
		plain := lists.Of(args, t.plain)
		t.charge(name, plain)
		result, err := invoke(f, plain)
		if err != nil {
			return nil, err
		}
		switch r := result.(type) {
		case string, int, int64, float64:
			return t.computed(r, args...), nil
		}
		return result, nil
	}
}

// invoke calls a function as the template engine does. What it does not take, it has refused before, when the
// template was rendered plainly.
func invoke(f reflect.Value, args []any) (any, error) {
	kind := f.Type()
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		last := kind.NumIn() - 1
		want := kind.In(min(i, last))
		if kind.IsVariadic() && i >= last {
			want = want.Elem()
		}
		in[i] = as(a, want)
	}
	out := f.Call(in)
	if len(out) == 2 && !out[1].IsNil() {
		return nil, out[1].Interface().(error)
	}
	return out[0].Interface(), nil
}

func as(a any, want reflect.Type) reflect.Value {
	if a == nil {
		return reflect.Zero(want)
	}
	v := reflect.ValueOf(a)
	number := func(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Float64 }
	if number(v.Kind()) && number(want.Kind()) || want.Kind() == reflect.Map && v.Type().ConvertibleTo(want) {
		return v.Convert(want)
	}
	return v
}

// random are stand-ins for functions whose results differ from one run to the next, or that take long: keys,
// certificates, passwords and TOML decide nothing of a JVM. Two renderings of a chart thus come out the same.
func random() template.FuncMap {
	letters := func(n int) string { return strings.Repeat("x", min(max(n, 0), mostRandom)) }
	digits := func(n int) string { return strings.Repeat("1", min(max(n, 0), mostRandom)) }
	one := func(...any) string { return "computed-when-installed" }
	pair := func(...any) certificate {
		return certificate{"computed-when-installed", "computed-when-installed"}
	}
	formatted := func(layout string, at any, zone string) string {
		when := started // where Sprig looks at the clock
		switch at := at.(type) {
		case time.Time:
			when = at
		case *time.Time:
			when = *at
		case int64:
			when = time.Unix(at, 0)
		case int32:
			when = time.Unix(int64(at), 0)
		case int:
			when = time.Unix(int64(at), 0)
		}
		place, err := time.LoadLocation(zone)
		if err != nil {
			place = time.UTC
		}
		return when.In(place).Format(layout)
	}
	const day = "2006-01-02"
	return template.FuncMap{
		"dateInZone": formatted, "date_in_zone": formatted,
		"date":           func(layout string, at any) string { return formatted(layout, at, "Local") },
		"htmlDate":       func(at any) string { return formatted(day, at, "Local") },
		"htmlDateInZone": func(at any, zone string) string { return formatted(day, at, zone) },
		"ago":            func(any) string { return "0s" },
		"randAlphaNum":   letters, "randAlpha": letters, "randAscii": letters, "randNumeric": digits,
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
