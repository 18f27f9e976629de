package input

import (
	"bytes"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

const HazelcastXML reading.Format = "Hazelcast configuration in XML, which is not read yet"

// hazelcastXML says that it is not read, which is better than to leave it unsaid.
var hazelcastXML = reading.Reader{
	Formats: []reading.Format{HazelcastXML},
	Files:   []string{"hazelcast*.xml"},
	Mark:    func(c *reading.Candidate) bool { return looksLikeHazelcastXML(c.File.Content()) },
	Read: func(in *reading.Input, _ *reading.Candidate) {
		in.Problem(rootOfXML(in.File), "Hazelcast configuration in XML is not read yet, in YAML it is")
	},
}

func looksLikeHazelcastXML(data []byte) bool {
	head := bytes.TrimSpace(data[:min(len(data), 64<<10)])
	return rootIsHazelcast.Match(head)
}

// rootOfXML is the name of the element at the top.
func rootOfXML(f *source.File) source.Span {
	at := hazelcastElement.FindIndex(f.Data)
	return f.Span(at[0]+1, at[1])
}

// rootIsHazelcast is the element at the top, behind what may stand before it.
var rootIsHazelcast = lazyregexp.New(`^(?:<\?[^>]*>|<!--(?s:.*?)-->|<![A-Z][^>]*>|\s)*<hazelcast[a-z-]*[\s/>]`)

var hazelcastElement = lazyregexp.New(`<hazelcast[a-z-]*`)
