package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// size writes bytes as people write heap sizes.
func size(v source.Value) string { return jvmflag.FormatSize(uint64(v.N)) }

// limit is the memory limit as the user wrote it.
func limit(p *lint.Pass) string { return strings.TrimSpace(p.Workload.Memory.Text.String()) }

// seconds writes milliseconds for people.
func seconds(ms int64) string { return lint.Seconds(ms) }

// withOrigin writes a time, and that it is a default where it is one.
func withOrigin(v source.Value) string {
	if v.Origin == source.Default {
		return seconds(v.N) + " by default"
	}
	return seconds(v.N)
}

// behind is the edit that puts a further option behind the one that sets a flag.
func behind(p *lint.Pass, flag, option string) source.Edit {
	s, _ := p.Options.Set(flag)
	return lint.AddBehind(s.Option, option)
}

// missingFacts are what the user must say before heap and threads are known.
func missingFacts(p *lint.Pass) []lint.Fact {
	var facts []lint.Fact
	if !p.JVM.ParallelGCThreads.Known() {
		facts = append(facts, lint.FactCPUs)
	}
	if !p.JVM.Heap.Known() {
		facts = append(facts, lint.FactMemory)
	}
	return facts
}

// noteHeapOfImage says of a heap that nobody wrote where it stands.
func noteHeapOfImage(p *lint.Pass, f *lint.Finding) {
	if heap := p.JVM.Heap.Text; !heap.Located() && strings.HasPrefix(heap.Origin(), "image ") {
		f.Note(fmt.Sprintf("a heap of %s stands in %s", size(p.JVM.Heap), heap.Origin()))
	}
}
