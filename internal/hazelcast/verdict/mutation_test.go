package verdict

import (
	"bytes"
	"math/rand"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// mutator changes documents as people do by mistake.
type mutator struct {
	*rand.Rand
	file    *source.File
	entries []yamldoc.Entry
	scalars []*yamldoc.Node
}

// mutate makes one to three changes.
func mutate(r *rand.Rand, text []byte) []byte {
	for n := 1 + r.Intn(3)*r.Intn(2); n > 0; n-- {
		f := source.NewFile("base", text)
		docs, err := yamldoc.Parse(f)
		if err != nil || len(docs) == 0 {
			return text
		}
		m := &mutator{Rand: r, file: f}
		m.collect(docs[0].Root)
		if len(m.entries) > 0 {
			text = m.change()
		}
	}
	return text
}

func (m *mutator) collect(n *yamldoc.Node) {
	for _, e := range n.Pairs() {
		m.entries = append(m.entries, e)
		m.collect(e.Value)
	}
	for _, item := range n.Items() {
		m.collect(item)
	}
	if n.Kind() == yamldoc.Scalar {
		m.scalars = append(m.scalars, n)
	}
}

// strange are values that readers of YAML disagree about, and such as
// settings do not take.
var strange = []string{
	"yes", "no", "on", "off", "y", "True", "TRUE", "true", "false", "'true'", `"false"`, "yess", "0", "1", "2", "7", "8", "-1", "-5", "1.5", "1.0",
	"1e3", "1E3", "0x10", "010", "1_000", "+5", ".5", "99999999999", "9223372036854775807", "99999999999999999999", "'5'", `" 5 "`, `"5"`, "8g", "~", "null",
	"Null", "''", "[a]", "[]", "{}", "{a: b}", "[1, 2]", "abc", "ABC", "${x}", "${", "a b", "100", "271", "-0", ".inf", "!!str 5", "!!int '5'", "!foo a",
	"LRU", "lru", "NONE", "BINARY", "OBJECT", "NATIVE", "PER_NODE", "ENTRY_COUNT", "READ", "ENFORCE", "THREAD", "com.example.Missing", "<a>", "127.0.0.1:5701", "|\n  x",
}

func (m *mutator) change() []byte {
	e := m.entries[m.Intn(len(m.entries))]
	switch m.Intn(16) {
	case 0, 1, 2:
		return m.splice(e.Key.Span(), m.misspelt(e.Key.Value()))
	case 3, 4, 5, 6:
		return m.splice(m.scalar().Span(), strange[m.Intn(len(strange))])
	case 7:
		return m.splice(e.Value.Span(), strange[m.Intn(len(strange))])
	case 8:
		n := m.scalar()
		return m.splice(n.Span(), m.otherCase(n.Value()))
	case 9:
		return m.splice(e.Value.Span(), "")
	case 10:
		return m.duplicate(e)
	case 11, 12:
		return m.move(e)
	case 13:
		return m.splice(m.lines(e), "")
	case 14:
		return m.splice(m.scalar().Span(), m.scalar().Value())
	default:
		return m.character()
	}
}

func (m *mutator) scalar() *yamldoc.Node {
	if len(m.scalars) == 0 {
		return m.entries[m.Intn(len(m.entries))].Value
	}
	return m.scalars[m.Intn(len(m.scalars))]
}

func (m *mutator) splice(s source.Span, text string) []byte {
	return []byte(string(m.file.Data[:s.Start]) + text + string(m.file.Data[s.End:]))
}

func (m *mutator) misspelt(s string) string {
	if len(s) < 2 {
		return s + "x"
	}
	i := m.Intn(len(s) - 1)
	switch m.Intn(6) {
	case 0:
		return s[:i] + s[i+1:]
	case 1:
		return s[:i] + s[i+1:i+2] + s[i:i+1] + s[i+2:]
	case 2:
		return s + "s"
	case 3:
		return strings.ReplaceAll(s, "-", "_")
	case 4:
		return m.otherCase(s)
	}
	return m.entries[m.Intn(len(m.entries))].Key.Value() // a key of another place
}

func (m *mutator) otherCase(s string) string {
	if m.Intn(2) == 0 {
		return strings.ToUpper(s)
	}
	return strings.ToLower(s)
}

// lines are the whole lines that an entry takes.
func (m *mutator) lines(e yamldoc.Entry) source.Span {
	start, end := e.Key.Span().Start, max(e.Key.Span().End, e.Value.Span().End)
	start = bytes.LastIndexByte(m.file.Data[:start], '\n') + 1
	if i := bytes.IndexByte(m.file.Data[end:], '\n'); i >= 0 && m.file.Data[max(end-1, 0)] != '\n' {
		end += i + 1
	}
	return m.file.Span(start, end)
}

func (m *mutator) duplicate(e yamldoc.Entry) []byte {
	lines := m.lines(e)
	at := m.file.Span(lines.Start, lines.Start)
	return m.splice(at, string(m.file.Data[lines.Start:lines.End]))
}

// move puts the lines of an entry elsewhere, with the indentation that they
// have, that of the new place, or two blanks more or less.
func (m *mutator) move(e yamldoc.Entry) []byte {
	lines := m.lines(e)
	text := string(m.file.Data[lines.Start:lines.End])
	to := m.lines(m.entries[m.Intn(len(m.entries))])
	change := m.Intn(5)*2 - 4
	var moved strings.Builder
	for line := range strings.Lines(text) {
		if change > 0 {
			line = strings.Repeat(" ", change) + line
		} else {
			line = strings.TrimPrefix(line, strings.Repeat(" ", -change))
		}
		moved.WriteString(line)
	}
	if m.Intn(2) == 0 || to.Start >= lines.Start && to.Start < lines.End {
		return m.splice(lines, moved.String())
	}
	if to.Start < lines.Start {
		return []byte(string(m.file.Data[:to.Start]) + moved.String() + string(m.file.Data[to.Start:lines.Start]) + string(m.file.Data[lines.End:]))
	}
	return []byte(string(m.file.Data[:lines.Start]) + string(m.file.Data[lines.End:to.Start]) + moved.String() + string(m.file.Data[to.Start:]))
}

// character takes one away, or puts one in.
func (m *mutator) character() []byte {
	i := m.Intn(len(m.file.Data))
	return m.splice(m.file.Span(i, i+m.Intn(2)), []string{"", "\t", " ", ":", "-", "#", "'", "\n"}[m.Intn(8)])
}
