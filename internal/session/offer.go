package session

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// offered is a fix that a finding offers.
type offered struct {
	finding *lint.Finding
	fix     *lint.Fix
	instead *instead // nil: of none
}

// instead is of which fix another one is tried.
type instead struct {
	of   *lint.Fix
	why  error      // it does not hold
	rest []lint.Fix // that may be tried in its place, too
}

func (o offered) file() *source.File { return o.fix.Edits[0].Span.File }

// leave leaves a fix to a person, with the reason.
func (o offered) leave(why error) {
	o.fix.Safety, o.fix.Edits, o.fix.Left = lint.Manual, nil, why.Error()
}

// offer keeps the edits of the fixes that applying would accept and that mend their findings, and leaves the others
// to a person. It tries none of findings that are not listed: a trial costs as much as reading and judging the file.
func (t *trial) offer(result *lint.Result, listed func(*lint.Finding) bool) {
	var typed, changing []offered
	owners := map[*source.File]error{}
	changeable := lists.Set(fixable(t.inputs))
	for _, f := range result.Findings {
		if !listed(f) {
			continue
		}
		t.preferOwn(f)
		for i := range f.Fixes {
			o := offered{finding: f, fix: &f.Fixes[i]}
			if len(o.fix.Edits) == 0 {
				continue
			}
			switch file := o.fix.Edits[0].Span.File; {
			case weighs(o) != nil:
				o.leave(weighs(o))
			case strings.HasPrefix(file.Name, "<") && file.Name != source.Stdin: // a command line or a variable: nobody writes it
				typed = append(typed, o)
			case !changeable[file]:
				o.leave(errors.New(file.Name + " is not among the files that are checked"))
			case slices.ContainsFunc(o.fix.Edits, func(e source.Edit) bool { return e.Span.File != file }):
				o.leave(errors.New("it changes several files"))
			default:
				why, known := owners[file]
				if !known {
					why = cmp.Or(ofOwner(file), t.copied(file))
					owners[file] = why
				}
				if why = cmp.Or(why, repair.Explained(o.fix.Edits), t.closes(o), t.misnamed(o), t.overruled(o)); why != nil {
					o.leave(why)
					continue
				}
				changing = append(changing, o)
			}
		}
	}
	t.tellNextOfCommand(typed)
	t.offerTried(changing, result.Unlisted)
	for _, f := range result.Findings {
		f.TellLeft()
	}
}

// offerTried tries fixes: as many together as do not touch each other, one of each finding.
func (t *trial) offerTried(all []offered, unlisted []*source.Problem) {
	more := lists.Set(lists.Of(unlisted, func(p *source.Problem) *source.File { return p.File }))
	tries := trials[offered]{of: t, run: t.session.project.Rest(), edits: editsOf, fails: offered.orOther}
	tries.try = func(set []offered, edits []source.Edit) (func(), error) {
		c, err := t.readEdited(edits, true)
		if err == nil {
			err = c.mends(set)
		}
		if err == nil {
			err = c.provePrints()
		}
		if err != nil {
			return nil, err
		}
		next := c.next()
		return func() {
			if set[0].instead != nil {
				*set[0].instead.of = *set[0].fix
			}
			t.tellNext(set, next)
		}, nil
	}
	files, byFile := lists.By(all, offered.file)
	for _, group := range t.connected(files) {
		var sets [][]offered
		for rest := lists.Flat(group, func(f *source.File) []offered { return byFile[f] }); len(rest) > 0; {
			var together []offered
			together, rest = disjoint(rest)
			sets = append(sets, together)
		}
		// The fixes of a file with more findings than are listed bring up the others.
		tries.add(group, slices.ContainsFunc(group, func(f *source.File) bool { return more[f] }), sets...)
	}
	tries.each()
}

// disjoint are those fixes that can be made together, and the others.
func disjoint(all []offered) (together, others []offered) {
	have, taken := map[*lint.Finding]bool{}, apart{}
	for _, o := range all {
		if !have[o.finding] && taken.take(o.fix.Edits) {
			have[o.finding], together = true, append(together, o)
		} else {
			others = append(others, o)
		}
	}
	return together, others
}

// orOther leaves a fix that does not hold to a person, unless what it would be on another JDK may hold on all.
func (o offered) orOther(why error) []offered {
	if o.instead == nil {
		same := func(other lint.Fix) bool {
			return len(other.Edits) > 0 && !slices.ContainsFunc(other.Edits, func(e source.Edit) bool { return e.Span.File != o.file() })
		}
		o.instead = &instead{o.fix, why, lists.Where(o.fix.Others, same)}
	}
	if len(o.instead.rest) == 0 {
		offered{finding: o.finding, fix: o.instead.of}.leave(o.instead.why)
		return nil
	}
	return []offered{{o.finding, &o.instead.rest[0], &instead{o.instead.of, o.instead.why, o.instead.rest[1:]}}}
}

