package rules

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var minRAMPercentage = lint.Rule{
	ID: "min-ram-percentage", Severity: lint.Warning, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupMemory},
	Title:  "MinRAMPercentage does nothing: it is not the initial heap size",
	What: `MinRAMPercentage or MinRAMFraction is set, and the JVM is predicted to be the same without it. If the memory
is not known, a value that differs from MaxRAMPercentage is reported as likely. Equal values are not reported, because
they may mean that small machines get the same share; nor is a value under 49 %, which counts in containers of more
than 256 MiB, and these are common. Beside -Xmx, flag-without-effect reports that it does nothing.`,
	Why: `The name suggests the smallest heap, as -Xms sets it. In fact it is the maximum heap of a machine so small
that even this share is less than 124.8 MiB: with the default of 50 % a machine with less than 249.6 MiB. On any other
it does nothing, whatever the option says: up to JDK 25 the heap starts with 1.5625 % of the memory, 64m of 4Gi, and
from JDK 26 on with 8m. The option for that is InitialRAMPercentage.`,
	FixSafety: `Unsafe if the option becomes InitialRAMPercentage: the heap then starts with the intended size. If no
memory limit is known, this is left to you: the container must request as much. If another option already sets the
initial size, this one is removed, which is safe.`,
	Exceptions: "An image that is also meant for containers of less than 250 MiB.",
	Evidence: `Measured on JDK 8, 11, 17, 21, 25 and 26 with MinRAMPercentage 25 and 80: at the memory that jvmlint
computes, and at twice as much, -XX:+PrintFlagsFinal shows the same heap without the option; at half as much it does
not. JDK 27 and 28 take no memory by MaxRAM: they were asked on a machine of 24 GiB alone, where the heap is the same
without the option.`,
	Examples: []lint.Example{ofOptions("--jdk 17 --memory 4Gi --cpus 2",
		"-XX:MinRAMPercentage=50.0 -XX:MaxRAMPercentage=70.0",
		"-XX:InitialRAMPercentage=50.0 -XX:MaxRAMPercentage=70.0")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp",
		"https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html",
	},
	Check: func(p *lint.Pass) {
		set, mistaken := mistakenMinRAM(p)
		if !mistaken {
			return
		}
		option, memory := set.Option, p.Workload.Memory
		f := p.Report([]source.Text{option.Text}, "%s is not the initial heap size: it counts only below %s of memory%s", jvmflag.WithoutValue(option.String()), smallMemory(p), here(p))
		if memory.Known() {
			f.Confidence = lint.Certain
			f.Because(memory.Text, "memory limit")
		}
		if initial := p.JVM.InitialHeap; initial.Known() {
			f.Note("the heap starts with " + lint.Size(initial) + ": " + initial.Why)
		}
		if hasInitialHeap(p) {
			same := memory.Known() && repair.OnAll(p, option, func(other *lint.Pass) bool { _, idle := mistakenMinRAM(other); return idle })
			f.Suggest(repair.Safest(same), "remove it: another option sets the initial size", p.RemoveOption(option))
			return
		}
		meant := strings.Replace(option.String(), "MinRAM", "InitialRAM", 1)
		if !memory.Known() {
			f.Suggest(lint.Manual, "write "+meant+", if the container requests as much, or remove it")
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
	_, fixed := p.Options.Set("MaxHeapSize")
	switch {
	case !given || fixed || p.JVM == nil || !set.Option.Text.Located():
		return set, false
	case p.Workload.Memory.Known():
		return set, hotspot.SeesContainer(p.Options) && p.JVM.Same(repair.Without(p, set.Option))
	}
	least, _ := p.JVM.Flag("MinRAMPercentage").Value.(float64)
	most, _ := p.JVM.Flag("MaxRAMPercentage").Value.(float64)
	return set, least != most && p.JVM.SmallMemory() <= leastContainer
}

// leastContainer is a memory size: hardly any container of a JVM has less.
const leastContainer = 256 << 20

func smallMemory(p *lint.Pass) string { return lint.MiB(p.JVM.SmallMemory()) }

// here gives the memory of this container, if it is known.
func here(p *lint.Pass) string {
	if p.Workload.Memory.Known() {
		return ", and the limit is " + p.Limit()
	}
	return ""
}

func hasInitialHeap(p *lint.Pass) bool {
	for _, flag := range []string{"InitialHeapSize", "InitialRAMPercentage", "InitialRAMFraction"} {
		if _, given := p.Options.Set(flag); given {
			return true
		}
	}
	return false
}
