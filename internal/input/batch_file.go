package input

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

const WindowsScript reading.Format = "script of Windows without JVM options"

// windowsScript is a batch file, or a script of PowerShell: what it sets and starts is
// written as a shell of Unix would have it, and read as that. Labels and conditions are
// not followed: what it sets may not hold.
//
//	https://learn.microsoft.com/windows-server/administration/windows-commands/set_1
//	https://learn.microsoft.com/powershell/module/microsoft.powershell.management/start-process
//	https://commons.apache.org/proper/commons-daemon/procrun.html
//	https://nssm.cc/commands
var windowsScript = reading.Reader{
	Name:    "scripts of Windows",
	Formats: []reading.Format{WindowsScript},
	Owns:    func(c *reading.Candidate) bool { return isBatch(c.File.Name) || isPowerShell(c.File.Name) },
	Read:    readWindowsScript,
}

func isBatch(name string) bool {
	return slices.Contains([]string{".bat", ".cmd"}, strings.ToLower(path.Ext(name)))
}

func isPowerShell(name string) bool { return strings.ToLower(path.Ext(name)) == ".ps1" }

func readWindowsScript(in *reading.Input, c *reading.Candidate) {
	t := windowsReader{power: isPowerShell(in.File.Name)}
	t.write("#!/bin/sh\n")
	goesOn := "^"
	if t.power {
		goesOn = "`"
	}
	s := c.Whole.String()
	for at := 0; at < len(s); {
		var line []source.Text
		for {
			next := reading.LineAfter(s, at)
			end := at + len(strings.TrimRight(s[at:next], " \t\r\n"))
			if strings.HasSuffix(s[at:end], goesOn) && next < len(s) {
				line = append(line, c.Whole.Slice(at, end-1), source.Unlocated(" ", "the end of a line"))
				at = next
				continue
			}
			line = append(line, c.Whole.Slice(at, end))
			at = next
			break
		}
		t.line(source.Join(line...))
	}
	t.write(strings.Repeat("fi\n", t.open))
	script, inner := source.Join(t.parts...), in.Inner(in.File)
	inner.ReadScript(script)
	for _, w := range inner.Workloads {
		w.Branches = w.Branches || t.jumps
		w.Node.Cgroup, w.Node.By = hotspot.CgroupNone, "a script of Windows"
		for i := range w.Options {
			if t.power { // each is a string of a list: no other may go behind it as it is
				w.Options[i].Word = source.Text{}
			}
		}
		if t.jumps {
			w.KnowsAtMost(workload.PartOfOptions)
		}
	}
	known := len(inner.Workloads)
	readContainers(inner, script) // they run elsewhere than the script
	for _, w := range inner.Workloads[known:] {
		w.Branches = w.Branches || t.jumps
	}
	inner.ReadLaunches(script)
	in.TakeOver(inner)
}

// windowsReader writes lines as a shell of Unix would have them.
type windowsReader struct {
	power bool
	jumps bool // labels decide what runs
	open  int  // conditions and loops that a line has begun
	parts []source.Text
}

var (
	batchRemark = lazyregexp.New(`(?i)^@?(?:rem\b|::)`)
	batchSet    = lazyregexp.New(`(?i)^set[ \t]+("?)([A-Za-z_]\w*)=(.*)$`)
	batchIf     = lazyregexp.New(`(?i)^(?:if|for)\b.*?\b((?:set|start|call)[ \t].*|"?[^\s"=]*\bjavaw?(?:\.exe)?"?[ \t]+-.*|%\w*JAVA\w*%.*)$`)
	// batchOpens, batchElse and batchCloses are lines that blocks begin and end with.
	batchOpens  = lazyregexp.New(`(?i)^[ \t@]*(?:if|for)\b.*\([ \t]*$`)
	batchElse   = lazyregexp.New(`(?i)^[ \t]*\)[ \t]*else[ \t]*\([ \t]*$`)
	batchElseIf = lazyregexp.New(`(?i)^[ \t]*\)[ \t]*else[ \t]+if\b.*\([ \t]*$`)
	batchCloses = lazyregexp.New(`^[ \t]*\)`)
	batchStart  = lazyregexp.New(`(?i)^(?:call|start(?:[ \t]+"[^"]*")?(?:[ \t]+/\w+)*)[ \t]+`)
	// batchShell is a command that another shell runs, in a window of its own.
	batchShell = lazyregexp.New(`(?i)^cmd(?:\.exe)?(?:[ \t]+/\w+)*[ \t]+/[ck][ \t]+"?(.*?)"?$`)
	firstWord  = lazyregexp.New(`^(?:"[^"]*"|\S+)`)
	powerSet   = lazyregexp.New(`(?i)^\$(?:env:|global:|script:)?([A-Za-z_]\w*)[ \t]*(\+?=)[ \t]*(["'])(.*)["']$`)
	powerArray = lazyregexp.New(`(?i)^\$(?:global:|script:)?([A-Za-z_]\w*)[ \t]*=[ \t]*@\(.*\)$`)
	powerStart = lazyregexp.New(`(?i)\bStart-Process\b.*?(["']?)((?:[^\s"']*[\\/])?javaw?(?:\.exe)?)["']?[ \t]`)
	powerList  = lazyregexp.New(`"([^"]*)"|'([^']*)'`)
	// installedService is java as a service that nssm installs, or whose arguments it sets.
	installedService = lazyregexp.New(`(?i)\bnssm(?:\.exe)?"?[ \t]+(?:install[ \t]+(?:"[^"]+"|\S+)[ \t]+"?[^"\s]*javaw?(?:\.exe)?"?|set[ \t]+(?:"[^"]+"|\S+)[ \t]+AppParameters)[ \t]+`)
	procrunOption    = lazyregexp.New(`(?i)(?:--|\+\+)(JvmOptions9?|JvmMs|JvmMx|JvmSs)(?:[ \t]+|=)("[^"]*"|[^\s"]+)`)
	procrunValue     = lazyregexp.New(`[^;#]+`)
	dockerCommand    = lazyregexp.New(`(?i)^(?:docker|podman)[ \t]+(?:container[ \t]+)?run[ \t]`)
	javaCommand      = lazyregexp.New(`(?i)^"?(?:[^"]*[\\/])?(?:javaw?(?:\.exe)?|[%!$][\w:]*java\w*[%!]?(?:[\\/]bin)?)"?[ \t]`)
)

