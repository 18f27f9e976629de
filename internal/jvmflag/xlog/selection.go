package xlog

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
)

// level is how much is logged: a line shows where its level is not below the level that is asked for.
type level uint8

const (
	off level = iota
	trace
	debug
	info
	warning
	failure
)

var levels = [...]string{"off", "trace", "debug", "info", "warning", "error"}

// selection is one of the parts between commas of what is to be logged: tag1+tag2*=level.
type selection struct {
	tags     tagSet // in the order typed
	wildcard bool   // lines with further tags are meant too
	level    level
	// stale is tags, and behind them what selections before in the same option left in HotSpot's memory: up to JDK
	// 17 it takes that for further tags when it looks for a suggestion. What else the memory held, left by earlier
	// options, is not known.
	stale tagSet
}

func (s selection) selects(set tagSet) bool {
	n := s.tags.len()
	lacking := func(tag uint8) bool { return !set.has(tag) }
	return (s.wildcard || n == set.len()) && !slices.ContainsFunc(s.tags[:n], lacking)
}

func (s selection) count(sets []tagSet) int {
	n := 0
	for _, set := range sets {
		if s.selects(set) {
			n++
		}
	}
	return n
}

// parseSelections reads what is to be logged; nothing stands for all of it.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/logging/logSelectionList.cpp, LogSelectionList::parse (JDK 9 to 25)
func parseSelections(jdk int, text string, r *report) (all []selection, ok bool) {
	text = cmp.Or(text, "all")
	names, _ := tagsOf(jdk)
	var stale tagSet
	most := either.Of(jdk < 21, 256, 320) // parts of one option
	for part := range strings.SplitSeq(text, ",") {
		if len(all) == most {
			r.line("Can not have more than ", strconv.Itoa(most), " log selections in a single configuration.")
			return nil, false
		}
		s, ok := parseSelection(names, part, r)
		if !ok {
			return nil, false
		}
		if s.stale = s.tags; jdk < 18 {
			copy(stale[:], s.tags[:s.tags.len()])
			s.stale = stale
		}
		all = append(all, s)
	}
	return all, true
}

// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/logging/logSelection.cpp, parse_internal (JDK 9 to 25)
func parseSelection(names []string, text string, r *report) (s selection, ok bool) {
	s.level = info
	text, level, leveled := strings.Cut(text, "=")
	if leveled {
		if s.level, ok = parseLevel(level, r); !ok {
			return s, false
		}
	}
	if text == "all" {
		s.wildcard = true
		return s, true
	}
	if i := strings.IndexByte(text, '*'); i >= 0 && i == len(text)-1 {
		s.wildcard = true
		text = text[:i]
	}
	first, _, _ := strings.Cut(text, "+")
	for n, more := 0, true; more; n++ {
		var typed string
		typed, text, more = strings.Cut(text, "+")
		tag := findTag(names, typed)
		if tag == 0 {
			similar := similarName(names[1:], 0.5, func(name string) float64 { return pairSimilarity(name, typed) })
			r.line("Invalid tag '", typed, "' in log selection.", didYouMean(similar))
			return s, false
		}
		if n == mostTags {
			r.line("Too many tags in log selection '", first, "' (can only have up to ", strconv.Itoa(mostTags), " tags).")
			return s, false
		}
		s.tags[n] = tag
	}
	for i, tag := range s.tags[:s.tags.len()] {
		if slices.Contains(s.tags[i+1:], tag) {
			r.line("Log selection contains duplicates of tag ", names[tag], ".")
			return s, false
		}
	}
	return s, true
}

func parseLevel(typed string, r *report) (level, bool) {
	if i := slices.IndexFunc(levels[:], func(name string) bool { return sameIgnoringCase(name, typed) }); i >= 0 {
		return level(i), true
	}
	similar := similarName(levels[1:], 0.4, func(name string) float64 { return pairSimilarity(typed, name) })
	r.line("Invalid level '", typed, "' in log selection.", didYouMean(similar))
	return 0, false
}

func didYouMean(name string) string {
	if name == "" {
		return ""
	}
	return " Did you mean '" + name + "'?"
}

