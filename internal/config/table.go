package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/report/formats"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/wildcard"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// How words are written.
var (
	aRelease    = form{`a release of the JDK such as 17, or a build such as "17.0.9" or 8u252`, `^(1\.)?[0-9]{1,2}(u[0-9]+|(\.[0-9]+)+(_[0-9]+)?)?([-+][-+.0-9A-Za-z]+)?$`, 1, false}
	aVersion    = form{`a version of Hazelcast such as "5.3.1"`, `^v?[0-9]+\.[0-9]+(\.[0-9]+)?$`, 1, false}
	aSize       = form{`a size such as 10Gi, or a number of bytes`, `^[0-9]+(\.[0-9]+)?([KMGTP]i?|[kmgt])?B?$`, 1, true}
	someCPUs    = form{`a number of CPUs such as 8 or 500m`, `^[0-9]+(\.[0-9]+)?m?$`, 1, false}
	aCount      = form{`a whole number greater than zero`, `^[1-9][0-9]{0,8}$`, 1, true}
	aDuration   = form{`a duration such as 12s or 900ms`, `^([0-9]+(\.[0-9]+)?(ms|s|m|h))+$`, 0, false}
	aPercent    = form{`a share such as 75%`, `^[0-9]{1,3}%?$`, 1, true}
	aKubernetes = form{`a release of Kubernetes such as 1.31 or "v1.31.4"`, `^v?(0|[1-9][0-9]*)(\.[0-9]+)+[^\n]*$`, 1, false}
	anAPI       = form{`an API such as monitoring.coreos.com/v1`, `^\S+$`, 0, false}
	aGlob       = form{`a path with wildcards such as "deploy/**/*.yaml"`, `^[^/\\][^\\]*$`, 0, false}
	aPath       = form{`a path below the folder of this file`, `^[^/\\][^\\]*$`, 0, false}
	aName       = form{`a name with wildcards such as "registry.example.org/base/*"`, `^\S+$`, 0, false}
	aVariable   = form{`the name of a variable such as JAVA_OPTS`, `^[A-Za-z_][A-Za-z0-9_]*$`, 0, false}
	someText    = form{`JVM options`, `^[^\n]+$`, 0, false}
)

var formOf = map[workload.Quantity]form{
	workload.QuantityBytes: aSize, workload.QuantityCPUs: someCPUs, workload.QuantityCount: aCount, workload.QuantityDuration: aDuration,
}

func top(rules []*lint.Rule) keys[Config] {
	return append(within(section(rules), func(c *Config) *Section { return &c.Section }), keys[Config]{
		row("exclude", "files that are not judged", many(glob()), func(c *Config, v []Glob) { c.Exclude = v }),
		row("select", "the only rules that are applied: their names, patterns with *, or groups", many(choice(rules)),
			func(c *Config, v []Choice) { c.Select = v }),
		row("ignore", "rules that are not applied, named in the same way", many(choice(rules)),
			func(c *Config, v []Choice) { c.Ignore = v }),
		row("fail-on", "lowest severity that gives exit code 1", word("severity", lint.Severities()), func(c *Config, v Word) { c.FailOn = v }),
		row("format", "output, if the current folder is below this file", word("format", formats.Names()), func(c *Config, v Word) { c.Format = v }),
		row("baseline", "file that lists findings to leave out, as check --write-baseline writes it", localPath(), func(c *Config, v Word) { c.Baseline = v }),
		row("strict", "whether every file that cannot be read is a problem, not only those that are named or known to configure a JVM", aSwitch(), func(c *Config, v Word) { c.Strict = v }),
		row("files", "settings for some files only; the last one that sets something wins", many(mapping(some(rules))), func(c *Config, v []Files) { c.Files = v }),
		row("images", "images that jvmlint does not know, or knows too little about", many(mapping(imageKeys())), func(c *Config, v []images.Image) { c.Images = v }),
		row("together", "options of a JVM in one file, its Hazelcast configuration in another", many(mapping(pairKeys())), func(c *Config, v []Pair) { c.Together = v }),
		{ // for its name and its schema: the rules are read before everything else, which may speak of them
			name: customRules, doc: "rules of this project, applied beside jvmlint's own",
			schema: many(mapping(definitionKeys())).schema,
			read:   func(*reader, *yamldoc.Node, *Config) {},
		},
	}...)
}

