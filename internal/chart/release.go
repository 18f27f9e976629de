package chart

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"helm.sh/helm/v4/pkg/strvals"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Release is what a chart is installed with, beside its own values.
type Release struct {
	Values  []*source.File // as helm -f takes them: the last counts
	Set     []Setting      // they count before files
	Cluster helmchart.Cluster
}

// Setting is a value as helm --set takes it.
type Setting struct {
	Option string         // of settings, or --set-file
	Text   string         // key=value
	Files  []*source.File // that --set-file names: their texts are the values
}

// settings are the options of Helm that set values, each with what reads its text.
var settings = map[string]func(text string, into map[string]any) error{
	"--set-json": strvals.ParseJSON, "--set": strvals.ParseInto,
	"--set-string": strvals.ParseIntoString, "--set-literal": strvals.ParseLiteralInto,
}

// into sets the values. Text is what the text of a file becomes.
func (s Setting) into(all map[string]any, text func(*source.File) any) error {
	if read := settings[s.Option]; read != nil {
		return read(s.Text, all)
	}
	left := s.Files
	return strvals.ParseIntoFile(s.Text, all, func([]rune) (any, error) {
		f := left[0]
		left = left[1:]
		return text(f), nil
	})
}

// Names are those of the files that --set-file names, in its order: where it cannot be parsed, those before.
func (s Setting) Names() (names []string) {
	if settings[s.Option] == nil {
		_ = strvals.ParseIntoFile(s.Text, map[string]any{}, func(name []rune) (any, error) {
			names = append(names, string(name))
			return "", nil
		})
	}
	return names
}

// cited are the texts that it sets, behind the keys that tell which of them are secret.
func (s Setting) cited() []*source.File {
	if len(s.Files) == 0 {
		return []*source.File{source.NewFile(s.Option, []byte(s.Text))}
	}
	set := map[string]any{}
	_ = s.into(set, func(f *source.File) any { return f }) // rendering tells what is wrong
	return behindKeys("", set)
}

func behindKeys(key string, v any) (all []*source.File) {
	switch v := v.(type) {
	case map[string]any:
		for name, e := range v {
			all = append(all, behindKeys(key+"."+name, e)...)
		}
	case []any:
		return lists.Flat(v, func(e any) []*source.File { return behindKeys(key, e) })
	case *source.File:
		all = []*source.File{source.NewFile(v.Name, slices.Concat([]byte(key[1:]+"="), v.Data))}
	}
	return all
}

// Given are the files that a release is installed with: those of values, and those that --set-file names.
func (r Release) Given() []*source.File {
	return slices.Concat(r.Values, lists.Flat(r.Set, func(s Setting) []*source.File { return s.Files }))
}

// With is the release with other files in place of its own.
func (r Release) With(of func(*source.File) *source.File) Release {
	r.Values = lists.Of(r.Values, of)
	r.Set = lists.Of(r.Set, func(s Setting) Setting {
		s.Files = lists.Of(s.Files, of)
		return s
	})
	return r
}

func (r Release) String() string {
	words := lists.Of(r.Values, func(f *source.File) string { return "-f " + f.Name })
	if len(r.Set) > 0 { // what it sets may be a secret
		words = append(words, r.Set[0].Option)
	}
	return strings.Join(words, " ")
}

