package input

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// copyFiles reads COPY and ADD: from the folder of the build, or from a stage before.
func (s *stage) copyFiles(arguments source.Text, before map[string]*stage) {
	arguments, from := afterFlags(arguments)
	texts := quotedWords(arguments)
	if list, isList := reading.JSONWords(arguments); isList {
		texts = reading.TextsOf(list)
	}
	words := lists.Of(texts, func(w source.Text) string {
		return strings.Trim(expandVariables(w, s.value).String(), `"'`)
	})
	last := len(words) - 1
	if last < 1 {
		return
	}
	to := s.at(words[last])
	if s.brought = append(s.brought, to); slices.ContainsFunc(words, func(w string) bool {
		return strings.Contains(w, "$") || strings.HasPrefix(w, "<<") || strings.Contains(w, "://")
	}) {
		return
	}
	into := last > 1 || strings.HasSuffix(words[last], "/") || strings.HasSuffix(words[last], ".") && path.Base(words[last]) == "." || s.isFolder(to)
	for _, w := range words[:last] {
		switch builder := before[strings.ToLower(from)]; {
		case from == "":
			w = cmp.Or(strings.TrimPrefix(path.Clean("/"+w), "/"), ".")
			s.add(reading.Copied{From: w, To: to, Into: into})
		case builder != nil:
			for _, c := range builder.copies {
				s.addFrom(c, path.Clean("/"+w), to, into)
			}
		}
	}
}

// isFolder reports whether a path of the image is known to be a folder: one that the stage
// works in, or that something was copied into.
func (s *stage) isFolder(at string) bool {
	return at == s.dir && at != "" || slices.ContainsFunc(s.copies, func(c reading.Copied) bool { return c.Into && c.To == at || strings.HasPrefix(c.To, at+"/") })
}

// mostCopies bounds what is known of the files of a stage: each may have all of another.
const mostCopies = 1000

func (s *stage) add(c reading.Copied) {
	if len(s.copies) < mostCopies {
		s.copies = append(s.copies, c)
	}
}

// addFrom copies on what another stage has below a path.
func (s *stage) addFrom(c reading.Copied, w, to string, into bool) {
	if from, copied := c.Source(w); copied {
		s.add(reading.Copied{From: from, To: to, Into: into})
	}
	if below, within := strings.CutPrefix(c.To+"/", strings.TrimSuffix(w, "/")+"/"); within && !(c.To == w && !c.Into) {
		s.add(reading.Copied{From: c.From, To: path.Join(to, below), Into: c.Into})
	}
}

// afterFlags is what stands behind the options of an instruction; from is the stage that one of them names.
func afterFlags(arguments source.Text) (behind source.Text, from string) {
	for {
		s := arguments.String()
		start := len(s) - len(strings.TrimLeft(s, " \t"))
		if !strings.HasPrefix(s[start:], "--") {
			return arguments.Slice(start, len(s)), from
		}
		end := start + strings.IndexAny(s[start:]+" ", " \t")
		if name, is := strings.CutPrefix(s[start:end], "--from="); is {
			from = name
		}
		arguments = arguments.Slice(end, len(s))
	}
}

// at is a path of the image, from the folder in which the stage works.
func (s *stage) at(p string) string {
	switch {
	case path.IsAbs(p):
		return path.Clean(p)
	case path.Clean(p) == "." && s.dir == "":
		return ""
	}
	return path.Join(s.dir, p)
}

// source are the files of the build's folder that may stand at a path of the image, first what was copied last. The
// name of a program alone is looked for in the folders for programs, too.
func (s *stage) source(p string) []string {
	all := s.sourceAt(s.at(p))
	if !strings.Contains(p, "/") {
		all = append(all, lists.Flat(start.Paths(p, ""), s.sourceAt)...)
	}
	return all
}

// sourceAt is what a path of the image was copied from, the last copy first.
func (s *stage) sourceAt(p string) []string {
	all := lists.Found(s.copies, func(c reading.Copied) (string, bool) { return c.Source(p) })
	slices.Reverse(all)
	return all
}

// files are what the image has of the build's folder. Of that folder as a whole it is what its command names.
func (s *stage) files() []string {
	all := lists.Of(s.copies, func(c reading.Copied) string { return c.From })
	all = slices.DeleteFunc(all, func(from string) bool { return from == "." })
	for _, l := range []*launch{s.entry, s.command} {
		if l == nil {
			continue
		}
		for _, w := range l.words {
			for _, word := range strings.Fields(w.Text.String()) {
				if word = strings.TrimPrefix(strings.Trim(word, `"';`), "@"); strings.Contains(word, ".") && len(all) < mostCopies {
					all = append(all, s.source(word)...)
				}
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// lacks reports whether no instruction brings a file to a path, or may: none copies to it, or to a folder around it, and
// all commands are such as bring nothing but packages, users and rights.
func (s *stage) lacks(p string) bool {
	p = path.Clean(p) + "/"
	return path.IsAbs(p) && !slices.ContainsFunc(s.brought, func(to string) bool {
		return strings.Contains(to, "$") || !path.IsAbs(to) || strings.HasPrefix(p, strings.TrimSuffix(to, "/")+"/")
	}) && !slices.ContainsFunc(s.reads, func(e reading.Expansion) bool {
		return e.Variable == "" && (!bringsNothing.MatchString(e.Text) || ofAgents.MatchString(e.Text))
	})
}

var (
	bringsNothing = lazyregexp.New(`^(?:\s*(?:apk|apt(?:-get)?|yum|dnf|microdnf|(?:add|del)(?:user|group)|(?:user|group)add|ch(?:mod|own)|mkdir|rm|set)\b[^&|;<]*(?:&&|\|\||;|$))+$`)
	ofAgents      = lazyregexp.New(`(?i)(?:apk|apt|yum|dnf)\b[^&|;]*(?:agent|apm|otel|trac|relic|jmx)`) // packages that may bring some
)

var fetches = lazyregexp.New(`^\s*(?:--(?:checksum|link)\S*\s+)*https?://\S+\s+(/\S*[^/\s])\s*$`)
var changesMode = lazyregexp.New(`\bch(?:mod|own)\b`)

// addUnreadable adds agents that ADD fetches for root alone, where another user runs a JVM with them.
// https://docs.docker.com/reference/dockerfile/#adding-files-from-a-url
func (s *stage) addUnreadable(in *reading.Input, of workload.Workload, all []*workload.Workload) {
	if strings.Trim(s.user, "0") == "" || strings.HasPrefix(s.user, "root") || strings.ContainsAny(s.user[:1], "$0") || slices.ContainsFunc(s.reads, func(e reading.Expansion) bool { return changesMode.MatchString(e.Text) }) {
		return
	}
	fetched := map[string]source.Text{}
	for _, t := range s.fetched {
		if m := fetches.FindStringSubmatchIndex(t.String()); m != nil {
			fetched[expandVariables(t.Slice(m[2], m[3]), s.value).String()] = t.Slice(m[2], m[3])
		}
	}
	for _, w := range all {
		for _, o := range w.Options {
			if agent := reading.AgentPath.FindStringSubmatch(o.String()); agent != nil && fetched[s.at(agent[1])].Len() > 0 {
				in.AddSlip(of, s.user, fetched[s.at(agent[1])], workload.FetchedForRoot)
			}
		}
	}
}
