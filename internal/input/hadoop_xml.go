package input

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/xmldoc"
)

const HadoopXML reading.Format = "Hadoop configuration without JVM options"

// hadoopXML is mapred-site.xml and its like.
var hadoopXML = reading.Reader{
	Formats: []reading.Format{HadoopXML},
	Files:   append([]string{"*-site.xml"}, strings.Fields("mapred-site yarn-site core-site hdfs-site hbase-site hive-site tez-site")...), // mapred-site.j2
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
