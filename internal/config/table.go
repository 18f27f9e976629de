package config

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/report/formats"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
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

// formOf says how a quantity is written.
var formOf = map[workload.Quantity]form{
	workload.QuantityBytes: aSize, workload.QuantityCPUs: someCPUs, workload.QuantityCount: aCount, workload.QuantityDuration: aDuration,
}

// top are the keys of the file.
func top(rules []*lint.Rule) keys[Config] {
	return append(within(section(rules), func(c *Config) *Section { return &c.Section }), keys[Config]{
		row("exclude", "files that are not judged", many(glob()), func(c *Config, v []Glob) { c.Exclude = v }),
		row("select", "the only rules that are applied: their names, patterns with *, or groups", many(choice(rules)), func(c *Config, v []Choice) { c.Select = v }),
		row("ignore", "rules that are not applied, named in the same way", many(choice(rules)), func(c *Config, v []Choice) { c.Ignore = v }),
		row("fail-on", "lowest severity that gives exit code 1", word("severity", lint.Severities()), func(c *Config, v Word) { c.FailOn = v }),
		row("format", "output, if the current folder is below this file", word("format", formats.Names()), func(c *Config, v Word) { c.Format = v }),
		row("baseline", "file that lists findings to leave out, as check --write-baseline writes it", place(aPath, filepath.IsLocal), func(c *Config, v Word) { c.Baseline = v }),
		row("strict", "whether every file that cannot be read is a problem, not only those that are named or known to configure a JVM", aSwitch(), func(c *Config, v Word) { c.Strict = v }),
		row("files", "settings for some files only; the last one that sets something wins", many(mapping(some(rules))), func(c *Config, v []Files) { c.Files = v }),
		row("images", "images that jvmlint does not know, or knows too little about", many(mapping(imageKeys())), func(c *Config, v []images.Image) { c.Images = v }),
		row("together", "options of a JVM in one file, its Hazelcast configuration in another", many(mapping(pairKeys())), func(c *Config, v []Pair) { c.Together = v }),
		customKey(),
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
		row("jdk", "release or build of the JDK that runs it, or a list of those that may", oneOrMany(text(aRelease, statedJDK)), func(f *workload.Facts, v []statedBuild) { f.JDK = candidates(v) }),
		row("hazelcast", "version of Hazelcast, such as 5.3.1", text(aVersion, statedHazelcast), func(f *workload.Facts, v statedVersion) {
			f.HazelcastVersion, f.HazelcastWhy = v.version, v.by
		}),
	}
	node := keys[workload.Facts]{
		row("cgroup", "its control groups: v1, v2, or v2-only where the kernel has no controllers of version 1", word("control groups", cgroups()), func(f *workload.Facts, v Word) {
			f.Node.Cgroup, f.Node.By = hotspot.Cgroup(v.Value), v.By
		}),
	}
	for _, s := range workload.AllStated {
		form := formOf[s.Quantity]
		if form.least != 0 {
			form.least = s.Least
		}
		name, ofNode := strings.CutPrefix(s.Name, workload.NodePrefix)
		key := row(name, s.Doc, placed(text(form, s.State)), func(f *workload.Facts, v source.Value) { *s.Of(f) = v })
		if ofNode {
			node = append(node, key)
		} else {
			ks = append(ks, key)
		}
	}
	return append(ks, row("node", "the node that containers run on", mapping(node), func(f *workload.Facts, v workload.Facts) { f.Node = v.Node }))
}

func cgroups() (names []string) {
	for _, c := range hotspot.Cgroups {
		names = append(names, string(c))
	}
	return names
}

// clusterKeys are what charts are rendered for, under the names of the options.
func clusterKeys() keys[helmchart.Cluster] {
	return keys[helmchart.Cluster]{
		row("kube-version", "release of Kubernetes to render charts for, as helm template --kube-version", text(aKubernetes, statedKubernetes), func(c *helmchart.Cluster, v helmchart.Cluster) {
			c.KubeVersion, c.KubeVersionBy = v.KubeVersion, v.KubeVersionBy
		}),
		row("api-versions", "APIs that charts find beside those of Kubernetes, as helm template --api-versions", many(text(anAPI, statedAPI)), func(c *helmchart.Cluster, v []helmchart.Cluster) {
			for _, one := range v {
				c.APIVersions, c.APIVersionsBy = append(c.APIVersions, one.APIVersions...), v[0].APIVersionsBy
			}
		}),
	}
}

func statedKubernetes(word, by string) (helmchart.Cluster, error) {
	v, err := helmchart.ParseKubeVersion(word)
	return helmchart.Cluster{KubeVersion: v, KubeVersionBy: by}, err
}

func statedAPI(word, by string) (helmchart.Cluster, error) {
	return helmchart.Cluster{APIVersions: []string{word}, APIVersionsBy: by}, nil
}

type statedBuild struct {
	build release.Build
	by    string
}

func statedJDK(word, by string) (statedBuild, error) {
	build, err := workload.StatedJDK(word)
	return statedBuild{build, by}, err
}

func candidates(stated []statedBuild) workload.JDK {
	var builds []release.Build
	for _, s := range stated {
		builds = append(builds, s.build)
	}
	if builds == nil {
		return workload.JDK{}
	}
	return workload.StateJDK(builds, stated[0].by)
}

type statedVersion struct {
	version hazelcast.Version
	by      string
}

func statedHazelcast(word, by string) (statedVersion, error) {
	version, err := workload.StatedHazelcast(word)
	return statedVersion{version, by}, err
}

// imageKeys are what may be said of an image.
func imageKeys() keys[images.Image] {
	return keys[images.Image]{
		must(row("name", "its repository; * matches anything but /, ** matches that too", text(aName, named), func(i *images.Image, v images.Image) {
			i.Name, i.Source, i.Declared = v.Name, v.Source, true
		})),
		row("tag", "its tags; all of them if it is missing", text(aName, func(s, by string) (images.Pattern, error) { return images.NewPattern(s) }), func(i *images.Image, v images.Pattern) { i.Tag = v }),
		row("jdk", "release or build of the JDK that it brings", text(aRelease, statedJDK), func(i *images.Image, v statedBuild) { i.JDK, i.Build = v.build.Release, v.build }),
		row("jvm", "what it runs: OpenJ9 is not predicted; none: programs in other languages", word("JVM", images.JVMs), func(i *images.Image, v Word) { i.JVM = v.Value }),
		row("hazelcast", "version of the Hazelcast member that it starts", text(aVersion, statedHazelcast), func(i *images.Image, v statedVersion) { i.Hazelcast = v.version }),
		row("options", "JVM options that its start script puts first", text(someText, func(s, by string) (images.Argument, error) {
			return images.Argument{Default: s}, nil
		}), func(i *images.Image, v images.Argument) { i.Arguments = append([]images.Argument{v}, i.Arguments...) }),
		row("reads", "variables whose options its start script passes to one java, in order", many(text(aVariable, func(s, by string) (images.Argument, error) {
			return images.Argument{Variable: s}, nil
		})), func(i *images.Image, v []images.Argument) { i.Arguments = append(i.Arguments, v...) }),
	}
}

// named is an image of a name, and where it stands.
func named(s, by string) (images.Image, error) {
	name, err := images.NewPattern(s)
	return images.Image{Name: name, Source: by}, err
}

func pairKeys() keys[Pair] {
	return append(keys[Pair]{
		must(row("options", "the file that says how the JVM is started", place(aPath, filepath.IsLocal), func(p *Pair, v Word) { p.Options = v })),
		must(row("hazelcast-config", "the Hazelcast YAML of the same process", place(aPath, filepath.IsLocal), func(p *Pair, v Word) { p.Hazelcast = v })),
	}, within(factKeys(), func(p *Pair) *workload.Facts { return &p.Facts })...)
}

func glob() kind[Glob] {
	return text(aGlob, func(s, by string) (Glob, error) {
		pattern := strings.TrimSuffix(strings.TrimPrefix(s, "./"), "/")
		if !validGlob(pattern) {
			return Glob{}, fmt.Errorf("%q is not %s", s, aGlob.what)
		}
		return Glob{pattern, by}, nil
	})
}
