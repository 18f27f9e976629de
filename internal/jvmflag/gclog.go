package jvmflag

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/jvmflag/xlog"
	"github.com/jvmlint/jvmlint/internal/source"
)

// gcLogFlag is what a logging flag of JDK 8 becomes in unified logging.
type gcLogFlag struct {
	name         string
	selections   string // nothing: what it printed is always there, or it has no counterpart
	since, until int    // releases that log it so; until 0 is no end
}

var gcLogFlags = Table(gcLogFlagsTSV, func(c []string) gcLogFlag {
	return gcLogFlag{c[3], c[2], CellNumber(c[0]), CellNumber(c[1])}
})

//go:embed gclog_flags.tsv
var gcLogFlagsTSV string

// gcLogging is what the options ask of JDK 8's log.
type gcLogging struct {
	on       []bool // rows of flags that are switched on
	file     string
	toFile   bool
	dates    bool
	times    bool
	rotates  bool
	files    uint64
	fileSize uint64 // bytes
}

// UnifiedLogging gives the one -Xlog option that logs in a JDK of 9 or later what the options have JDK 8 log, and
// the options that it replaces. No replaced options: there is nothing to translate. No -Xlog option, and replaced
// ones: they log nothing, and may go.
//
// With -Xloggc all goes to its file, classes that are loaded too, which JDK 8 writes to standard output. As many
// files are kept as JDK 8 keeps; a log that JDK 8 does not rotate is not rotated.
//
// https://github.com/openjdk/jdk8u/blob/master/hotspot/src/share/vm/runtime/arguments.cpp
func UnifiedLogging(jdk int, options []Option) (xlog string, replaced []Option) {
	if jdk < 9 {
		return "", nil
	}
	asked := gcLogging{on: make([]bool, len(gcLogFlags())), fileSize: 8 * bytesize.Kilo}
	only := true // -verbose:gc, which every JDK takes, and no more
	for _, o := range options {
		switch s := o.String(); {
		case s == "-verbose:gc":
			asked.on[0] = true
		case strings.HasPrefix(s, "-Xloggc:"):
			asked.file, asked.toFile, asked.on[0], asked.times = s[len("-Xloggc:"):], true, true, true
			only = false
		case strings.HasPrefix(s, "-XX:") && asked.take(jdk, s[len("-XX:"):]):
			only = false
		default:
			continue
		}
		replaced = append(replaced, o)
	}
	if only || asked.toFile && strings.ContainsAny(asked.file, `"`) { // a quote cannot be written
		return "", nil
	}
	return asked.option(), replaced
}

// take reads one flag, and reports whether it is one that is replaced.
func (g *gcLogging) take(jdk int, s string) bool {
	name, value, valued := strings.Cut(s, "=")
	on := strings.HasPrefix(name, "+")
	signed := on || strings.HasPrefix(name, "-")
	name = strings.TrimLeft(name, "+-")
	flag, ok := Lookup(8, name)
	if !ok || signed != (flag.Type == Bool) || signed == valued { // JDK 8 refuses it
		return false
	}
	number := uint64(0)
	if valued {
		if number, ok = bytesize.Parse(value); !ok {
			return false
		}
		on = number > 0
	}
	found := false
	for i, f := range gcLogFlags() {
		if f.name == name && Within(jdk, f.since, f.until) {
			g.on[i], found = on, true
		}
	}
	switch {
	case !found:
	case name == "PrintGCDateStamps":
		g.dates = on
	case name == "PrintGCTimeStamps":
		g.times = on
	case name == "UseGCLogFileRotation":
		g.rotates = on
	case name == "NumberOfGCLogFiles":
		g.files = number
	case name == "GCLogFileSize":
		g.fileSize = number
	}
	return found
}

func (g *gcLogging) option() string {
	var b strings.Builder
	b.WriteString("-Xlog")
	separator := ":"
	written := ""
	for i, f := range gcLogFlags() {
		switch {
		case !g.on[i] || f.selections == "" || f.selections == written,
			i == 0 && g.on[1],                       // gc* has what gc has
			f.name == "PrintHeapAtGC" && g.on[i+1],  // trace has what debug has
			f.name == "PrintFLSCensus" && g.on[i-1]: // and * what one has
			continue
		}
		b.WriteString(separator + f.selections)
		separator, written = ",", f.selections
	}
	if written == "" {
		return ""
	}
	switch {
	case g.toFile && strings.Contains(g.file, ":"):
		b.WriteString(`:file="` + g.file + `"`)
	case g.toFile:
		b.WriteString(":file=" + g.file)
	case g.dates:
		b.WriteString(":stdout")
	}
	if g.dates || g.toFile {
		b.WriteByte(':')
		if g.dates {
			b.WriteString("time,")
		}
		if g.times {
			b.WriteString("uptime,")
		}
		b.WriteString("level,tags")
	}
	switch {
	case g.toFile && g.rotates && g.files > 0:
		const most, least = 1000, 8 * bytesize.Kilo
		kept := min(max(g.files-1, 1), most) // besides the one that is written, which JDK 8 counts too
		size := g.fileSize
		if size > 0 { // 0 is on request alone, in JDK 8 too
			size = max(size, least)
		}
		b.WriteString(":filecount=" + strconv.FormatUint(kept, 10) + ",filesize=" + FormatSize(size))
	case g.toFile:
		b.WriteString(":filecount=0")
	}
	return b.String()
}

// SameLog gives the options that configure the log as the JDK does for the old ones: what is traced goes to standard
// output, the collections too unless -Xloggc names a file. There are none where the name of the file cannot be
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
	if !ok || special.Log == "" || special.State(r.JDK) != Deprecated || r.Table == 8 {
		return false
	}
	stillFlag := a.name == "PrintGC" || a.name == "PrintGCDetails"
	if stillFlag || a.form == resets || a.sign == 0 && a.form == bare {
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
		r.log = xlog.New(r.JDK, r.command.fileAt())
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
	if !ok && c.Forbids == nil {
		return nil
	}
	return func(name string) xlog.File {
		var err error
		if ok {
			err = files.Writable(name)
		}
		switch {
		case c.Forbids != nil && c.Forbids(name):
			return xlog.FileReadOnly
		case errors.Is(err, fs.ErrNotExist):
			return xlog.FileNoFolder
		case errors.Is(err, fs.ErrPermission):
			return xlog.FileDenied
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
	return strings.Count(name, "%p") < 2 && strings.Count(name, "%t") < 2 && !strings.ContainsFunc(strings.NewReplacer("%p", "", "%t", "").Replace(name), func(c rune) bool {
		return !('0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || strings.ContainsRune("-_.", c))
	})
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
