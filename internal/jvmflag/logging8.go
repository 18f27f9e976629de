package jvmflag

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/jvmflag/xlog"
	"github.com/jvmlint/jvmlint/internal/source"
)

// gcLog8 reads -Xloggc:FILE of JDK 8.
func (r *reader) gcLog8(o Option, tail source.Text) *Refusal {
	if !isLogName8(tail.String()) {
		return refuse(o, BadValue, "Invalid file name for use with -Xloggc: Filename can only contain the characters [A-Z][a-z][0-9]-_.%[p|t] but it has been "+tail.String(),
			"Note %p or %t can only be used once")
	}
	r.gcFile = &o
	r.set("PrintGC", Setting{Number: 1, Option: o, Value: tail})
	r.set("PrintGCTimeStamps", Setting{Number: 1, Option: o, Value: tail})
	return nil
}

// isLogName8 reports whether JDK 8 takes a name for its log of collections. The
// folder may be called anything.
func isLogName8(name string) bool {
	name = name[strings.LastIndexByte(name, '/')+1:]
	if strings.Count(name, "%p") > 1 || strings.Count(name, "%t") > 1 {
		return false
	}
	for _, c := range strings.NewReplacer("%p", "", "%t", "").Replace(name) {
		if !('0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || strings.ContainsRune("-_.", c)) {
			return false
		}
	}
	return true
}

// checkLog8 says where JDK 8 does not write its log, or does not rotate it as it
// is told.
func (r *reader) checkLog8() {
	if r.gcFile != nil {
		name := r.gcFile.String()[len("-Xloggc:"):]
		if look := r.command.fileAt(); name == "" || look != nil && look(name) == xlog.FileNoFolder {
			r.warn(*r.gcFile, MissingFile, "Cannot open file %s due to No such file or directory", name)
		}
	}
	rotates := r.Settings["UseGCLogFileRotation"]
	if !rotates.Bool() {
		return
	}
	size, sized := r.Settings["GCLogFileSize"]
	files := r.Settings["NumberOfGCLogFiles"]
	switch {
	case r.gcFile == nil || files.Number == 0:
		for _, line := range [...]string{
			"To enable GC log rotation, use -Xloggc:<filename> -XX:+UseGCLogFileRotation -XX:NumberOfGCLogFiles=<num_of_files>",
			"where num_of_file > 0", "GC log rotation is turned off",
		} {
			r.say(Message{Line: line, Stdout: true, Cause: Adjusted, At: rotates.Option.at()})
		}
	case sized && size.Number != 0 && size.Number < 8*bytesize.Kilo:
		r.say(Message{Line: "GCLogFileSize changed to minimum 8K", Stdout: true, Cause: Adjusted, At: size.Option.at()})
	}
}