func section(rules []*lint.Rule) keys[Section] {
	return append(append(within(factKeys(), func(s *Section) *workload.Facts { return &s.Facts }),
		within(clusterKeys(), func(s *Section) *helmchart.Cluster { return &s.Cluster })...),
		row("rules", "rules that are off, or have another severity or other numbers", ruleSettings(rules), func(s *Section, v map[string]RuleSetting) { s.Rules = v }))
}

func some(rules []*lint.Rule) keys[Files] {
	return append(keys[Files]{must(row("paths", "the files, relative to the folder of this file", many(glob()), func(f *Files, v []Glob) { f.Paths = v }))},
		within(section(rules), func(f *Files) *Section { return &f.Section })...)
}

// factKeys are the facts, under the names of the options.
func factKeys() keys[workload.Facts] {
	ks := keys[workload.Facts]{
		row("jdk", "release or build of the JDK that runs it, or a list of those that may", oneOrMany(checked(aRelease, workload.StatedJDK)), func(f *workload.Facts, v []Word) {
			names, by := values(v)
			f.JDK, _ = workload.StatedJDKs(names, by, nil)
		}),
		row("hazelcast", "version of Hazelcast, such as 5.3.1", checked(aVersion, workload.StatedHazelcast), func(f *workload.Facts, v Word) {
			f.HazelcastVersion, _ = workload.StatedHazelcast(v.Value)
			f.HazelcastWhy = v.By
		}),
	}
	node := keys[workload.Facts]{
		row("cgroup", "its control groups: v1, v2, or v2-only where the kernel has no controllers of version 1", word("control groups", lists.Of(hotspot.Cgroups, func(c hotspot.Cgroup) string { return string(c) })), func(f *workload.Facts, v Word) {
			f.Node.Cgroup, f.Node.By = hotspot.Cgroup(v.Value), v.By
		}),
	}
	for _, s := range workload.AllStated {
		form := formOf[s.Quantity]
		if form.least != 0 {
			form.least = s.Least
		}
		name, ofNode := strings.CutPrefix(s.Name, workload.NodePrefix)
		placed := func(w Word) (source.Value, error) { // what must change is the container, not what is said of it
			v, err := s.State(w.Value, w.By)
			v.Text = source.Vague(v.Text.String(), w.At)
			return v, err
		}
		key := row(name, s.Doc, text(form, placed), func(f *workload.Facts, v source.Value) { *s.Of(f) = v })
		if ofNode {
			node = append(node, key)
		} else {
			ks = append(ks, key)
		}
	}
	return append(ks, row("node", "the node that containers run on", mapping(node), func(f *workload.Facts, v workload.Facts) { f.Node = v.Node }))
}

// clusterKeys are what charts are rendered for, under the names of the options.
func clusterKeys() keys[helmchart.Cluster] {
	return keys[helmchart.Cluster]{
		row("kube-version", "release of Kubernetes to render charts for, as helm template --kube-version", checked(aKubernetes, helmchart.ParseKubeVersion), func(c *helmchart.Cluster, v Word) {
			c.KubeVersion, _ = helmchart.ParseKubeVersion(v.Value)
			c.KubeVersionBy = v.By
		}),
		row("api-versions", "APIs that charts find beside those of Kubernetes, as helm template --api-versions", many(plain(anAPI)), func(c *helmchart.Cluster, v []Word) {
			c.APIVersions, c.APIVersionsBy = values(v)
		}),
	}
}

// values are those of words, and the place of the first.
func values(words []Word) (all []string, by string) {
	if len(words) == 0 {
		return nil, ""
	}
	return lists.Of(words, func(w Word) string { return w.Value }), words[0].By
}

