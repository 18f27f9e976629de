package input

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"slices"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/verdict"
	"github.com/jvmlint/jvmlint/internal/hazelcast/xmlconfig"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
)

const (
	HazelcastXML       reading.Format = "Hazelcast configuration in XML"
	HazelcastClientXML reading.Format = "Hazelcast client configuration in XML"
	UnreadXML          reading.Format = "Hazelcast configuration that is not read"
)

// hazelcastXML reads the configuration of a member or a client as its YAML is
// read. What Spring makes of beans is not known here.
var hazelcastXML = reading.Reader{
	Formats:  []reading.Format{HazelcastXML, HazelcastClientXML, UnreadXML},
	Files:    []string{"*hazelcast*.xml", "*cluster*.xml", "hz*.xml"}, // cluster.xml is the one of Vert.x
	Mark:     func(c *reading.Candidate) bool { return kindOfXML(c.File) != "" },
	Read:     func(in *reading.Input, _ *reading.Candidate) { readHazelcastXML(in) },
	Comments: xmlRemarks,
	Prove:    xmldoc.Verify,
}

// spring is whose configuration beans of Spring hold.
const spring verdict.Kind = "beans"

// kindOfXML tells whose configuration a file is, by the element at its top, and by its name where that is another one;
// empty where it is none.
func kindOfXML(f *source.File) verdict.Kind {
	name := verdict.Kind(rootOfXML(f.Data))
	ofBeans := name == spring && bytes.Contains(f.Data[:min(len(f.Data), 64<<10)], []byte("hazelcast.com/schema/spring"))
	switch {
	case ofBeans, name == reading.Jet, slices.Contains(verdict.Kinds, name):
		return name
	case name != "" && reading.ConfigurationKind(f.Name) != "":
		return cmp.Or(verdict.KindNear(string(name)), name)
	}
	return ""
}

// rootOfXML is the name of the element at the top, without its prefix, as far as
// it is found without reading all of the file.
func rootOfXML(data []byte) string {
	data = bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\ufeff")), " \t\r\n")
	if !bytes.HasPrefix(data, []byte("<")) {
		return ""
	}
	decoder := xml.NewDecoder(bytes.NewReader(data))
	decoder.Strict = false
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	for {
		token, err := decoder.RawToken()
		if root, begins := token.(xml.StartElement); begins || err != nil {
			return root.Name.Local
		}
	}
}

func readHazelcastXML(in *reading.Input) {
	in.Format = HazelcastXML
	doc, err := xmldoc.Parse(in.File)
	if err != nil {
		unreadable(in, "", err)
		return
	}
	kind := kindOfXML(in.File)
	if slices.Contains(verdict.Kinds, kind) {
		in.AddConfiguration(kind, xmlconfig.Of(doc), HazelcastXML, HazelcastClientXML)
		return
	}
	switch in.Format = UnreadXML; kind {
	case spring:
		in.Note(doc.Root.Tag.Span(), "Hazelcast configuration in Spring beans is not read")
	case reading.Jet:
		in.NoteJet(doc.Root.Tag.Span())
	default:
		in.NameUnread()
	}
}

func xmlRemarks(f *source.File) reading.Remarks {
	doc, err := xmldoc.Parse(f)
	if err != nil {
		return reading.Remarks{}
	}
	comments := lists.Of(doc.Comments, func(c source.Span) reading.Comment {
		return reading.Comment{Span: c, OwnLine: len(bytes.TrimSpace(c.Before())) == 0}
	})
	return reading.Remarks{Content: doc.Root.Start, Units: unitsOf(doc.Root), Comments: comments}
}

// unitsOf are the start of an element and what is below it, or all of one with nothing below.
func unitsOf(e *xmldoc.Element) []source.Span {
	if len(e.Children) == 0 {
		return []source.Span{e.Span}
	}
	return append([]source.Span{e.Start}, lists.Flat(e.Children, unitsOf)...)
}

// ReadHazelcastConfig reads the file that --hazelcast-config names. Anything
// but a member's YAML configuration is an error.
func ReadHazelcastConfig(f *source.File) (*hazelcast.Config, error) {
	in := Read(f)
	if len(in.Problems) > 0 {
		return nil, in.Problems[0]
	}
	for _, w := range in.Workloads {
		if w.Hazelcast != nil && len(w.Options) == 0 && !w.Hazelcast.Resource { // with options they are a chart's values
			return w.Hazelcast, nil
		}
	}
	return nil, &source.Problem{File: f, Message: "no Hazelcast member configuration: it has no mapping under the key hazelcast"}
}
