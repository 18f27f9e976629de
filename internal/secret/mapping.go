package secret

import (
	"iter"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
)

// entry is a key of a mapping: of YAML, in either style, or of JSON.
type entry struct {
	name         string
	start, colon int
}

// keyAt is the key that stands at a place.
func (f *finder) keyAt(i int) (entry, bool) {
	start := f.skip(i, `\"'`)
	end := f.nameEnd(start)
	colon := f.skip(f.skip(end, `\"'`), " \t")
	ok := end > start && f.at(colon) == ':' && (colon > end || isBlank(f.at(colon+1)) || f.at(colon+1) == '\n' || colon+1 == len(f.text))
	return entry{f.text[start:end], start, colon}, ok
}

// named looks whether the key or the attribute of this name says that its
// sibling is a secret: {name: DB_PASSWORD, value: x}, or a Secret of Kubernetes.
func (f *finder) named(start, end int) {
	k := f.skip(f.skip(end, `\"'`), " \t")
	separator := f.at(k)
	if separator != ':' && separator != '=' {
		return
	}
	from := f.skip(k+1, " \t\\\"'")
	value := f.text[from:f.nameEnd(from)]
	switch {
	case f.text[start:end] == "kind" && value == "Secret" && separator == ':':
		for e := range f.siblings(start) {
			if e.name == "data" || e.name == "stringData" {
				named := f.found
				f.found = nil
				f.all(e.start, e.colon+1)
				f.data = append(f.data, f.found...)
				f.found = named
			}
		}
	case f.text[start:end] == "kind" || !promises(value):
	case separator == '=':
		f.attribute(start)
	default:
		f.values(f.siblings(start))
	}
}

// attribute takes the value of an element of XML: another attribute of it, or its text.
func (f *finder) attribute(start int) {
	begin := strings.LastIndexByte(f.text[max(0, start-near):start], '<')
	end := f.until(start, '>')
	if begin < 0 || end == start {
		return
	}
	begin += max(0, start-near)
	if n := strings.Index(f.text[begin:end], " value="); n >= 0 {
		k := begin + n + len(" value=")
		f.add(k, f.wordEnd(k))
	} else if f.text[end-1] != '/' {
		f.add(end+1, f.until(end+1, '<'))
	}
}

// all takes each scalar of a mapping, whatever its name.
func (f *finder) all(key, colon int) {
	k := f.skip(colon, " \t")
	if f.at(k) == '{' {
		for e := range f.entries(k) {
			f.scalar(e.start, e.colon+1, func(int) {})
		}
		return
	}
	for line := range f.below(key, k) {
		item := f.itemAt(line.Start)
		if e, isKey := f.keyAt(item); isKey {
			f.scalar(e.start, e.colon+1, func(int) {})
		} else {
			f.add(f.remarkAt(line.Start), line.End)
		}
	}
}

// children takes the value of a secret that is a mapping: token: {value: x}.
func (f *finder) children(key, k int) {
	if f.at(k) == '{' {
		f.values(f.entries(k))
		return
	}
	for line := range f.below(key, k) { // the first
		f.values(f.siblings(f.itemAt(line.Start)))
		return
	}
}

// values takes those of the entries that are called so.
func (f *finder) values(entries iter.Seq[entry]) {
	for e := range entries {
		if e.name == "value" {
			f.scalar(e.start, e.colon+1, func(int) {})
		}
	}
}

// siblings are the entries of the mapping that a key is in.
func (f *finder) siblings(key int) iter.Seq[entry] {
	if f.inFlow(key) {
		depth := 0
		for p := key - 1; p >= max(0, key-near); p-- {
			switch f.text[p] {
			case '}':
				depth++
			case '{':
				if depth--; depth < 0 {
					return f.entries(p)
				}
			}
		}
		return func(func(entry) bool) {}
	}
	return f.block(key)
}

// entries are those of a mapping in braces.
func (f *finder) entries(brace int) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		depth := 0
		for p := brace + 1; p < min(len(f.text), brace+2*near); p++ {
			switch c := f.text[p]; {
			case c == '{' || c == '[':
				depth++
			case c == '}' || c == ']':
				if depth--; depth < 0 {
					return
				}
			case c == '"' || c == '\'' || inName(c):
				e, ok := f.keyAt(p)
				if ok && depth == 0 && !yield(e) {
					return
				}
				switch {
				case ok:
					p = e.colon
				case inName(c):
					p = f.nameEnd(p) - 1
				default:
					if _, end, closed := f.closing(p+1, c, 0); closed {
						p = end - 1
					}
				}
			}
		}
	}
}

// block are the entries of a mapping without braces: the keys of one column, up to lines of a smaller one.
func (f *finder) block(key int) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		column := f.column(key)
		first := f.firstOf(key, column)
		for n, begin := 0, first; n < nearLines && begin < len(f.text); n, begin = n+1, f.nextLine(begin) {
			content, end := f.skip(begin, " \t"), f.lineEnd(begin)
			item := f.itemAt(content)
			if content < end && (content-begin < column || f.has(begin, "---")) && begin > first {
				return
			}
			if item-begin == column {
				if e, ok := f.keyAt(item); ok && !yield(e) {
					return
				}
			}
		}
	}
}

