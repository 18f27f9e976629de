package jvmflag

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/jvmflag/xlog"
	"github.com/jvmlint/jvmlint/internal/source"
)

// gcLog reads -Xloggc:FILE, which JDK 9 and later turn into unified logging.
func (r *reader) gcLog(o Option, tail source.Text) *Refusal {
	r.gcFile = &o
	r.sayLogged(o, DeprecatedFlag, r.logging().GCLog(tail.String()))
	return nil
}

// unifiedLogging reads -Xlog.
func (r *reader) unifiedLogging(o Option, _ source.Text) *Refusal {
	log := r.logging()
	known := len(log.Unmatched)
	said, refusal := log.Read(o.String())
	for _, u := range log.Unmatched[known:] {
		r.LogsNothing = append(r.LogsNothing, Unlogged{u, o})
	}
	if log.Helps {
		r.exit(o.String())
		return nil
	}
	r.sayLogged(o, BadValue, said)
	return refuseLogging(o, refusal)
}

// Unlogged is a selection of -Xlog that nothing is logged of.
type Unlogged struct {
	xlog.Unmatched
	Option Option
}

// At is the selection in its option, or the option where it is spelled otherwise.
func (u Unlogged) At() source.Text {
	if i := strings.Index(u.Option.String(), u.Selection); i >= 0 {
		return u.Option.Text.Slice(i, i+len(u.Selection))
	}
	return u.Option.Text
}

// logs takes an option that stands for one of unified logging.
func (r *reader) logs(o Option, a assignment) bool {
	special, ok := LookupSpecial(a.name)
	if !ok || special.Log == "" || special.State(r.JDK) != Deprecated || r.table == 8 {
		return false
	}
	if a.name == "PrintGC" || a.name == "PrintGCDetails" { // which are flags still
		return false
	}
	if a.form == resets || a.sign == 0 && a.form == bare {
		return false
	}
	line := special.warning(r.JDK, a.name)
	if a.sign == '-' {
		line = fmt.Sprintf("-XX:-%s is deprecated. Will use %s=off instead.", a.name, special.Log[:strings.LastIndexByte(special.Log, '=')])
	}
	r.sayLogged(o, DeprecatedFlag, r.logging().Warn("arguments", line))
	return true
}

// Logs reports whether the log gets lines at level info that have these tags, and no others.
func (r *Resolution) Logs(tags ...string) bool { return r.log != nil && r.log.Shows(tags...) }

// PrintsLog reports whether the JVM prints lines of the log at a level, such as "warning", that
// have these tags, and no others.
func (r *Resolution) PrintsLog(level string, tags ...string) bool {
	return r.log == nil || r.log.Prints(level, tags...)
}

// endLog says what unified logging says when all options are read.
func (r *reader) endLog() {
	if set := r.Settings["PrintGC"]; set.Bool() {
		r.sayLogged(set.Option, DeprecatedFlag, r.logging().PrintGC())
	}
	if set := r.Settings["PrintGCDetails"]; set.Bool() {
		r.sayLogged(set.Option, DeprecatedFlag, r.logging().PrintGCDetails())
	}
	if r.gcFile == nil {
		return
	}
	if refusal := r.logging().OpenGCLog(); refusal != nil {
		r.refuse(refuseLogging(*r.gcFile, refusal))
	}
}

// logging is the state of the log, which nothing needs in most JVMs.
func (r *reader) logging() *xlog.Log {
	if r.log == nil {
		r.log = xlog.New(r.table, r.command.fileAt())
	}
	return r.log
}

// sayLogged adds lines that the log has of an option.
func (r *reader) sayLogged(o Option, cause Cause, lines []xlog.Line) {
	for _, line := range lines {
		r.say(Message{Line: line.Text, Stdout: line.Stdout, Cause: cause, At: o.at()})
	}
}

// refuseLogging is the refusal of an option of the log; nil where it is taken.
func refuseLogging(o Option, why *xlog.Refusal) *Refusal {
	if why == nil {
		return nil
	}
	cause := BadValue
	switch why.Fault {
	case xlog.Crash:
		return newRefusal(o, BadValue, why.Lines...).of("", Crash)
	case xlog.MissingFile:
		cause = MissingFile
	}
	refusal := refuse(o, cause, why.Lines...)
	refusal.Log = why.Logged
	return refusal
}

// fileAt is what the log asks about its files.
func (c Command) fileAt() func(string) xlog.File {
	files, ok := c.Files.(logFiles)
	if !ok {
		return nil
	}
	return func(name string) xlog.File {
		switch err := files.Writable(name); {
		case errors.Is(err, fs.ErrNotExist):
			return xlog.FileNoFolder
		case errors.Is(err, fs.ErrPermission):
			return xlog.FileDenied
		case errors.Is(err, ErrReadOnly):
			return xlog.FileReadOnly
		}
		return xlog.FileByName(name)
	}
}

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

// isLogName8 reports whether JDK 8 takes a name for its log of collections. The folder may be called anything.
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

// checkLog8 says where JDK 8 does not write its log, or does not rotate it as it is told.
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