// Unmatched is a selection that no line of the log has the tags of.
type Unmatched struct {
	Selection string   // as the JVM names it, without its level
	Similar   []string // selections that may have been meant, the likeliest first
}

// verifySelections says which selections no line of the log has the tags of.
func verifySelections(jdk int, all []selection, r *report) (unmatched []Unmatched) {
	names, sets := tagsOf(jdk)
	for _, s := range all {
		if s.count(sets) > 0 {
			continue
		}
		similar := lists.Of(similarTo(s, sets), func(s suggestion) string { return s.describe(names) })
		u := Unmatched{s.describe(names), similar}
		unmatched = append(unmatched, u)
		meant := ""
		if len(u.Similar) > 0 {
			meant = "Did you mean any of the following? " + strings.Join(u.Similar, " ")
		}
		r.line("No tag set matches selection: ", u.Selection, ". ", meant)
	}
	return unmatched
}

func (s selection) describe(names []string) string {
	tags := lists.Of(s.tags[:s.tags.len()], func(tag uint8) string { return names[tag] })
	text := strings.Join(tags, "+")
	if s.wildcard {
		text += "*"
	}
	return text
}

// similarity is the Sørensen–Dice coefficient of the tags.
func (s selection) similarity(other selection) float64 {
	n, m, shared := s.tags.len(), other.tags.len(), 0
	for _, tag := range s.tags[:n] {
		if other.tags.has(tag) {
			shared++
		}
	}
	return 2 * float64(shared) / float64(n+m)
}

type suggestion struct {
	selection
	similarity float64
	count      int // sets of tags that it selects
}

// similarTo are up to five selections that may have been meant.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/logging/logSelection.cpp, LogSelection::suggest_similar_matching (JDK 11 to 25)
func similarTo(s selection, sets []tagSet) []suggestion {
	const enough = 0.3
	var room [5]suggestion
	found := room[:0]
	if wider := (selection{tags: s.stale, wildcard: true}); !s.wildcard {
		if n := wider.count(sets); n > 0 {
			found = append(found, suggestion{wider, s.similarity(wider), n})
		}
	}
	for _, set := range sets {
		c := suggestion{selection: selection{tags: set, wildcard: true}}
		if c.similarity = s.similarity(c.selection); c.similarity < enough {
			continue
		}
		if c.count = c.selection.count(sets); c.count == 1 { // the wildcard adds nothing
			c.wildcard = false
		}
		if len(found) < len(room) {
			found = append(found, c)
			continue
		}
		least := 0
		for i := range found {
			if found[i].similarity < found[least].similarity {
				least = i
			}
		}
		if c.similarity > found[least].similarity {
			found[least] = c
		}
	}
	quickSort(found)
	return found
}

// order is below 0 where a is the better suggestion.
func (a *suggestion) order(b *suggestion) int {
	if d := b.similarity - a.similarity; math.Abs(d) > 1e-6 {
		return cmp.Compare(d, 0)
	}
	return cmp.Or(a.tags.len()-b.tags.len(), b.count-a.count)
}

// quickSort sorts as HotSpot does, who swaps equals too: the median of the
// first, the middle and the last parts the others.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/utilities/quickSort.hpp (JDK 9 to 25)
func quickSort(a []suggestion) {
	if len(a) < 2 {
		return
	}
	middle, last := len(a)/2, len(a)-1
	for _, pair := range [...][2]int{{0, middle}, {0, last}, {middle, last}} {
		if a[pair[0]].order(&a[pair[1]]) > 0 {
			a[pair[0]], a[pair[1]] = a[pair[1]], a[pair[0]]
		}
	}
	if len(a) < 4 {
		return
	}
	pivot, left, right := a[middle], 0, last
	for ; ; left, right = left+1, right-1 {
		for a[left].order(&pivot) < 0 {
			left++
		}
		for a[right].order(&pivot) > 0 {
			right--
		}
		if left >= right {
			break
		}
		a[left], a[right] = a[right], a[left]
	}
	quickSort(a[:right+1])
	quickSort(a[right+1:])
}

// mostTags is how many tags a line of the log, or a selection, may have.
const mostTags = 5

