package input

import (
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
)

const HadoopXML reading.Format = "Hadoop configuration without JVM options"

// hadoopXML is mapred-site.xml and its like.
var hadoopXML = reading.Reader{
	Formats: []reading.Format{HadoopXML},
	Files:   []string{"*-site.xml"},
	Mark: func(c *reading.Candidate) bool {
		return reading.IsHadoopXML(c.Whole.String()) && rootOfXML(c.File.Data) == "configuration"
	},
	Read: func(in *reading.Input, _ *reading.Candidate) {
		if err := in.ReadHadoopXML(); err != nil {
			unreadable(in, "", err)
		}
	},
	Comments: xmlRemarks,
	Prove:    xmldoc.Verify,
}