func (r Release) read() (map[string]any, error) {
	all := map[string]any{}
	for _, f := range r.Values {
		v, err := helmchart.ReadValues(f.Data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		all = helmchart.Merge(all, v)
	}
	for _, s := range r.Set {
		if err := s.into(all, func(f *source.File) any { return string(f.Data) }); err != nil {
			name, _, _ := strings.Cut(s.Text, "=")
			return nil, fmt.Errorf("%s %s: %w", s.Option, name, err)
		}
	}
	return all, nil
}

func (r Release) mark(m *marks, skip func(string) bool) map[string]any {
	all := map[string]any{}
	for _, f := range r.Values {
		v, err := helmchart.ReadValues(f.Data)
		if err != nil {
			continue // read has said so
		}
		all = helmchart.Merge(all, m.markFile(f, v, skip))
	}
	for _, s := range r.Set {
		if err := s.into(all, m.whole); err == nil {
			all = m.markSet(source.NewFile(s.Option, []byte(s.Text)), all, "", skip).(map[string]any)
		}
	}
	return all
}

// whole marks the text of a file, of which all is a value.
func (m *marks) whole(f *source.File) any {
	if text := string(f.Data); mayHoldMarks(text) {
		return text
	}
	return m.encode(source.Verbatim(f.Span(0, len(f.Data))))
}

// markSet marks the values that --set brought: those without marks yet.
func (m *marks) markSet(f *source.File, v any, path string, skip func(string) bool) any {
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			v[key] = m.markSet(f, e, path+"."+key, skip)
		}
		return v
	case []any:
		for i, e := range v {
			v[i] = m.markSet(f, e, path, skip)
		}
		return v
	case nil:
		return nil
	case string:
		if mayHoldMarks(v) {
			return v
		}
	}
	if skip(path) {
		return v
	}
	text := source.Vague(fmt.Sprint(v), f.Span(0, len(f.Data)))
	if name, value, ok := strings.Cut(string(f.Data), "="); ok && value == text.String() {
		text = source.Verbatim(f.Span(len(name)+1, len(f.Data)))
	}
	return m.marked(mark{text: text, typed: typedOrNil(v)})
}

// conditions are the paths of values that switch dependencies on: Helm looks at them before templates do.
func conditions(of *helmchart.Chart) func(path string) bool {
	var paths []string
	declared := func(c *helmchart.Chart) []*helmchart.Dependency { return c.Metadata.Dependencies }
	for _, d := range lists.Flat(of.All(), declared) {
		for p := range strings.SplitSeq(d.Condition, ",") {
			if p = strings.TrimSpace(p); p != "" {
				paths = append(paths, "."+p)
			}
		}
	}
	return func(path string) bool {
		return strings.HasPrefix(path, ".tags.") || slices.ContainsFunc(paths, func(p string) bool { return strings.HasSuffix(path, p) })
	}
}

// ValuesBeside are the values files beside a chart's own: values-*.yaml, *-values.yaml and those of ci.
func (c *Chart) ValuesBeside() []string {
	// Charts that stand in the folder, and are not below charts/.
	others := lists.Found(c.loaded.Raw, func(f *helmchart.File) (string, bool) {
		folder, is := strings.CutSuffix(f.Name, "/Chart.yaml")
		return folder + "/", is
	})
	all := lists.Found(c.loaded.Raw, func(f *helmchart.File) (string, bool) {
		within := slices.ContainsFunc(others, func(folder string) bool { return strings.HasPrefix(f.Name, folder) })
		return path.Join(c.Path, f.Name), isBeside(f.Name) && c.folder && !within
	})
	slices.Sort(all)
	return all
}

var besideName = lazyregexp.New(`^(?:(?:ci|values|envs?|environments?)/[^/]+|` +
	`(?:[^/]+/)*(?:values[-_.][^/]+|[^/]+[-_.]values)|(?:[^/]+/)+values)\.ya?ml$`)

// isBeside tells values files of releases; those of examples and tests of a chart are of none.
func isBeside(way string) bool {
	some := lists.AnyWord(way, strings.Contains, "values", "env", "ci/") // most names have none, and need no expression
	return some && besideName.MatchString(way) && !IsPart(way) && !asides.MatchString(way)
}

var asides = lazyregexp.New(`(?:^|/)(?:examples?|tests?)/`)

// IsPart reports whether a file, by its way from a chart's folder, is a template of it, or of a
// chart below: no release is installed with it.
func IsPart(way string) bool {
	return strings.HasPrefix(way, "templates/") || strings.HasPrefix(way, "charts/")
}

// IsTemplate reports whether a file, by its way from a chart's folder, is a template of it or of one below.
func IsTemplate(way string) bool { return templateWay.MatchString(way) }

var templateWay = lazyregexp.New(`^(?:charts/[^/]+/)*templates/`)

