package secret

import "strings"

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

// remarkAt is where a comment says something; of anything else it is the place
// itself.
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

// inFlow reports whether a key stands in braces.
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
	if strings.IndexByte("|>[{\"'\n\r", f.at(p)) >= 0 {
		return p
	}
	return k
}
