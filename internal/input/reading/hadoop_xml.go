package reading

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
)

// IsHadoopXML reports whether a text is a configuration of Hadoop: properties with a name
// and a value.
//
// https://hadoop.apache.org/docs/stable/api/org/apache/hadoop/conf/Configuration.html
func IsHadoopXML(s string) bool {
	return strings.Contains(s, "<property>") && strings.Contains(s, "<configuration")
}

// ReadHadoopXML adds the JVMs that properties of Hadoop give options. Its error says why the
// file is not XML.
func (in *Input) ReadHadoopXML() error {
	doc, err := xmldoc.Parse(in.File)
	if err != nil {
		return err
	}
	for _, p := range doc.Root.Children {
		var name, value source.Text
		for _, e := range p.Children {
			switch e.Name {
			case "name":
				name = xmldoc.Trim(e.Text)
			case "value":
				value = xmldoc.Trim(e.Text)
			}
		}
		if p.Name == "property" && bareNumber.MatchString(value.String()) && strings.HasSuffix(name.String(), "opts") {
			in.NotJudged(value.Span(), "%s holds %s, which is not an option: java takes it for a class name", name, value)
			continue
		}
		a := Assigned{Name: name.String(), Value: value}
		if p.Name != "property" || !a.MayHoldOptions() || !HeapOrX.MatchString(value.String()) && !OptionsKey.MatchString(a.Name) || in.Full() {
			continue
		}
		w := in.OptionsWorkload(a.Name, jvmflag.Known(EvidenceOf(a.Name), in.JVMOptions(jvmflag.CommandLine, value)))
		w.At = name
		w.KnowsAtMost(workload.PartOfOptions)
		in.Add(*w)
	}
	return nil
}

var bareNumber = lazyregexp.New(`^\d+[kKmMgG]?$`)