// IsValues reports whether a file, by its way from a chart's folder, holds values that the chart is
// installed with: its own, those of a chart below, or a file beside them.
func IsValues(way string) bool { return IsOwn(way) || isBeside(way) }

// IsOwn reports whether a file, by its way from a chart's folder, holds the values that the chart, or
// one below, brings itself.
func IsOwn(way string) bool { return way == "values.yaml" || ownBelow.MatchString(way) }

var ownBelow = lazyregexp.New(`^(?:charts/[^/]+/)+values\.yaml$`)

type values = helmchart.Values

// markFile marks the values that Helm read from a file with where they stand
// in it. A value that is not found there stays as it is.
func (m *marks) markFile(f *source.File, read map[string]any, skip func(path string) bool) map[string]any {
	m.bounds.Spend(perYAML*len(f.Data), "places in values")
	documents, err := yamldoc.Parse(f)
	if err != nil {
		return read
	}
	var marked any = read
	for _, d := range documents { // Helm merges them
		marked = m.markNode(d.Root, marked, "", skip)
	}
	return marked.(map[string]any)
}

// markNode marks the values that a node holds. Values are merged and looked at
// before templates see them: what switches a dependency on keeps its type.
func (m *marks) markNode(n *yamldoc.Node, v any, path string, skip func(string) bool) any {
	switch v := v.(type) {
	case map[string]any:
		m.bounds.Spend(perEntry*len(v), "places in values")
		out := make(map[string]any, len(v))
		for key, e := range v {
			out[key] = e
			if found, is := n.Entry(key); is {
				out[key] = m.markNode(found.Value, e, path+"."+key, skip)
			}
		}
		return out
	case []any:
		m.bounds.Spend(perEntry*len(v), "places in values")
		out, items := make([]any, len(v)), n.Items()
		for i, e := range v {
			out[i] = e
			if len(items) == len(v) {
				out[i] = m.markNode(items[i], e, path, skip)
			}
		}
		return out
	case nil:
		return nil
	case string:
		if mayHoldMarks(v) { // by an earlier document, or a character of the same number
			return v
		}
	}
	if n.Kind() != yamldoc.Scalar || skip(path) {
		return v
	}
	return m.leaf(n, v)
}

// perEntry is what finding the place of one value takes.
const perEntry = 500

// leaf marks one value. A number may print as another text than was written.
func (m *marks) leaf(n *yamldoc.Node, v any) any {
	k := mark{text: n.Text().Written(), typed: typedOrNil(v), node: n}
	if !n.Alias().IsZero() {
		k.text = source.Vague(n.Value(), n.Alias().Written().Foremost())
	}
	if k.typed != nil {
		k.spelt = k.text
	}
	if k.text.Foremost().IsZero() {
		return v
	}
	if printed := fmt.Sprint(v); printed != k.text.String() {
		k.text = source.Vague(printed, n.Span().Written().Foremost())
	}
	return m.marked(k)
}

// key marks a key of a mapping that came from a file with its value.
func (m *marks) key(key, v any) any {
	name, ok := key.(string)
	if !ok || mayHoldMarks(name) {
		return key
	}
	n := m.nodeOf(v, 0)
	if k := n.Key(); k != nil && k.Value() == name && k.Exact() {
		return m.encode(k.Text().Written())
	}
	return key
}

// nodeOf is the node of a file that a value came from; a collection came from what holds the nodes of its values.
func (m *marks) nodeOf(v any, depth int) *yamldoc.Node {
	if depth > 8 {
		return nil
	}
	m.bounds.Spend(100*(1+itemsOf(v)), "places")
	switch v := v.(type) {
	case string:
		if k := m.only(v); k != nil {
			return k.node
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if n := m.nodeOf(v[key], depth+1); n != nil && n.Key() != nil && n.Key().Value() == strip(key) {
				return n.Parent()
			}
		}
	case []any:
		for _, e := range v {
			if n := m.nodeOf(e, depth+1); n != nil && n.Parent().Kind() == yamldoc.Sequence {
				return n.Parent()
			}
		}
	}
	return nil
}
