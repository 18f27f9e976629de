package jvmflag

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// direct reads the -XX options that HotSpot reads in a way of their own. done tells that it is one of them.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::parse_each_vm_init_arg (JDK 8 to 25)
func (r *reader) direct(o Option, s string) (refusal *Refusal, done bool) {
	argument := s[len("-XX:"):]
	name, value, assigned := strings.Cut(argument, "=")
	if !assigned {
		return r.directSwitch(o, argument)
	}
	at := len(s) - len(value)
	switch name {
	case "MaxHeapSize":
		return r.size(o, at, 1, "Invalid maximum heap size: %s", "MaxHeapSize"), true
	case "ReservedCodeCacheSize":
		return r.size(o, at, 1, "Invalid maximum code cache size: %s.", "ReservedCodeCacheSize"), true
	case "MaxTenuringThreshold":
		if r.Table > 8 {
			return r.tenuring(o, at), true
		}
	}
	if r.Table == 8 {
		return r.directSize8(o, name, at)
	}
	return nil, false
}

// size reads an option that is nothing but a size, from byte at on, into flags.
func (r *reader) size(o Option, at int, least uint64, invalid string, flags ...string) *Refusal {
	value := o.Text.Slice(at, o.Text.Len())
	n, ok := bytesize.ParseOn(r.Table, value.String())
	if !ok || n < least {
		return refuse(o, BadValue, fmt.Sprintf(invalid, o)).of(flags[0], Unreadable)
	}
	for _, name := range flags {
		if refusal := r.number(o, name, n, value); refusal != nil {
			return refusal
		}
	}
	return nil
}

// number sets a flag past the grammar of -XX: a value that it may not have is refused without another word.
func (r *reader) number(o Option, name string, n uint64, value source.Text) *Refusal {
	set := Setting{Number: n, Option: o, Value: value}
	flag, ok := lookup(r.JDK, name)
	set.Flag = flag
	if ok {
		if said := r.forbidden(flag, set); said != nil {
			refusal := refuse(o, BadValue, said.line).of(name, said.fault)
			refusal.Range = said.allowed
			return refusal
		}
	}
	r.set(name, set)
	return nil
}

// tenuring keeps the threshold and the two flags that say the same in line.
func (r *reader) tenuring(o Option, at int) *Refusal {
	value := o.Text.Slice(at, o.Text.Len())
	n, ok := bytesize.Parse(value.String())
	flag, _ := lookup(r.JDK, "MaxTenuringThreshold")
	if _, most := flag.Spelling.bounds(); !ok || n > most {
		return refuse(o, BadValue, fmt.Sprintf("Improperly specified VM option 'MaxTenuringThreshold=%s'", value)).of("MaxTenuringThreshold", Unreadable)
	}
	if refusal := r.number(o, "MaxTenuringThreshold", n, value); refusal != nil {
		return refusal
	}
	always := either.Of(n == 0, 1, uint64(0))
	r.set("NeverTenure", Setting{Option: o, Value: value})
	r.set("AlwaysTenure", Setting{Number: always, Option: o, Value: value})
	return nil
}

// implying is a switch that sets other flags along with its own.
type implying struct {
	option       string
	since, until int
	flags        []impliedFlag
}

var implied = Table(impliedTSV, func(c []string) implying {
	return implying{c[3], CellNumber(c[0]), CellNumber(c[1]), impliedFlags(c[2])}
})

//go:embed implied.tsv
var impliedTSV string

type impliedFlag struct {
	name   string
	number uint64
}

// impliedFlags are those of a cell: ClassUnloading=0.
func impliedFlags(cell string) []impliedFlag {
	return lists.Of(strings.Fields(cell), func(f string) impliedFlag {
		name, number, _ := strings.Cut(f, "=")
		return impliedFlag{name, uint64(CellNumber(number))}
	})
}

