package project

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// pair is a pair of a configuration with the names of its files as inputs have them.
type pair struct {
	config.Pair
	options, hazelcast string
}

// withPairs adds the files that go with one that is judged: each is half of a process. They are read, and not changed.
func (p *Project) withPairs(files []found, r *Files) []found {
	var seen []*config.Config
	for _, f := range files {
		if slices.Contains(seen, f.config) {
			continue
		}
		seen = append(seen, f.config)
		for _, together := range f.config.Together {
			files = p.withPair(files, f.config, together, r)
		}
	}
	return files
}

func (p *Project) withPair(files []found, c *config.Config, together config.Pair, r *Files) []found {
	names := [2]string{}
	judged := false
	for i, w := range []config.Word{together.Options, together.Hazelcast} {
		path := c.Path(w.Value)
		if at := slices.IndexFunc(files, func(f found) bool { return p.samePath(f.path, path) }); at >= 0 {
			path, judged = files[at].path, true
		}
		names[i] = filepath.ToSlash(filepath.Clean(path))
	}
	if !judged {
		return files
	}
	for i, w := range []config.Word{together.Options, together.Hazelcast} {
		if slices.ContainsFunc(files, func(f found) bool { return p.samePath(f.path, names[i]) }) {
			continue
		}
		if !filesystem.IsRegular(p.files, names[i]) {
			message := fmt.Sprintf("%q is not a file", w.Value)
			r.Faults = append(r.Faults, &source.Problem{File: c.File, Span: w.At, Message: message})
			return files
		}
		files = append(files, found{path: names[i], named: true, config: c, beside: true})
	}
	p.pairs = append(p.pairs, pair{together, names[0], names[1]})
	return files
}

func (p *Project) samePath(a, b string) bool {
	x, errX := p.files.Abs(a)
	y, errY := p.files.Abs(b)
	return errX == nil && errY == nil && x == y
}

// checkPairs tells of pairs that do not make a process.
func checkPairs(p *Project, r *linked) {
	fail := func(w config.Word, message string) {
		r.failures = append(r.failures, &source.Problem{File: w.At.File, Span: w.At, Message: w.Value + ": " + message})
	}
	for _, pair := range p.pairs {
		options, member := inputOf(r.plain, pair.options), inputOf(r.plain, pair.hazelcast)
		if options != nil && !slices.ContainsFunc(options.Workloads, func(w *workload.Workload) bool { return w.HasJVM() }) {
			fail(pair.Options, "it does not show how a JVM is started")
		}
		if member != nil && memberOf(member) == nil {
			fail(pair.Hazelcast, "it is not the configuration of a Hazelcast member")
		}
	}
}

func inputOf(inputs []*Input, name string) *Input {
	found, _ := lists.First(inputs, func(in *Input) bool { return in.Chart == nil && in.File.Name == name })
	return found
}

// memberOf is the configuration of a member that a file holds.
func memberOf(in *Input) *hazelcast.Config {
	for _, w := range in.Workloads {
		if w.Hazelcast != nil && !w.HasJVM() {
			return w.Hazelcast
		}
	}
	return nil
}

// Join makes one process of the JVMs of a file and the configuration of
// another, which is then not judged by itself. What the pair says goes with it.
func (p *Project) Join(inputs []*Input) (map[*workload.Workload]workload.Facts, map[*hazelcast.Config]bool) {
	facts, joined := map[*workload.Workload]workload.Facts{}, map[*hazelcast.Config]bool{}
	for _, pair := range p.pairs {
		options, other := inputOf(inputs, pair.options), inputOf(inputs, pair.hazelcast)
		if options == nil || other == nil || memberOf(other) == nil {
			continue
		}
		member := memberOf(other)
		for _, w := range options.Workloads {
			if w.HasJVM() {
				w.Hazelcast, w.IsMember = member, true
				facts[w], joined[member] = pair.Facts, true
			}
		}
	}
	return facts, joined
}
