package realjvm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// Rehearsal is a workload as it can be tried on any machine: with options of
// the JVM alone, those that touch no file, no other program and no more memory
// than needed, and with the container's limits as options.
type Rehearsal struct {
	Workload *workload.Workload // what is to be predicted
	Options  []string
	LeftOut  []string // options of the JVM that are not tried
}

// reachesOut are the beginnings of options that write files, run programs,
// wait for somebody or touch all of the heap.
var reachesOut = []string{
	"-javaagent:", "-agentlib:", "-agentpath:", "-Xrun", "-Xdebug", "-Xlog:", "-Xloggc:", "-Xbootclasspath", "-Xshare:dump", "-XX:Flags=", "-XX:VMOptionsFile=",
	"-XX:+AlwaysPreTouch", "-XX:OnError=", "-XX:OnOutOfMemoryError=", "-XX:ErrorFile=", "-XX:HeapDumpPath=", "-XX:LogFile=", "-XX:+LogVMOutput",
	"-XX:StartFlightRecording", "-XX:FlightRecorderOptions", "-XX:SharedArchiveFile=", "-XX:ArchiveClassesAtExit=", "-XX:+DumpSharedSpaces",
	"-XX:SharedClassListFile=", "-XX:DumpLoadedClassList=", "-XX:AOT", "-XX:+PauseAtStartup", "-XX:+PrintFlags", "-XX:CRaC", "-XX:ReplayDataFile=",
}

// Rehearse prepares a workload for a release.
func Rehearse(w *workload.Workload, release int) Rehearsal {
	var r Rehearsal
	changed := *w
	changed.Options, changed.Variables, changed.Files, changed.Whole = nil, nil, nil, true
	changed.JDK = workload.JDK{Candidates: []int{release}, Why: "the JVM that is asked"}
	add := func(o jvmflag.Option) {
		o.Channel, o.Since, o.Until = jvmflag.CommandLine, 0, 0
		changed.Options = append(changed.Options, o)
		r.Options = append(r.Options, o.String())
	}
	for _, o := range inOrder(w.Options, release) {
		s := o.String()
		switch {
		case o.Channel == jvmflag.FlagsFile, slices.ContainsFunc(reachesOut, func(start string) bool { return strings.HasPrefix(s, start) }):
			r.LeftOut = append(r.LeftOut, s)
		case strings.HasPrefix(s, "-X"):
			add(o)
		}
	}
	imitate := func(option string) {
		add(jvmflag.Option{Text: source.Unlocated(option, "the container's limit")})
	}
	if w.CPUs.Known() {
		imitate(fmt.Sprintf("-XX:ActiveProcessorCount=%d", w.CPUs.N))
	}
	switch {
	case !w.Memory.Known():
	case release >= 27: // which has no MaxRAM
		r.LeftOut = append(r.LeftOut, fmt.Sprintf("the limit of %d bytes", w.Memory.N))
		changed.Memory = source.Value{}
	default:
		imitate(fmt.Sprintf("-XX:MaxRAM=%d", w.Memory.N))
		if w.Memory.N < hotspot.ServerMemory { // MaxRAM has no say in the choice of the collector
			imitate("-XX:+NeverActAsServerClassMachine")
		}
		changed.Memory = source.Value{} // the rest of the machine is the one that it is tried on
	}
	r.Workload = &changed
	return r
}

// inOrder are the options in the order in which the JVM reads them, up to the
// program.
func inOrder(options []jvmflag.Option, release int) []jvmflag.Option {
	var all []jvmflag.Option
	for _, channel := range []jvmflag.Channel{jvmflag.FlagsFile, jvmflag.JavaToolOptions, jvmflag.JDKJavaOptions, jvmflag.CommandLine, jvmflag.JavaOptions} {
		var words []jvmflag.Option
		for _, o := range options {
			if o.Channel == channel && o.For(release) && (channel != jvmflag.JDKJavaOptions || release >= 9) {
				words = append(words, o)
			}
		}
		if channel == jvmflag.CommandLine {
			words = words[:jvmflag.ProgramAt(words)]
		}
		all = append(all, words...)
	}
	return all
}