func imageKeys() keys[images.Image] {
	return keys[images.Image]{
		must(row("name", "its repository; * matches anything but /, ** matches that too", checked(aName, images.NewPattern), func(i *images.Image, v Word) {
			i.Name, _ = images.NewPattern(v.Value)
			i.Source, i.Declared = v.By, true
		})),
		row("tag", "its tags; all of them if it is missing", checked(aName, images.NewPattern), func(i *images.Image, v Word) { i.Tag, _ = images.NewPattern(v.Value) }),
		row("jdk", "release or build of the JDK that it brings", checked(aRelease, workload.StatedJDK), func(i *images.Image, v Word) {
			i.Build, _ = workload.StatedJDK(v.Value)
			i.JDK = i.Build.Release
		}),
		row("jvm", "what it runs: OpenJ9 is not predicted; none: programs in other languages", word("JVM", images.JVMs), func(i *images.Image, v Word) { i.JVM = v.Value }),
		row("hazelcast", "version of the Hazelcast member that it starts", checked(aVersion, workload.StatedHazelcast), func(i *images.Image, v Word) {
			i.Hazelcast, _ = workload.StatedHazelcast(v.Value)
		}),
		row("options", "JVM options that its start script puts first", plain(someText), func(i *images.Image, v Word) {
			i.Arguments = append([]images.Argument{{Default: v.Value}}, i.Arguments...)
		}),
		row("reads", "variables whose options its start script passes to one java, in order", many(plain(aVariable)), func(i *images.Image, v []Word) {
			i.Arguments = append(i.Arguments, lists.Of(v, func(w Word) images.Argument { return images.Argument{Variable: w.Value} })...)
		}),
	}
}

func pairKeys() keys[Pair] {
	return append(keys[Pair]{
		must(row("options", "the file that says how the JVM is started", localPath(), func(p *Pair, v Word) { p.Options = v })),
		must(row("hazelcast-config", "the Hazelcast YAML of the same process", localPath(), func(p *Pair, v Word) { p.Hazelcast = v })),
	}, within(factKeys(), func(p *Pair) *workload.Facts { return &p.Facts })...)
}

func glob() kind[Glob] {
	return text(aGlob, func(w Word) (Glob, error) {
		pattern := strings.TrimSuffix(strings.TrimPrefix(w.Value, "./"), "/")
		if !wildcard.Valid(pattern) || slices.Contains(strings.Split(pattern, "/"), "..") {
			return Glob{}, fmt.Errorf("%q is not %s", w.Value, aGlob.what)
		}
		return Glob{pattern, w.By}, nil
	})
}

// off turns a rule off.
const off = "off"

// choose turns off what ignore names, and all but what select does.
func (c *Config) choose(all []*lint.Rule) {
	turn := func(id string, by Choice) {
		c.put(Section{Rules: map[string]RuleSetting{id: {Level: Word{Value: off, By: by.By, At: by.At}}}})
	}
	for _, r := range all {
		named := func(c Choice) bool { return slices.Contains(c.IDs, r.ID) }
		if len(c.Select) > 0 && !slices.ContainsFunc(c.Select, named) {
			turn(r.ID, c.Select[0])
		}
		if i := slices.IndexFunc(c.Ignore, named); i >= 0 {
			turn(r.ID, c.Ignore[i])
		}
	}
}

func choice(rules []*lint.Rule) kind[Choice] {
	names := append(lint.Groups(), lint.IDs(rules)...)
	return kind[Choice]{
		read: func(r *reader, n *yamldoc.Node) (Choice, bool) {
			if n.Kind() != yamldoc.Scalar {
				r.fault(n, "expected the name of a rule")
				return Choice{}, false
			}
			ids, err := lint.Named(n.Value(), rules)
			if err != nil {
				r.fault(n, "%v", err)
			}
			return Choice{ids, r.by(n), n.Span()}, err == nil
		},
		schema: func() object { return anyOf(object{"enum": names}, object{"type": "string", "pattern": `\*`}) },
	}
}

func levels() kind[Word] {
	k := word("setting of a rule", append([]string{off}, lint.Severities()...))
	k.schema = func() object { return object{"$ref": "#/$defs/level"} }
	return k
}

