package xlog

import "slices"

// Warn is a warning of the log, once for each of stdout and stderr that shows it.
func (l *Log) Warn(tag, text string) []Line { return l.say(warning, tag, text) }

// Shows reports whether a line with these tags, and no others, is written anywhere at level info.
func (l *Log) Shows(tags ...string) bool { return l.shows(l.outputs, info, tags) }

// Prints reports the same of stdout and stderr alone, at a level, such as "warning".
func (l *Log) Prints(at string, tags ...string) bool {
	return l.shows(l.outputs[:2], level(slices.Index(levels[:], at)), tags)
}

func (l *Log) shows(on []output, at level, tags []string) bool {
	names, _ := tagsOf(l.jdk)
	var set tagSet
	for i, tag := range tags {
		set[i] = findTag(names, tag)
	}
	return slices.ContainsFunc(on, func(o output) bool { return o.shows(at, set) })
}

// VerboseGC reads -verbose:gc. JDK 18 and later do that when they have read all
// options.
func (l *Log) VerboseGC() {
	if l.jdk < 18 {
		names, _ := tagsOf(l.jdk)
		l.outputs[0].selections = append(l.outputs[0].selections, selection{tags: tagSet{findTag(names, "gc")}, level: info})
	}
}

// GCLog reads -Xloggc:FILE.
func (l *Log) GCLog(file string) []Line {
	l.gcFile = file
	return l.Warn("gc", "-Xloggc is deprecated. Will use -Xlog:gc:"+file+" instead.")
}

// PrintGC is what is said of -XX:+PrintGC when all options are read.
func (l *Log) PrintGC() []Line {
	return l.Warn("gc", "-XX:+PrintGC is deprecated. Will use -Xlog:gc instead.")
}

// PrintGCDetails is what is said of -XX:+PrintGCDetails when all options are
// read. The file of -Xloggc gets the details too.
func (l *Log) PrintGCDetails() []Line {
	l.collected = "gc*"
	return l.Warn("gc", "-XX:+PrintGCDetails is deprecated. Will use -Xlog:gc* instead.")
}

// OpenGCLog opens the file of the last -Xloggc, which is done when all options
// are read.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/runtime/arguments.cpp, Arguments::handle_deprecated_print_gc_flags (JDK 9 to 25)
func (l *Log) OpenGCLog() *Refusal {
	var r report
	if l.open(l.gcFile, l.collected, "", nil, &r) {
		return nil
	}
	lines, _ := r.lines(len(r.text))
	return l.complain(r.fault, nil, lines)
}