// tagSet is the tags of a line of the log: their places in the release's list, and 0 behind the last.
type tagSet [mostTags]uint8

func (s tagSet) len() int {
	n := 0
	for n < mostTags && s[n] != 0 {
		n++
	}
	return n
}

func (s tagSet) has(tag uint8) bool { return slices.Contains(s[:], tag) }

// table is the tags of a release, the first of them at 1, in HotSpot's own order, and all sets of tags that its
// lines have, in the order in which HotSpot goes over them: that of the build that the table is made from.
type table struct {
	jdk   int
	names []string
	sets  []tagSet
}

// tagsOf gives the table of a release. One between two tables is held to have what either has, as far as nothing is
// known of it: it refuses no tag, and calls no set of tags unmatched, that it may have.
func tagsOf(jdk int) (names []string, sets []tagSet) {
	t := merged.Of(jdk, func(jdk int) table {
		after := slices.IndexFunc(tables[:], func(t table) bool { return t.jdk > jdk })
		switch {
		case after == 0:
			return tables[0]
		case after < 0:
			return tables[len(tables)-1]
		case tables[after-1].jdk == jdk:
			return tables[after-1]
		}
		return merge(jdk, tables[after-1], tables[after])
	})
	return t.names, t.sets
}

var merged parallel.Memo[int, table]

// merge adds to the table before a release what the one behind it has.
func merge(jdk int, before, after table) table {
	lacked := func(name string) bool {
		return slices.ContainsFunc(absences[:], func(a absence) bool { return a.tag == name && a.since <= jdk && jdk <= a.until })
	}
	t := table{jdk: jdk, names: slices.Clone(before.names), sets: slices.Clone(before.sets)}
	places := make([]uint8, len(after.names)) // in t, of the tags that it has
	for i, name := range after.names[1:] {
		at := slices.Index(t.names, name)
		if at < 0 && !lacked(name) {
			at, t.names = len(t.names), append(t.names, name)
		}
		places[i+1] = uint8(max(at, 0))
	}
	for _, set := range after.sets {
		n := set.len()
		for i := range n {
			set[i] = places[set[i]]
		}
		if set.len() == n && !slices.Contains(t.sets, set) {
			t.sets = append(t.sets, set)
		}
	}
	return t
}

// absence is a tag that releases lack for certain, though the table behind them has it.
type absence struct {
	tag          string
	since, until int
}

var absences = [...]absence{
	{"continuations", 18, 18}, // https://openjdk.org/jeps/425
	{"aot", 22, 23},           // https://openjdk.org/jeps/483
	{"methodtrace", 22, 24},   // https://openjdk.org/jeps/520
	{"monitortable", 22, 23},  // https://bugs.openjdk.org/browse/JDK-8315884
	{"training", 22, 24},      // https://openjdk.org/jeps/515
}

// findTag finds a tag whatever its case, and gives 0 for what is none.
func findTag(names []string, typed string) uint8 {
	return uint8(max(slices.IndexFunc(names, func(name string) bool { return sameIgnoringCase(name, typed) }), 0))
}

// sameIgnoringCase compares an ASCII name as strcasecmp does: only ASCII letters have case, and all others are longer.
func sameIgnoringCase(name, typed string) bool {
	return len(name) == len(typed) && strings.EqualFold(name, typed)
}

// similarName finds the name that HotSpot means by "Did you mean": the last of
// the most similar ones, if it is similar enough.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/logging/logTag.cpp, LogTag::fuzzy_match (JDK 9 to 25)
func similarName(names []string, enough float64, similarity func(name string) float64) string {
	best := ""
	for _, name := range names {
		if s := similarity(name); s >= enough {
			best, enough = name, s
		}
	}
	return best
}

// pairSimilarity is the share of the adjacent pairs of letters of a that stand somewhere in b.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/utilities/stringUtils.cpp, StringUtils::similarity (JDK 9 to 25)
func pairSimilarity(a, b string) float64 {
	if a == "" || b == "" {
		return 0
	}
	hits := 0
	for i := range len(a) - 1 {
		if strings.Contains(b, a[i:i+2]) {
			hits++
		}
	}
	return 2 * float64(hits) / float64(len(a)+len(b))
}