func (t *windowsReader) line(line source.Text) {
	if !t.power && t.block(line.String()) {
		return
	}
	trim := func(l source.Text) source.Text {
		s := l.String()
		from := len(s) - len(strings.TrimLeft(s, " \t@&()"))
		if t.power {
			from = len(s) - len(strings.TrimLeft(s, " \t&({"))
		}
		return l.Slice(from, max(from, len(strings.TrimRight(s, " \t"))))
	}
	line = trim(line)
	if s := line.String(); s == "" || s[0] == '#' || batchRemark.MatchString(s) {
		return
	}
	if m := batchIf.FindStringSubmatchIndex(line.String()); m != nil && !t.power {
		line = line.Slice(m[2], m[3])
		t.write("if unknown; then :\n")
		defer t.write("fi\n")
	}
	s := line.String()
	t.jumps = t.jumps || jump.MatchString(s)
	switch {
	case t.service(line):
	case !t.power && batchSet.MatchString(s):
		m := batchSet.FindStringSubmatchIndex(s)
		end := m[7]
		if quoted := m[3] > m[2]; quoted {
			end = m[6] + max(0, strings.LastIndexByte(s[m[6]:], '"'))
		}
		t.set(line.Slice(m[4], m[5]), "=", line.Slice(m[6], max(m[6], end)))
	case t.power && powerArray.MatchString(s):
		m := powerArray.FindStringSubmatchIndex(s)
		t.parts = append(t.parts, line.Slice(m[2], m[3]))
		t.write(`="`)
		for _, l := range powerList.FindAllStringSubmatchIndex(s[m[3]:], -1) {
			t.words(line.Slice(m[3]+max(l[2], l[4]), m[3]+max(l[3], l[5])), true)
			t.write(" ")
		}
		t.write("\"\n")
	case t.power && powerSet.MatchString(s):
		m := powerSet.FindStringSubmatchIndex(s)
		t.set(line.Slice(m[2], m[3]), s[m[4]:m[5]], line.Slice(m[8], m[9]))
	case t.power && powerStart.MatchString(s):
		m := powerStart.FindStringSubmatchIndex(s)
		words := []source.Text{line.Slice(m[4], m[5])}
		for _, l := range powerList.FindAllStringSubmatchIndex(s[m[1]:], -1) {
			words = append(words, line.Slice(m[1]+max(l[2], l[4]), m[1]+max(l[3], l[5])))
		}
		t.command(words...)
	default:
		if m := batchStart.FindString(s); m != "" && !t.power {
			line = trim(line.Slice(len(m), line.Len()))
		}
		if m := batchShell.FindStringSubmatchIndex(line.String()); m != nil {
			line = line.Slice(m[2], m[3])
		}
		if s := line.String() + " "; javaCommand.MatchString(s) || dockerCommand.MatchString(s) || reading.MayLaunch(firstWord.FindString(s)) {
			t.command(line)
		}
	}
}

var jump = lazyregexp.New(`(?i)\bgoto\b|^if\b`)

