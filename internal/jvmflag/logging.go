package jvmflag

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

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
	if !ok || special.Log == "" || special.State(r.release()) != Deprecated || r.table == 8 {
		return false
	}
	if a.name == "PrintGC" || a.name == "PrintGCDetails" { // which are flags still
		return false
	}
	if a.form == resets || a.sign == 0 && a.form == bare {
		return false
	}
	line := special.warning(r.release(), a.name)
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
		}
		return xlog.FileByName(name)
	}
}