func editsOf(all []offered) []source.Edit {
	return lists.Flat(all, func(o offered) []source.Edit { return o.fix.Edits })
}

// overruled says of a fix that a file has a part in its finding and overrules the one that the fix changes: the values
// of one environment over those of the chart, the patch of an overlay over its base, a container over its image. What
// others read, too, is not changed for its sake. nil where there is none.
func (t *trial) overruled(o offered) error {
	if len(o.finding.Others()) > 0 && t.ofImage(o) {
		return nil // all containers need it of their image, and there are several
	}
	var over, changed *source.File = nil, o.fix.Edits[0].Span.File
	for _, f := range o.finding.All() {
		in := t.read[f.Workload]
		if in == nil {
			return nil
		}
		layer := layerOf(changed, f.Workload, in)
		if over = partAbove(f, in, layer); over == nil && layer == 0 {
			over = t.ofRelease(o, f, in)
		}
		if over == nil {
			return nil // the file is the finding's own in this release
		}
	}
	return fmt.Errorf("%s has a part in it, and others read %s, too: change it in the first", over.Name, changed.Name)
}

// ofImage reports whether a fix changes what its containers are built by, and no others are.
func (t *trial) ofImage(o offered) bool {
	need := lists.Set(lists.Of(o.finding.All(), func(f *lint.Finding) *workload.Workload { return f.Workload }))
	for w := range t.read {
		by := w.BuiltBy
		if built := by != nil && by.Name == o.fix.Edits[0].Span.File.Name; built != need[w] {
			return false
		}
	}
	return true
}

// ofRelease are the values that a finding comes from which the chart by itself, read from the same lines, lacks.
func (t *trial) ofRelease(o offered, f *lint.Finding, in *project.Input) *source.File {
	if in.Chart == nil || len(in.Release.Values) == 0 {
		return nil
	}
	for w, other := range t.read {
		itself := other.Chart != nil && other.Chart.Path == in.Chart.Path && len(other.Release.Values) == 0
		if itself && w.Name == f.Workload.Name && w.Doubt == "" &&
			!slices.ContainsFunc(o.finding.All(), func(x *lint.Finding) bool { return x.Workload == w }) {
			return in.Release.Values[len(in.Release.Values)-1]
		}
	}
	return nil
}

// partAbove is a file with a part in a finding in a layer above one.
func partAbove(f *lint.Finding, in *project.Input, layer int) *source.File {
	above, _ := lists.First(f.Spans(), func(s source.Span) bool { return layerOf(s.File, f.Workload, in) > layer })
	return above.File
}

// layerOf is the place of a file among those that say how a workload runs: a higher one overrules a lower.
func layerOf(f *source.File, w *workload.Workload, in *project.Input) int {
	named := func(x *source.File) bool { return x.Name == f.Name }
	switch {
	case w.BuiltBy != nil && named(w.BuiltBy), slices.ContainsFunc(in.Linked(reading.Builds), named):
		return -1
	case in.Chart != nil:
		return slices.IndexFunc(in.Release.Values, named) + 1
	case in.Kustomized != nil && in.Kustomized.Patches(f):
		return 1
	}
	return 0
}

// preferOwn puts the second fix of a finding first, where the first one changes a limit that other JVMs share and
// the second one only what is its own.
func (t *trial) preferOwn(f *lint.Finding) {
	if len(f.Fixes) < 2 || len(f.Fixes[0].Edits) != 1 || len(f.Fixes[1].Edits) == 0 {
		return
	}
	if t.limits == nil {
		t.limits = map[source.Span][]string{}
		for _, in := range t.inputs {
			for _, w := range in.Workloads {
				if at := w.Memory.Text.Span(); !at.IsZero() && w.Unread == nil && !w.Helper {
					at = chart.Origin(at)
					t.limits[at] = lists.With(t.limits[at], w.Name)
				}
			}
		}
	}
	if len(t.limits[f.Fixes[0].Edits[0].Span]) > 1+len(f.Others()) {
		f.Fixes[0], f.Fixes[1] = f.Fixes[1], f.Fixes[0]
	}
}

// owners tell by the names and texts of files that changes are for their owner, and say why.
var owners = []struct {
	why  string
	name func(file string) bool
	text *lazyregexp.Regexp
}{
	{"tests read %s, and may expect what stands there",
		lazyregexp.New(`(?:^|/)(?:src/test/resources|__fixtures__)/`).MatchString, anyText},
	{"%s is a sample: change what is made of it",
		lazyregexp.New(`\.(?:dist|orig|sample|example|bak)(?:\.\w+)?$`).MatchString, anyText},
	// The annotation that Helm puts on what it installs, and that copies of a cluster's objects have.
	{"%s is of the release %s that Helm installed: change the values of its chart",
		nil, lazyregexp.New(`(?m)^[ \t]*meta\.helm\.sh/release-name:[ \t]*(\S+)`)},
	{"helm template printed %s of %s: change the values of the chart", nil, ofTemplate},
	{"a comment of %s keeps another image to build from, which may need what is there",
		input.IsDockerfileName, lazyregexp.New(`(?mi)^[ \t]*#+[ \t]*FROM[ \t]+[\w./-]*(?:java|jdk|jre)[\w./-]*(?::\S+)?[ \t\r]*$`)},
	// The version that a cluster gives an object.
	{"kubectl printed %s: change what the objects were made of",
		nil, lazyregexp.New(`(?m)^ +resourceVersion: ["']?\d+["']?[ \t\r]*$`)},
}

