package jvmflag

import "strings"

// SameLog gives the options that configure the log as the JDK does for the old
// ones: what is traced goes to standard output, the collections too unless
// -Xloggc names a file. There are none where the name of the file cannot be
// written.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, handle_deprecated_print_gc_flags (JDK 9 to 25)
func SameLog(logging []Parting) []string {
	var traced []string
	var file string
	gc, details := false, false
	for _, l := range logging {
		switch l.Special.Name {
		case "PrintGC":
			gc = true
		case "PrintGCDetails":
			gc, details = true, true
		case "-Xloggc:":
			gc, file = true, l.Value.String()
		default:
			selection := strings.TrimPrefix(l.Special.Log, "-Xlog:")
			if l.Off {
				tags, _, _ := strings.Cut(selection, "=")
				selection = tags + "=off"
			}
			traced = append(traced, selection)
		}
	}
	if strings.ContainsAny(file, `:"`) {
		return nil
	}
	var options []string
	switch what := map[bool]string{false: "gc", true: "gc*"}[details]; {
	case gc && file != "":
		options = append(options, "-Xlog:"+what+":"+file)
	case gc:
		traced = append(traced, what) // the JDK sets it up last
	}
	if len(traced) > 0 {
		options = append(options, "-Xlog:"+strings.Join(traced, ","))
	}
	return options
}
