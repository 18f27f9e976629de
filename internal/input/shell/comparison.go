package shell

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// style is how a script may hold a release.
type style func(jdk int) string

func major(jdk int) string { return strconv.Itoa(jdk) } // 8, 17

func first(jdk int) string { // 1, 17
	if jdk < 9 {
		return "1"
	}
	return major(jdk)
}

func short(jdk int) string { // 1.8, 17.0
	if jdk < 9 {
		return "1." + major(jdk)
	}
	return major(jdk) + ".0"
}

func full(jdk int) string { // 1.8.0_292, 17.0.2
	if jdk < 9 {
		return short(jdk) + ".0_292"
	}
	return short(jdk) + ".2"
}

func spoken(jdk int) string { return `openjdk version "` + full(jdk) + `"` }

// where are the releases whose value meets a condition.
func (s style) where(meets func(value string) bool) jdks {
	var set jdks
	for jdk := oldest; jdk <= newest; jdk++ {
		if meets(s(jdk)) {
			set |= 1 << (jdk - oldest)
		}
	}
	return set
}

// stylesOf are those in which a release may be compared with a text.
func stylesOf(text string) []style {
	switch {
	case strings.Contains(text, "."):
		return []style{full, short}
	case strings.Trim(text, "*^$") == "1":
		return []style{first}
	}
	return []style{major}
}

var (
	// What has the release of a JDK in it: the name of a variable or of a
	// function, or the command that prints it.
	releaseName = lazyregexp.New(`(?i)(?:java|jdk|jvm|jre)(?:[a-z0-9_]*_)?(?:ver(?:sion|s?(?:_|\b))|major|release)|(?:java|jdk|jvm|jre)_?\d|(?:version|ver|major)_(?:of_)?(?:java|jdk|jvm|jre)`)
	saysRelease = lazyregexp.New(`(?i)(?:java|jdk|jre|jvm)\S*["'}]*\s[^|;&]*-(?:full)?version\b`)
	// What is a part of it, or another one.
	otherNumber = lazyregexp.New(`(?i)minor|patch|update|build|vendor|min_|_min|need|requir|expect|support|(?:java|jdk|jvm|jre)_?\d`)
	expanded    = lazyregexp.New(`\$\{?[#!]?(\w+)`)
	// Digits of two numbers are put together: 18 may be 1.8 then.
	putTogether = lazyregexp.New(`\\1\\2|\$1 *\$2|tr -d|//[.\\]|\bs/\\?\.`)
)

const longestLook = 2000 // at what a variable is set to, in bytes

// learn remembers the variables that are set to the release of a JDK.
func (r *reader) learn(a *syntax.Assign) {
	if a.Name == nil {
		return
	}
	r.set[a.Name.Value] = true
	if a.Value == nil {
		return
	}
	if text := r.slice(a.Value).String(); r.speaks(text) {
		r.versions[a.Name.Value] = putTogether.MatchString(text[:min(len(text), longestLook)]) || slices.ContainsFunc(namesIn(text), func(n string) bool { return r.versions[n] })
	}
}

func namesIn(text string) []string {
	var all []string
	for _, m := range expanded.FindAllStringSubmatch(text[:min(len(text), longestLook)], -1) {
		all = append(all, m[1])
	}
	return all
}

// speaks reports whether a text is about the release of a JDK.
func (r *reader) speaks(text string) bool {
	text = text[:min(len(text), longestLook)]
	return releaseName.MatchString(text) || saysRelease.MatchString(text) ||
		slices.ContainsFunc(namesIn(text), func(n string) bool { _, is := r.versions[n]; return is })
}

// side is one side of a comparison.
type side struct {
	expands       bool // something is put in
	speaks        bool // which is about the release
	may           bool // it is, where it is compared with one: nothing here sets the variable
	several       bool // more than one thing
	other         bool // not the release itself
	together      bool // two of its numbers may stand without a dot between them
	before, after string
}

func (r *reader) sideOf(w *syntax.Word) side {
	var s side
	var read func(parts []syntax.WordPart)
	read = func(parts []syntax.WordPart) {
		for _, p := range parts {
			text := r.slice(p).String()
			switch p := p.(type) {
			case *syntax.Lit:
				s.literal(text)
			case *syntax.SglQuoted:
				s.literal(p.Value)
			case *syntax.DblQuoted:
				read(p.Parts)
			default:
				s.several = s.several || s.expands
				s.expands = true
				s.speaks = s.speaks || r.speaks(text)
				s.may = s.may || r.setElsewhere(namesIn(text))
				s.other = s.other || strings.HasPrefix(text, "${#") || otherNumber.MatchString(text[:min(len(text), longestLook)])
				s.together = s.together || slices.ContainsFunc(namesIn(text), func(n string) bool { return r.versions[n] })
			}
		}
	}
	read(w.Parts)
	return s
}