var anyText = lazyregexp.New(``)

// ofOwner says why changes are for the owner of a file; nil where nothing tells that.
func ofOwner(file *source.File) error {
	for _, o := range owners {
		if o.name != nil && !o.name(filepath.ToSlash(file.Name)) {
			continue
		}
		if found := o.text.FindSubmatch(file.Data); found != nil {
			groups := lists.Of(found[1:], func(group []byte) any { return group })
			return fmt.Errorf(o.why, append([]any{file.Name}, groups...)...)
		}
	}
	return nil
}

// copied says of which other file of the run one is the copy that a build leaves among its outputs: the next
// build writes it again.
func (t *trial) copied(file *source.File) error {
	name := filepath.ToSlash(file.Name)
	for at, c := range name {
		of := name[at+1:]
		if c == '/' && strings.Contains(of, "/") && t.of[of] != nil && ofBuild.MatchString(name[:at]) {
			return fmt.Errorf("a build made %s of %s: change that", name, of)
		}
	}
	return nil
}

// ofBuild finds the folders that builds write to.
var ofBuild = lazyregexp.New(`(?:^|/)(?:out|target|build|dist)(?:/|$)`)

// ofTemplate finds the comment that helm template puts before each document.
var ofTemplate = lazyregexp.New(`(?m)^# Source: (\S+/templates/\S+)[ \t\r]*$`)

// misnamed says that the size which a fix changes may not be what somebody meant: another heap stands in a variable of
// the container, which nothing reads, or which starts a JVM beside this one.
func (t *trial) misnamed(o offered) error {
	of := o.finding.Workload
	if o.fix.Sizes == lint.NoSize || of.Container == nil || t.read[of] == nil {
		return nil
	}
	for _, w := range t.read[of].Workloads {
		sized := slices.ContainsFunc(w.Options, func(o jvmflag.Option) bool { return strings.HasPrefix(o.String(), "-Xmx") })
		switch v := w.Unread; {
		case w.Container != of.Container:
		case v != nil && strings.Contains(v.Options.String(), "-Xmx"):
			return fmt.Errorf("%s has a heap that reaches no JVM: see to that first", v.Name)
		case o.fix.Sizes != lint.HeapSize && w.Name != of.Name && sized &&
			w.Evidence() == jvmflag.ByConvention && of.Evidence() == jvmflag.ByConvention:
			return fmt.Errorf("%s has a heap of its own, and both may run at once in the container", path.Base(w.Name))
		}
	}
	return nil
}

// weighs says what speaks against a fix of a program of which nobody knows how it uses its heap.
func weighs(o offered) error {
	if o.fix.Weigh != "" && slices.ContainsFunc(o.finding.All(), func(f *lint.Finding) bool { return !f.Workload.IsMember }) {
		return errors.New(o.fix.Weigh)
	}
	return nil
}

// closes says why a fix does not close a port: a file that was read has its number outside of options, so that a
// container, a Service or a Dockerfile may publish it. A port is looked for once.
func (t *trial) closes(o offered) error {
	port := o.fix.Closes
	why, known := t.named[port]
	if known || port == "" {
		return why
	}
	for _, in := range t.inputs {
		for _, file := range append([]*source.File{in.File}, in.Linked(reading.Includes)...) {
			if why == nil && t.names(file, port) {
				why = fmt.Errorf("%s names port %s, too: others may have to reach it", file.Name, port)
			}
		}
	}
	t.named[port] = why
	return why
}

// names reports whether a number stands in a file by itself, outside of options.
func (t *trial) names(file *source.File, number string) bool {
	inWord := func(at int) bool { return at >= 0 && at < len(file.Data) && wordCharacter(file.Data[at]) }
	for from := 0; ; {
		i := bytes.Index(file.Data[from:], []byte(number))
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(number)
		if !inWord(start-1) && !inWord(end) && !t.hasOptionAt(file.Span(start, end)) {
			return true
		}
		from = end
	}
}

func wordCharacter(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// hasOptionAt reports whether an option of a JVM is written around a place.
func (t *trial) hasOptionAt(at source.Span) bool {
	return slices.ContainsFunc(t.inputs, func(in *project.Input) bool {
		return slices.ContainsFunc(in.Workloads, func(w *workload.Workload) bool {
			return slices.ContainsFunc(w.Options, func(o jvmflag.Option) bool { return o.Text.Span().Covers(at) })
		})
	})
}
