package hotspot

import (
	_ "embed"
	"math/big"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
)

// recordingValues are the options of StartFlightRecording that are read as times, sizes and switches.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/services/diagnosticArgument.cpp (JDK 8 to 25)
var recordingValues = map[string]func(name, value string) string{
	"delay": atLeastASecond, "duration": atLeastASecond, "maxage": readTime, "maxsize": readMemory, "disk": readSwitch, "dumponexit": readSwitch,
}

// checkRecording reads the values of what StartFlightRecording asks for.
func checkRecording(s *startup) *jvmflag.Refusal {
	const flag = "StartFlightRecording"
	if !s.isCommandLine(flag) {
		return nil
	}
	for _, option := range strings.Split(s.text(flag), ",") {
		name, value, given := strings.Cut(option, "=")
		if name == "settings" && value != "" && value != "default" && value != "profile" && value != "none" && s.missing(value) && s.missing(value+".jfc") {
			return s.noSettings(flag, value)
		}
		read := recordingValues[name]
		if read == nil || !given {
			continue
		}
		if why := read(name, value); why != "" {
			return s.noRecording(flag, why)
		}
	}
	return nil
}

// noSettings says that a file of settings is not there, nor one of the JDK's own of that name.
func (s *startup) noSettings(flag, file string) *jvmflag.Refusal {
	r := because(jvmflag.MissingFile, s.recorderFails(flag, "on_create_vm_3"))
	why := release.Choose(s.jdk, release.Since(8, ""), release.Since(16, "Could not parse settings file '"+file+"'"), release.Since(21, "Could not find file '"+file+"'"))
	if why == "" {
		return r
	}
	return s.precededBy("error", "jfr,startup", why, r)
}

// noRecording says in each release's way why there is none.
func (s *startup) noRecording(flag, why string) *jvmflag.Refusal {
	thrown := !strings.HasPrefix(why, "Could not start")
	switch {
	case s.jdk >= 16:
		return because(jvmflag.BadValue, s.precededBy("error", "jfr,startup", why, s.recorderFails(flag, "on_create_vm_3")))
	case thrown:
		why = "java.lang.IllegalArgumentException: " + why
	}
	return because(jvmflag.BadValue, first(s.recorderFails(flag, "on_create_vm_2"), why))
}

// recorderFails names the stage of start-up; JDK 8 has one.
func (s *startup) recorderFails(flag, stage string) *jvmflag.Refusal {
	if s.jdk == 8 {
		stage = "on_vm_start"
	}
	return s.stops(flag, "Failure when starting JFR "+stage)
}

// timeUnits are the units of a time, in nanoseconds.
var timeUnits = map[string]int64{"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9, "d": 86400e9}

// longestTime is how many digits of a time are read: with more it is as long as any.
const longestTime = 40

// parseTime reads a number and its unit, in nanoseconds. Nothing needs none.
func parseTime(value string) (n *big.Int, fault string) {
	const parsing = "Integer parsing error nanotime value: "
	if !startsWithNumber.MatchString(value) {
		return nil, parsing + "syntax error"
	}
	unit := strings.TrimLeft(value, "0123456789") // all of it, if a sign or a space comes first
	digits := strings.TrimLeft(strings.TrimSuffix(value, unit), "0")
	n, _ = new(big.Int).SetString("0"+digits[:min(len(digits), longestTime)], 10)
	switch {
	case unit == "" && n.Sign() == 0:
		return n, ""
	case unit == "":
		return nil, parsing + "unit required"
	case timeUnits[unit] == 0:
		return nil, parsing + "illegal unit"
	}
	return n.Mul(n, big.NewInt(timeUnits[unit])), ""
}

var startsWithNumber = lazyregexp.New(`^\s*[-+]?\d`)

func readTime(_, value string) string {
	_, fault := parseTime(value)
	return fault
}

func atLeastASecond(name, value string) string {
	n, fault := parseTime(value)
	if fault == "" && n.Cmp(big.NewInt(timeUnits["s"])) < 0 {
		return "Could not start recording, " + name + " must be at least 1 second."
	}
	return fault
}

func readMemory(_, value string) string {
	const parsing = "Parsing error memory size value: "
	switch {
	case strings.HasPrefix(value, "-"):
		return parsing + "negative values not allowed"
	case value == "" || value[0] < '0' || value[0] > '9':
		return parsing + "invalid value"
	}
	return ""
}

// readSwitch knows true and false. JDK 8 and 11 do not mind their case.
func readSwitch(name, value string) string {
	if strings.EqualFold(value, "true") || strings.EqualFold(value, "false") {
		return ""
	}
	return "Boolean parsing error in command argument '" + name + "'. Could not parse: " + value + "."
}

// recorderOptions are the options of both flags.
var recorderOptions = jvmflag.Table(recorderTSV, func(c []string) []string { return c })

//go:embed recording.tsv
var recorderTSV string

// checkRecorder reads the names of the options of the flight recorder.
func checkRecorder(s *startup) *jvmflag.Refusal {
	fault := func(flag string) string {
		if !s.isCommandLine(flag) || s.jdk == 8 && len(s.text(flag)) == 1 { // a single letter is none to JDK 8
			return ""
		}
		for _, option := range strings.Split(s.text(flag), ",") {
			name, _, _ := strings.Cut(option, "=")
			row, known := lists.First(recorderOptions(), func(c []string) bool { return c[0] == flag && c[1] == name })
			switch {
			case name == "":
			case !known || jvmflag.CellNumber(row[2]) > s.jdk:
				return "Unknown argument '" + name + "' in diagnostic command."
			case row[3] != "" && s.jdk < 17:
				return strings.Replace(row[3], "Recording:", "Recording=", 1)
			case row[3] != "":
				return row[3]
			}
		}
		return ""
	}
	const options, start = "FlightRecorderOptions", "StartFlightRecording"
	switch why := fault(options); {
	case why != "" && s.jdk == 8:
		return because(jvmflag.BadValue, first(s.recorderFails(options, "on_create_vm_2"), why))
	case why != "":
		return because(jvmflag.BadValue, s.precededBy("error", "arguments", why, s.recorderFails(options, "on_create_vm_2")))
	}
	if why := fault(start); why != "" && s.jdk < 16 {
		r := s.recorderFails(start, "on_create_vm_2")
		r.Lines[0] = "java.lang.IllegalArgumentException: " + why + r.Lines[0]
		r.Why = r.Lines
		return because(jvmflag.BadValue, r)
	}
	return checkRecording(s)
}

// first puts a reason before the others.
func first(r *jvmflag.Refusal, line string) *jvmflag.Refusal {
	r.Lines, r.Why = append([]string{line}, r.Lines...), append([]string{line}, r.Why...)
	return r
}