func ruleSettings(rules []*lint.Rule) kind[map[string]RuleSetting] {
	return kind[map[string]RuleSetting]{
		read: func(r *reader, n *yamldoc.Node) (map[string]RuleSetting, bool) {
			all := map[string]RuleSetting{}
			ruleKeys(rules).readNames(r, n, &all, "rule")
			return all, true
		},
		schema: func() object { return object{"$ref": "#/$defs/rules"} },
	}
}

func ruleKeys(rules []*lint.Rule) keys[map[string]RuleSetting] {
	return lists.Of(rules, func(rule *lint.Rule) key[map[string]RuleSetting] {
		return row(rule.ID, rule.Title, setting(rule), func(to *map[string]RuleSetting, v RuleSetting) { (*to)[rule.ID] = v })
	})
}

// setting is off, a severity, or a mapping with more.
func setting(rule *lint.Rule) kind[RuleSetting] {
	level, ks := levels(), settingKeys(rule)
	return kind[RuleSetting]{
		read: func(r *reader, n *yamldoc.Node) (RuleSetting, bool) {
			if n.Kind() == yamldoc.Scalar {
				w, ok := level.read(r, n)
				return RuleSetting{Level: w}, ok
			}
			return mapping(ks).read(r, n)
		},
		schema: func() object {
			if len(rule.Parameters) == 0 {
				return object{"$ref": "#/$defs/rule"}
			}
			return anyOf(level.schema(), ks.schema())
		},
	}
}

func settingKeys(rule *lint.Rule) keys[RuleSetting] {
	ks := keys[RuleSetting]{row("severity", "of all its findings, or off", levels(), func(s *RuleSetting, v Word) { s.Level = v })}
	for _, p := range rule.Parameters {
		ks = append(ks, row(p.Name, fmt.Sprintf("%s; %s by default", p.Doc, p.Text(p.Default)), parameter(p), func(s *RuleSetting, v source.Value) {
			if s.Parameters == nil {
				s.Parameters = map[string]source.Value{}
			}
			s.Parameters[p.Name] = v
		}))
	}
	return ks
}

// parameter is a number in the unit of the parameter, and in its range.
func parameter(p lint.Parameter) kind[source.Value] {
	how := map[lint.Unit]struct {
		form form
		read func(source.Text, source.Origin) (source.Value, error)
	}{
		lint.UnitCount:        {aCount, workload.Count},
		lint.UnitPercent:      {aPercent, percent},
		lint.UnitBytes:        {aSize, workload.Bytes},
		lint.UnitMilliseconds: {aDuration, workload.Duration},
	}[p.Unit]
	k := text(how.form, func(w Word) (source.Value, error) {
		v, err := how.read(source.Unlocated(w.Value, w.By), source.Argument)
		v.Why = w.By
		if err == nil && (v.N < p.Least || v.N > p.Most) {
			err = fmt.Errorf("%s is out of range: %s to %s", w.Value, p.Text(p.Least), p.Text(p.Most))
		}
		return v, err
	})
	written := k.schema
	k.schema = func() object {
		s := written()
		numbers, _ := s["anyOf"].([]object)
		for _, number := range numbers {
			if number["type"] == "integer" {
				number["minimum"], number["maximum"] = p.Least, p.Most
			}
		}
		return s
	}
	return k
}

func percent(t source.Text, origin source.Origin) (source.Value, error) {
	var n int64
	_, err := fmt.Sscanf(strings.TrimSuffix(t.String(), "%"), "%d", &n)
	return source.Value{N: n, Origin: origin, Text: t}, err
}

// Lint is what the settings come to for a run of the rules. A rule that is asked for by name is never off.
func Lint(rules map[string]RuleSetting, asked []string) lint.Settings {
	all := lint.Settings{}
	for id, r := range rules {
		s := lint.Setting{Off: r.Level.Value == off && !slices.Contains(asked, id)}
		if i := slices.Index(lint.Severities(), r.Level.Value); i >= 0 {
			s.Severity = new(lint.Severity(i))
		}
		for name, v := range r.Parameters {
			if s.Parameters == nil {
				s.Parameters = map[string]int64{}
			}
			s.Parameters[name] = v.N
		}
		all[id] = s
	}
	return all
}