// block writes a line that begins or ends a block: nobody knows whether it runs.
func (t *windowsReader) block(line string) bool {
	switch {
	case batchOpens.MatchString(line):
		t.open++
		t.write("if unknown; then :\n")
	case t.open > 0 && batchElse.MatchString(line):
		t.write("else :\n")
	case t.open > 0 && batchElseIf.MatchString(line):
		t.write("elif unknown; then :\n")
	case t.open > 0 && batchCloses.MatchString(line):
		t.open--
		t.write("fi\n")
	default:
		return false
	}
	return true
}

// write writes what no line of the script holds.
func (t *windowsReader) write(s string) { t.parts = append(t.parts, source.Unlocated(s, "the script")) }

// service writes the JVM of a service of procrun, or of nssm, as a command of java.
func (t *windowsReader) service(line source.Text) bool {
	s := line.String()
	if m := installedService.FindStringIndex(s); m != nil {
		rest := line.Slice(m[1], len(s))
		if r := rest.String(); len(r) > 1 && r[0] == '"' && strings.HasPrefix(r[1:], "-") && strings.HasSuffix(r, `"`) { // all in one
			rest = rest.Slice(1, len(r)-1)
		}
		t.command(source.Vague("java", line.Slice(m[0], m[1]).Span()), rest)
		return true
	}
	found := procrunOption.FindAllStringSubmatchIndex(s, -1)
	if len(found) == 0 {
		return false
	}
	words := []source.Text{source.Vague("java", line.Slice(found[0][0], found[0][3]).Span())}
	for _, m := range found {
		value := line.Slice(m[4], m[5])
		if strings.HasPrefix(value.String(), `"`) {
			value = value.Slice(1, value.Len()-1)
		}
		switch name := strings.ToLower(s[m[2]:m[3]]); name {
		case "jvmoptions", "jvmoptions9":
			for _, one := range procrunValue.FindAllStringIndex(value.String(), -1) {
				words = append(words, value.Slice(one[0], one[1]))
			}
		default:
			if strings.Trim(value.String(), "0123456789") == "" {
				option, unit := map[string]string{"jvmms": "-Xms", "jvmmx": "-Xmx", "jvmss": "-Xss"}[name], "m"
				if name == "jvmss" {
					unit = "k"
				}
				words = append(words, source.Join(source.Unlocated(option, "procrun"), value, source.Unlocated(unit, "procrun")))
			}
		}
	}
	t.command(append(words, source.Unlocated("-jar service", "procrun"))...)
	return true
}

func (t *windowsReader) set(name source.Text, assigns string, value source.Text) {
	t.parts = append(t.parts, name)
	t.write(assigns + `"`)
	t.words(value, true)
	t.write("\"\n")
}

// command writes a command of java, or one that starts a container.
func (t *windowsReader) command(words ...source.Text) {
	for i, w := range words {
		if i > 0 {
			t.write(" ")
		}
		t.words(w, false)
	}
	t.write("\n")
}

// putInOnWindows is what is put in: %NAME%, !NAME!, %1, $env:NAME, $NAME; and java by the name of its file.
var putInOnWindows = lazyregexp.New(`(?i)%\*|%~?\w*\d|%(\w+)(?::[^%]*)?%|!(\w+)!|[$@]\{?(?:env:)?([A-Za-z_]\w*)\}?|(\bjavaw?(?:\.exe)?)(?:["\s]|$)`)

// words writes words as a shell reads them.
func (t *windowsReader) words(text source.Text, quoted bool) {
	s := text.String()
	put := func(value string, from, to int) {
		t.parts = append(t.parts, source.Coded(value, text.Slice(from, to).Span()))
	}
	open := byte(0)
	found := putInOnWindows.FindAllStringSubmatchIndex(s, -1)
	for i := 0; i < len(s); {
		if len(found) > 0 && found[0][0] == i {
			m := found[0]
			found = found[1:]
			end, name := m[1], ""
			for g := 2; g <= 6; g += 2 {
				if m[g] >= 0 {
					name = s[m[g]:m[g+1]]
				}
			}
			switch {
			case m[8] >= 0:
				end = m[9]
				put("java", i, end)
			case name != "" && name[0] > '9':
				put("${"+name+"}", i, end)
			default:
				put(`$1`, i, end)
			}
			i = end
			continue
		}
		switch c := s[i]; {
		case c == '\\':
			put("/", i, i+1)
		case c == '"' && quoted: // java gets none: they are taken off when the line is split
		case c == '$', c == '`', c == '\'' && !t.power && open == 0 && !quoted:
			put(`\`+string(c), i, i+1)
		case (c == '"' || c == '\'' && t.power) && !quoted:
			if open == 0 {
				open = c
			} else if open == c {
				open = 0
			}
			t.parts = append(t.parts, text.Slice(i, i+1))
		case open == 0 && !quoted && strings.IndexByte("();*!#~{}[]?", c) >= 0:
			put(`\`+string(c), i, i+1)
		default:
			t.parts = append(t.parts, text.Slice(i, i+1))
		}
		i++
	}
	if open != 0 {
		t.write(string(open))
	}
}
