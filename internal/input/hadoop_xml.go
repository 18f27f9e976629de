package input

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
)

const HadoopXML reading.Format = "Hadoop configuration without JVM options"

// hadoopXML is mapred-site.xml and its like: properties with a name and a value.
//
// https://hadoop.apache.org/docs/stable/api/org/apache/hadoop/conf/Configuration.html
var hadoopXML = reading.Reader{
	Formats: []reading.Format{HadoopXML},
	Files:   []string{"*-site.xml"},
	Mark: func(c *reading.Candidate) bool {
		return strings.Contains(c.Whole.String(), "<property>") && rootOfXML(c.File.Data) == "configuration"
	},
	Read:     func(in *reading.Input, _ *reading.Candidate) { readHadoopXML(in) },
	Comments: xmlRemarks,
	Prove:    xmldoc.Verify,
}

func readHadoopXML(in *reading.Input) {
	doc, err := xmldoc.Parse(in.File)
	if err != nil {
		unreadable(in, "", err)
		return
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
		a := reading.Assigned{Name: name.String(), Value: value}
		if p.Name != "property" || !a.MayHoldOptions() || !reading.HeapOrX.MatchString(value.String()) && !reading.OptionsKey.MatchString(a.Name) || in.Full() {
			continue
		}
		w := in.OptionsWorkload(a.Name, jvmflag.Known(reading.EvidenceOf(a.Name), in.JVMOptions(jvmflag.CommandLine, value)))
		w.At = name
		w.KnowsAtMost(workload.PartOfOptions)
		in.Add(*w)
	}
}

var bareNumber = lazyregexp.New(`^\d+[kKmMgG]?$`)