// directSwitch reads switches that set more than their own flag. JDK 8 does not mind what follows their names.
func (r *reader) directSwitch(o Option, argument string) (refusal *Refusal, done bool) {
	for _, i := range implied() {
		if !Within(r.Table, i.since, i.until) || argument != i.option && !(r.Table == 8 && strings.HasPrefix(argument, i.option)) {
			continue
		}
		for _, f := range i.flags {
			if refusal := r.number(o, f.name, f.number, o.Text.Slice(4, 5)); refusal != nil {
				return refusal, true
			}
		}
		switch name := i.option[1:]; name {
		case "UseVMInterruptibleIO":
			r.warn(o, ObsoleteFlag, "-XX:%s is obsolete and will be removed in a future release.", i.option)
		case "UseGCTimeLimit":
			r.say(Message{Line: fmt.Sprintf("Please use -XX:%cUseGCOverheadLimit in place of -XX:%s in the future", i.option[0], i.option), Cause: DeprecatedFlag, At: o.at()})
		}
		return nil, true
	}
	if r.Table == 8 && strings.HasPrefix(argument[min(1, len(argument)):], "CMSPermGenSweepingEnabled") && strings.ContainsAny(argument[:1], "+-") {
		r.say(Message{Line: "Please use CMSClassUnloadingEnabled in place of CMSPermGenSweepingEnabled in the future", Cause: ObsoleteFlag, At: o.at()})
		return nil, true
	}
	return nil, false
}

// renamed is an option of JDK 8 that sets a flag of another name.
type renamed struct {
	option, flag, invalid string
	least                 int
	instead               string // the name that it asks people to use; empty where it says nothing
}

var renames = Table(renamedTSV, func(c []string) renamed { return renamed{c[4], c[1], c[3], CellNumber(c[0]), c[2]} })

//go:embed renamed.tsv
var renamedTSV string

// directSize8 reads the sizes that JDK 8 reads in a way of their own.
func (r *reader) directSize8(o Option, name string, at int) (refusal *Refusal, done bool) {
	value := o.Text.Slice(at, o.Text.Len())
	switch name {
	case "MaxTLERatio", "TLEFragmentationRatio", "TLEThreadRatio":
		return nil, true
	case "IncreaseFirstTierCompileThresholdAt":
		n, ok := bytesize.ParseOn(8, value.String())
		if !ok || n > 99 {
			return refuse(o, BadValue, fmt.Sprintf("Invalid value for IncreaseFirstTierCompileThresholdAt: %s. Should be between 0 and 99.", o)).of(name, Unreadable), true
		}
		return r.number(o, name, n, value), true
	case "CMSParPromoteBlocksToClaim", "ParCMSPromoteBlocksToClaim":
		n, _ := strconv.ParseUint(strings.TrimRight(value.String(), "kKmMgGtT"), 10, 64)
		r.set("CMSParPromoteBlocksToClaim", Setting{Number: n, Option: o, Value: value})
		r.useInstead(o, name, "OldPLABSize")
		return nil, true
	}
	for _, n := range renames() {
		if n.option != name {
			continue
		}
		if refusal := r.size(o, at, uint64(n.least), n.invalid, n.flag); refusal != nil {
			return refusal, true
		}
		if n.instead != "" {
			r.useInstead(o, name, n.instead)
		}
		return nil, true
	}
	return nil, false
}

func (r *reader) useInstead(o Option, name, instead string) {
	r.say(Message{Line: fmt.Sprintf("Please use -XX:%s in place of -XX:%s in the future", instead, name), Cause: DeprecatedFlag, At: o.at()})
}

const (
	nativeMemoryTracking = "NativeMemoryTracking"
	trackingSyntax       = "Syntax error, expecting -XX:NativeMemoryTracking=[off|summary|detail]"
)

func isTrackingLevel(value string) bool {
	return value == "off" || value == "summary" || value == "detail"
}

// trackEarly judges the level of native memory tracking before options are read: in JDK 8 and 11 the launcher hands
// the last one of its own command line on, and the JVM compares. rest is what follows the flag's name.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/share/services/memTracker.cpp (JDK 8 to 16)
func (r *reader) trackEarly(o Option, rest string) {
	launched, level := r.trackingLevel, strings.TrimPrefix(rest, "=")
	if launched != level && isTrackingLevel(level) {
		r.warn(o, Adjusted, "Native Memory Tracking did not setup properly, using wrong launcher?")
	}
	if rest != "="+level || !isTrackingLevel(level) || !isTrackingLevel(launched) {
		r.refuse(stop(o, initializing, trackingSyntax).of(nativeMemoryTracking, OtherFault))
	}
}

// launchedLevel is the level that the launcher hands on.
func launchedLevel(options []Option) string {
	level := "off"
	for _, o := range options {
		if value, found := strings.CutPrefix(o.String(), "-XX:"+nativeMemoryTracking+"="); found && value != "" {
			level = value
		}
	}
	return level
}