// firstOf is where the first line begins of the mapping in which a key stands.
func (f *finder) firstOf(key, column int) int {
	begin := f.lineStart(key)
	for n := 0; n < nearLines && begin > 0; n++ {
		content := f.skip(begin, " \t")
		if item := f.itemAt(content); item > content && item-begin == column {
			break // "- name: x" begins it
		}
		above := f.lineStart(begin - 1)
		if content = f.skip(above, " \t"); content < f.lineEnd(above) && (f.itemAt(content)-above < column || f.has(above, "---")) {
			break
		}
		begin = above
	}
	return begin
}

// below are the lines that stand deeper than a key, from the one behind a
// place; items of a list may stand as deep as the key.
func (f *finder) below(key, place int) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		column := f.column(key)
		for begin := f.nextLine(place); begin < len(f.text); begin = f.nextLine(begin) {
			end := f.lineEnd(begin)
			content := f.skip(begin, " \t")
			switch indent := content - begin; {
			case content >= end:
			case indent < column, indent == column && !f.has(content, "- "), !yield(Span{content, end}):
				return
			}
		}
	}
}

// withinKey is where a value in quotes ends, or its first line where a line of
// it would stand left of its key: then the quote closes another one.
func (f *finder) withinKey(key, value, end int) int {
	column := f.column(key)
	for begin := f.nextLine(value); begin <= end && begin < len(f.text); begin = f.nextLine(begin) {
		if content := f.skip(begin, " \t"); content < f.lineEnd(begin) && content-begin < column {
			return f.lineEnd(value)
		}
	}
	return end
}

func (f *finder) lineStart(i int) int { return strings.LastIndexByte(f.text[:i], '\n') + 1 }

func (f *finder) column(i int) int {
	at := f.skipBack(i, `\"'`)
	return at - f.lineStart(at)
}

// itemAt is where the content of a line begins, behind the marks of lists.
func (f *finder) itemAt(i int) int {
	for f.has(i, "- ") {
		i = f.skip(i+1, " \t")
	}
	return i
}

// isNextItem reports whether the item that begins at a place is of the list in
// which a word stands, and may be the word of an option.
func (f *finder) isNextItem(word, item int) bool {
	begin := f.lineStart(word)
	before := f.skip(begin, " \t")
	_, isKey := f.keyAt(f.itemAt(item))
	return f.has(before, "- ") && before-begin == item-f.lineStart(item) && !isKey
}

// remarkAt is where a comment says something; of anything else it is the place itself.
func (f *finder) remarkAt(i int) int {
	if f.at(i) == '#' {
		return f.skip(i, "# \t")
	}
	return i
}

// isItem reports whether a word begins an item of a list.
func (f *finder) isItem(word int) bool {
	at := f.skipBack(word, " \t")
	switch f.at(at - 1) {
	case '[', ',':
		return true
	case '-':
		return at < word && f.first(f.skipBack(at-1, " \t-"))
	}
	return false
}

// itemEnd is where an item of a list ends that has no quotes.
func (f *finder) itemEnd(k, word int) int {
	if f.at(f.skipBack(word, " \t")-1) == '-' {
		return f.commentOr(k, f.lineEnd(k))
	}
	return f.flowEnd(k)
}

func (f *finder) inFlow(key int) bool {
	c := f.at(f.skipBack(f.skipBack(key, `\"'`), " \t\r\n") - 1)
	return c == '{' || c == ','
}

// flowEnd is where a scalar without quotes ends between brackets.
func (f *finder) flowEnd(k int) int {
	end := f.lineEnd(k)
	for p := k; p < end; p++ {
		if r := f.referenceEnd(p); r > p {
			p = r - 1
		} else if strings.IndexByte(",]}", f.text[p]) >= 0 {
			return p
		}
	}
	return end
}

// matching is the bracket that closes one.
func (f *finder) matching(bracket int) int {
	depth := 0
	for p := bracket; p < min(len(f.text), bracket+near); p++ {
		switch f.text[p] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return p
			}
		}
	}
	return f.lineEnd(bracket)
}

// commentOr is where a comment begins, at most end.
func (f *finder) commentOr(k, end int) int {
	if n := strings.Index(f.text[min(k, end):end], " #"); n >= 0 {
		return k + n
	}
	return end
}

// tag goes over the tag and the anchor of a node.
func (f *finder) tag(k int) int {
	p := k
	for c := f.at(p); c == '!' || c == '&'; c = f.at(p) {
		for p < len(f.text) && !isBlank(f.text[p]) && f.text[p] != '\n' {
			p++
		}
		p = f.skip(p, " \t")
	}
	return either.Of(strings.IndexByte("|>[{\"'\n\r", f.at(p)) >= 0, p, k)
}
