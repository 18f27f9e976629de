package yamldoc

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jvmlint/jvmlint/internal/source"
)

// values makes a values file of some 300 lines.
func values() *source.File {
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, `
# service %d
service%d:
  image: {repository: "hazelcast/hazelcast", tag: 5.3.%d}
  replicas: 3 # three
  resources:
    limits:
      memory: 10Gi
  javaOpts: "-Xmx9g -Xms9g \
    -XX:+UseG1GC"
  env:
    - name: JAVA_TOOL_OPTIONS
      value: '-XX:MaxGCPauseMillis=200'
  config: |
    hazelcast:
      cluster-name: dev
`, i, i, i)
	}
	return source.NewFile("values.yaml", []byte(b.String()))
}

func BenchmarkParse(b *testing.B) {
	f := values()
	b.SetBytes(int64(len(f.Data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(f); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTexts is Parse and the text of every scalar.
func BenchmarkTexts(b *testing.B) {
	f := values()
	b.ReportAllocs()
	for b.Loop() {
		docs, err := Parse(f)
		if err != nil {
			b.Fatal(err)
		}
		eachNode(docs[0].Root, func(n *Node) { n.Text() })
	}
}
