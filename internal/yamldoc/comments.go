package yamldoc

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Comment is a comment of a file.
type Comment struct {
	Span    source.Span // from its "#" to the end of the line, the line end not included
	Text    string      // the bytes of Span
	OwnLine bool        // nothing but blanks stands before it on its line
}

// ParseCommented gives the documents of a file and its comments, in their order. A "#" within
// a scalar is none. The file must parse; the error is an *source.Problem.
func ParseCommented(f *source.File) ([]*Document, []Comment, error) {
	s, err := parse(f)
	if err != nil {
		return nil, nil, err
	}
	return s.docs, s.comments(), nil
}

func (s *stream) comments() []Comment {
	var comments []Comment
	i := 0
	scan := func(until int) { // outside of scalars, every "#" starts a comment
		for ; i < until; i++ {
			if s.src[i] != '#' {
				continue
			}
			c := Comment{Span: s.file.Span(i, lineEnd(s.src, i)), OwnLine: true}
			for _, b := range s.src[s.lines[s.lineOf(i)]:i] {
				c.OwnLine = c.OwnLine && isBlank(b)
			}
			c.Text = c.Span.String()
			comments = append(comments, c)
			i = c.Span.End
		}
	}
	for _, data := range s.data() {
		scan(data[0])
		i = max(i, data[1])
	}
	scan(len(s.src))
	return comments
}

// data are the runs of bytes that belong to scalars, in the order of the file.
func (s *stream) data() [][2]int {
	var runs [][2]int
	var walk func(n *Node)
	walk = func(n *Node) {
		if n.target == nil && n.yaml.Kind == yaml.ScalarNode {
			switch c := n.scan(); {
			case c.bodyStart > 0: // a comment may follow the header
				runs = append(runs, [2]int{c.start, c.headerEnd}, [2]int{c.bodyStart, max(c.end, c.bodyStart)})
			case c.end > c.start:
				runs = append(runs, [2]int{c.start, c.end})
			}
		}
		for _, c := range n.children {
			walk(c)
		}
	}
	for _, d := range s.docs {
		walk(d.Root)
	}
	slices.SortFunc(runs, func(a, b [2]int) int { return a[0] - b[0] })
	return runs
}
