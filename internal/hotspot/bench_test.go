package hotspot

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// sixtyFlags is a command line as long as production has them.
func sixtyFlags(jdk int) string {
	options := []string{"-Xmx4g", "-Xms4g", "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=300", "-XX:ParallelGCThreads=4", "-XX:ConcGCThreads=2"}
	for flag := range jvmflag.All(jdk) {
		if len(options) == 60 {
			break
		}
		if flag.Kind == jvmflag.Product && flag.Type == jvmflag.Unsigned && flag.Least != "" && strings.HasSuffix(flag.Name, "Size") && !strings.Contains(flag.Name, "Heap") && flag.Default != "0" {
			options = append(options, fmt.Sprintf("-XX:%s=%s", flag.Name, flag.Default))
		} else if flag.Kind == jvmflag.Product && flag.Type == jvmflag.Bool && flag.Default == "false" && strings.HasPrefix(flag.Name, "Use") && !strings.HasSuffix(flag.Name, "GC") {
			options = append(options, "-XX:-"+flag.Name)
		}
	}
	return strings.Join(options, " ")
}

// BenchmarkStartup is ergonomics and constraints alone, of options that have
// been read.
func BenchmarkStartup(b *testing.B) {
	for _, jdk := range jvmflag.Supported {
		r := jvmtest.Resolve(b, jdk, sixtyFlags(jdk))
		require.Nil(b, r.Refusal)
		b.Run(fmt.Sprint(jdk), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, refusal := start(r, 8<<30, 4, Machine{}, true); refusal != nil {
					b.Fatal(refusal.Lines)
				}
			}
		})
	}
}
