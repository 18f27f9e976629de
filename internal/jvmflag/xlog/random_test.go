package xlog

import (
	"math/rand/v2"
	"strings"
)

// randomLogging makes up one to three options, right and wrong.
func randomLogging(r *rand.Rand) string {
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	several := func(most int, sep string, one func() string) string {
		parts := []string{one()}
		for len(parts) < most && r.IntN(3) > 0 {
			parts = append(parts, one())
		}
		return strings.Join(parts, sep)
	}
	tag := func() string {
		names, _ := tagsOf(unifiedJDKs[r.IntN(len(unifiedJDKs))])
		name := names[1+r.IntN(len(names)-1)]
		switch r.IntN(20) {
		case 0:
			return strings.ToUpper(name)
		case 1:
			return pick("", "all", "gcc", "heep", "safe", "claz", "gc*", "foo", "disable", "async", "\"gc\"", "help")
		case 2:
			i := r.IntN(len(name))
			return name[:i] + name[i+1:]
		case 3, 4, 5, 6, 7:
			return pick("gc", "heap", "safepoint", "class", "load", "age", "ref", "logging", "cpu", "start", "phases", "ergo")
		}
		return name
	}
	selected := func() string {
		if r.IntN(12) == 0 {
			return pick("all", "all=off", "all=warning", "all=error", "gc*=debug", "logging=off", "logging=warning", "")
		}
		if r.IntN(3) == 0 { // tags that go together
			names, sets := tagsOf(unifiedJDKs[r.IntN(len(unifiedJDKs))])
			set := sets[r.IntN(len(sets))]
			return selection{tags: set}.describe(names) + pick("", "", "*", "=debug", "=off", "+foo", "+gc")
		}
		s := several(1+r.IntN(3), "+", tag)
		if r.IntN(3) == 0 {
			s += "*"
		}
		if r.IntN(3) == 0 {
			s += "=" + pick("off", "info", "debug", "trace", "warning", "error", "DEBUG", "warn", "err", "inf", "finest", "", "verbose", "wrning")
		}
		return s
	}
	output := func() string {
		return pick("", "", "", "stdout", "stderr", "#0", "#1", "#2", "#3", "#-1", "#x", "#", "#+1", "#01", "file=a.log", "a.log", "b.log", "file=b.log", "\"a.log\"",
			"file=\"a.log\"", "a\"b\"", "\"a", "file=", "FILE=a", "nowhere/a.log", "folder", "folder/", "plain/a.log", "/dev/null", "x=y", "\"stdout\"", "STDOUT", "\"a:b\"", "\"\"", ".")
	}
	decorated := func() string {
		return several(3, ",", func() string {
			return pick("", "none", "t", "time", "utc", "uptime", "u", "UPTIME", "l", "level", "tags", "tg", "pid", "tid", "ti", "hn", "um", "un", "tn", "tm", "hostname", "foo", "None", "timemillis")
		})
	}
	options := func() string {
		return several(3, ",", func() string {
			return pick("filecount=", "filesize=", "filecount=", "filesize=", "foldmultilines=", "", "foo", "foo=", "FileCount=", "filesize") +
				pick("5", "0", "1", "1000", "1001", "10m", "1K", "1gb", "0x10", "-1", "+1", "08", "true", "false", "True", "", "99999999999999999999", " ", "2t", "1000000000000000000k")
		})
	}
	one := func() string {
		switch r.IntN(30) {
		case 0:
			return pick("-Xlog", "-Xlog:disable", "-Xlog:async", "-Xlog:async:drop", "-Xlog:async:x", "-Xlogs", "-Xlog:help", "-Xlog:asyncx", "-Xlog=gc", "-Xloggc", "-verbose:gc")
		case 1:
			return "-Xloggc:" + output()
		case 2:
			return pick("-XX:+PrintGC", "-XX:+PrintGCDetails")
		}
		parts := []func() string{func() string { return several(3, ",", selected) }, output, decorated, options, func() string { return pick("", "x", ":", "gc") }}
		s := "-Xlog"
		for _, part := range parts[:1+r.IntN(3)+r.IntN(2)*r.IntN(3)] {
			s += ":" + part()
		}
		return s
	}
	return strings.ReplaceAll(strings.ReplaceAll(several(3, "\x00", one), " ", ""), "\x00", " ")
}