func (s *side) literal(text string) {
	if s.expands {
		s.after += text
		return
	}
	s.before += text
}

// turned is a comparison with its sides exchanged.
var turned = map[string]string{"-lt": "-gt", "-gt": "-lt", "-le": "-ge", "-ge": "-le", "<": ">", ">": "<"}

// compare reads the comparison of two words.
func (r *reader) compare(x *syntax.Word, operator string, y *syntax.Word) condition {
	left, right := r.sideOf(x), r.sideOf(y)
	if operator == "=~" { // a backslash is a part of the expression
		right.before = strings.NewReplacer(`"`, "", "'", "").Replace(r.slice(y).String())
	}
	return left.compared(operator, right)
}

// number is a side of a comparison within (( )), where variables need no sign.
func (r *reader) number(w *syntax.Word) side {
	name := w.Lit()
	if !syntax.ValidName(name) {
		return r.sideOf(w)
	}
	return side{expands: true, speaks: r.speaks("$" + name), may: r.setElsewhere([]string{name}), other: otherNumber.MatchString(name), together: r.versions[name]}
}

func (left side) compared(operator string, right side) condition {
	if right.speaks {
		left, right = right, left
		if to, changes := turned[operator]; changes {
			operator = to
		}
	}
	left.speaks = left.speaks || left.may && right.isRelease()
	switch {
	case !left.speaks || !right.expands && right.before == left.before+left.after: // it asks whether there is one
		return anything
	case left.several || left.other || right.expands:
		return notUnderstood
	}
	return left.against(operator, right.before)
}

// setElsewhere reports whether a name alone is a version that nothing here sets, as a
// function about Java does of a script that this one takes in: Ignite's functions.sh.
func (r *reader) setElsewhere(names []string) bool {
	return len(names) == 1 && bareVersion.MatchString(names[0]) && !r.set[names[0]] && asksJava.MatchString(r.text.String())
}

// asksJava finds a function of such a script.
var asksJava = lazyregexp.New(`(?i)\bcheck_?java\b|\bjava_?(?:major_?)?version\b`)

var bareVersion = lazyregexp.New(`(?i)^(?:version|ver|major|major_?version)$`)

// isRelease tells a number that is one of the releases of the JDK.
func (s side) isRelease() bool {
	n, err := strconv.Atoi(s.before)
	return err == nil && !s.expands && n >= 8 && n < newest
}

// against is what the release is compared with.
func (left side) against(operator, text string) condition {
	switch operator {
	case "=", "==":
		return equal(text, left.before, left.after)
	case "!=":
		return equal(text, left.before, left.after).not()
	case "=~":
		return found(text, left.before, left.after, stylesOf(text)...)
	case "<", ">", `\<`, `\>`:
		less := strings.HasSuffix(operator, "<")
		return understood(stylesOf(text)[0].where(func(v string) bool {
			v = left.before + v + left.after
			return less && v < text || !less && v > text
		}))
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n >= newest || left.before+left.after != "" || left.together && n > 14 && n < 19 {
		return notUnderstood
	}
	return understood(stylesOf(text)[0].where(func(v string) bool {
		value, _ := strconv.Atoi(v)
		switch operator {
		case "-eq":
			return value == n
		case "-ne":
			return value != n
		case "-lt":
			return value < n
		case "-le":
			return value <= n
		case "-gt":
			return value > n
		}
		return value >= n
	}))
}

func equal(pattern, before, after string) condition {
	for _, s := range stylesOf(pattern) {
		set := s.where(func(v string) bool {
			matched, _ := path.Match(pattern, before+v+after)
			return matched
		})
		if set != 0 {
			return understood(set)
		}
	}
	return notUnderstood
}

func found(expression, before, after string, styles ...style) condition {
	compiled, err := regexp.Compile(strings.ReplaceAll(expression, `\|`, "|"))
	if err != nil {
		return notUnderstood
	}
	for _, s := range styles {
		if set := s.where(func(v string) bool { return compiled.MatchString(before + v + after) }); set != 0 {
			return understood(set)
		}
	}
	return notUnderstood
}

// understood is a test that some releases meet. One that all meet asks for the
// form of the text.
func understood(set jdks) condition {
	switch set {
	case 0:
		return notUnderstood
	case every:
		return anything
	}
	return on(set)
}
