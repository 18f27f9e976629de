package rules

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
)

var minRAMPercentage = lint.Rule{
	ID: "min-ram-percentage", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofMemory,
	Title: "MinRAMPercentage does nothing: it is not the initial heap size",
	Check: func(p *lint.Pass) {
		set, mistaken := mistakenMinRAM(p)
		if !mistaken {
			return
		}
		option, memory := set.Option, p.Workload.Memory
		f := p.Report(lint.Places{option.Text}, "%s is not the initial heap size: it counts only below %s of memory", jvmflag.WithoutValue(option.String()), smallMemory(p))
		if memory.Known() {
			f.Message += ", and the limit is " + p.Limit()
			f.Confidence = lint.Certain
			f.Because(memory.Text, "memory limit")
		}
		f.InfoIf(sameShare(p)) // of containers of any size
		if initial := p.JVM.InitialHeap; initial.Known() {
			f.Note("the heap starts with " + lint.Size(initial) + ": " + initial.Why)
		}
		if p.Sets("InitialHeapSize", "InitialRAMPercentage", "InitialRAMFraction") {
			same := memory.Known() && repair.OnAll(p, option, func(other *lint.Pass) bool { _, idle := mistakenMinRAM(other); return idle })
			f.Suggest(repair.Safest(same), "remove it: another option sets the initial size", p.RemoveOption(option))
			return
		}
		meant := strings.Replace(option.String(), "MinRAM", "InitialRAM", 1)
		if !memory.Known() {
			f.Suggest(lint.Manual, "write "+meant+", if the container requests as much, or remove it")
			return
		}
		if sameShare(p) {
			f.Suggest(lint.Manual, "write "+meant+", if the heap is to start with as much, or leave it for containers below "+smallMemory(p))
			return
		}
		f.Suggest(lint.Unsafe, "write "+meant, lint.Replace(option.Text, meant))
	},
}

// mistakenMinRAM returns the option that sets MinRAMPercentage, and whether it does nothing.
func mistakenMinRAM(p *lint.Pass) (jvmflag.Setting, bool) {
	set, given := p.Options.Set("MinRAMPercentage")
	if !given {
		set, given = p.Options.Set("MinRAMFraction")
	}
	switch {
	case !given || p.Sets("MaxHeapSize") || p.JVM == nil || !set.Option.Text.Located():
		return set, false
	case p.Workload.Memory.Known():
		return set, hotspot.SeesContainer(p.Options) && p.JVM.Same(repair.Without(p, set.Option))
	}
	return set, !sameShare(p) && p.JVM.SmallMemory() <= leastContainer
}

// sameShare reports whether the heap takes the same share of a small memory and of a large one, which may be meant.
func sameShare(p *lint.Pass) bool {
	return p.JVM.Flag("MinRAMPercentage").Value == p.JVM.Flag("MaxRAMPercentage").Value
}

// leastContainer is a memory size: hardly any container of a JVM has less.
const leastContainer = 256 << 20

func smallMemory(p *lint.Pass) string { return lint.MiB(p.JVM.SmallMemory()) }
