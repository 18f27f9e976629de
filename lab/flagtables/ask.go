package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// release is a JVM and what it told.
type release struct {
	jdk     int
	java    string
	flags   []fact // in HotSpot's own order, which settles whom it means by "Did you mean"
	byName  map[string]*fact
	lacks   []string          // flags of releases beside one that could not be asked
	answers map[string]answer // by candidate name
	// collectors holds the values of flags that a collector starts from.
	collectors map[string]map[string]string
	logging    logging
}

// answer is what a JVM says to a flag; both are empty where it takes it without a word.
type answer struct{ refused, said string }

func newRelease(jdk int, home string) (*release, error) {
	r := &release{jdk: jdk, java: filepath.Join(home, "bin", "java"), byName: map[string]*fact{}, answers: map[string]answer{}}
	var err error
	if r.flags, err = readLibrary(jdk, home); err != nil {
		return nil, err
	}
	for i := range r.flags {
		r.byName[r.flags[i].name] = &r.flags[i]
	}
	if err := r.confirm(); err != nil {
		return nil, err
	}
	if err := r.ranges(); err != nil {
		return nil, err
	}
	if r.collectors, err = r.underCollectors(); err != nil {
		return nil, err
	}
	if jdk > 8 {
		r.logging, err = r.readLogging(home)
	}
	return r, err
}

// say runs the JVM, which may well refuse to start, and gives all it printed.
func (r *release) say(args ...string) (string, error) {
	cmd := exec.Command(r.java, args...)
	cmd.Dir = os.TempDir()
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); !strings.HasSuffix(name, "JAVA_OPTIONS") && name != "JAVA_TOOL_OPTIONS" {
			cmd.Env = append(cmd.Env, v)
		}
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = nil
	}
	return out.String(), err
}

var unlock = []string{"-XX:+UnlockDiagnosticVMOptions", "-XX:+UnlockExperimentalVMOptions"}

var printed = regexp.MustCompile(`(?m)^ *(\w+) (\w+) +:?= ?(.*?) *\{([^{}]+)\}(?: \{([a-z ,]+)\})?$`)

// confirm holds the library's table against what the JVM prints: type, kind
// and marks of all flags that it shows, and the defaults of those that
// -XX:+PrintFlagsInitial shows, which are not yet touched by ergonomics.
func (r *release) confirm() error {
	for _, option := range []string{"-XX:+PrintFlagsInitial", "-XX:+PrintFlagsFinal"} {
		text, err := r.say(append(unlock, option, "-version")...)
		if err != nil {
			return err
		}
		rows := printed.FindAllStringSubmatch(text, -1)
		if len(rows) < 500 {
			return fmt.Errorf("%s printed %d flags", option, len(rows))
		}
		computed := 0
		for _, row := range rows {
			f, ok := r.byName[row[2]]
			kind, marks := attributes(row[4])
			switch {
			case !ok:
				return fmt.Errorf("%s is not in the library's table", row[2])
			case f.typ != row[1] || f.kind != kind || slices.Contains(f.marks, "pd") != slices.Contains(marks, "pd"):
				return fmt.Errorf("%s is %s %s %s in the library, and printed as %s", f.name, f.typ, f.kind, f.marks, row[0])
			case strings.HasSuffix(option, "Initial") && f.value != row[3]:
				f.value = row[3] // computed when the library is loaded
				computed++
			}
		}
		if computed > 1 { // MaxLoopPad
			return fmt.Errorf("%d defaults in the library are not those printed", computed)
		}
	}
	return nil
}

// attributes takes apart "C2 pd product".
func attributes(text string) (kind string, marks []string) {
	for _, word := range strings.Fields(text) {
		switch word {
		case "product", "manageable", "diagnostic", "experimental":
			kind = word
		case "lp64_product": // JDK 27 and 28: beside diagnostic, too
			kind = cmp.Or(kind, "product")
		case "rw": // JDK 8: writeable at run time, and still no more than a product flag
		default:
			marks = append(marks, word)
		}
	}
	return kind, marks
}

var ranged = regexp.MustCompile(`(?m)^ *(\w+) (\w+) +\[ *(\S*) *\.\.\. *(\S*) *\]`)

// ranges reads what each flag may be; JDK 8 has no such table.
func (r *release) ranges() error {
	if r.jdk < 11 {
		return nil
	}
	text, err := r.say(append(unlock, "-XX:+PrintFlagsRanges", "-version")...)
	for _, row := range ranged.FindAllStringSubmatch(text, -1) {
		if f := r.byName[row[2]]; f != nil {
			f.least, f.most = row[3], row[4]
		}
	}
	return err
}

var (
	suggestion = regexp.MustCompile(`Did you mean '[^']*'\?\s*`)
	unknown    = regexp.MustCompile(`^Unrecognized VM option '(\w+)`)
	debugOnly  = regexp.MustCompile(`^Error: VM option '(\w+)' is (develop|notproduct) and is available only in debug version of VM\.$`)
	warned     = regexp.MustCompile(`^OpenJDK 64-Bit Server VM warning: ((?:[Ii]gnoring |Temporarily processing |)(?:obsolete )?[Oo]ption (\w+).*)$`)
	logged     = regexp.MustCompile(`^\[[0-9.]+s\]\[warning\]\[\w+ *\] (-XX:\+(\w+) is deprecated\..*)$`)
)

// spoils are flags that change what the JVM prints of those after them.
var spoils = map[string]bool{
	"IgnoreUnrecognizedVMOptions": true, "PrintVMOptions": true, "LogVMOutput": true, "LogFile": true,
	"DisplayVMOutput": true, "DisplayVMOutputToStdout": true, "DisplayVMOutputToStderr": true,
	"MallocMaxTestWords": true, // limits the memory that it may take
}

// ask takes down what the JVM says to each name. It reads them from one file
// of flags: there it goes on after one that it refuses.
func (r *release) ask(names map[string]string, table []jvmflag.Special) error {
	file, err := os.CreateTemp("", "flagtables")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	fmt.Fprintln(file, "+UnlockDiagnosticVMOptions\n+UnlockExperimentalVMOptions")
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !spoils[name] {
			fmt.Fprintln(file, r.on(name, names[name]))
		}
	}
	fmt.Fprintln(file, "+NoFlagOfThisName") // so that no JVM starts with all of that
	if err := file.Close(); err != nil {
		return err
	}
	text, err := r.say("-XX:Flags="+file.Name(), "-version")
	if err != nil {
		return err
	}
	for line := range strings.Lines(text) {
		r.hear(line)
	}
	if len(r.answers) < 100 {
		return fmt.Errorf("said too little to a file of flags: %s", text)
	}
	for _, f := range r.flags {
		debug := f.kind == "develop" || f.kind == "notproduct"
		a := r.answers[f.name]
		if obsolete := a.said != ""; debug && !obsolete && a.refused != f.kind || !debug && a.refused != "" {
			return fmt.Errorf("%s is %s in the library, and the JVM says %q", f.name, f.kind, a.refused)
		}
	}
	return r.askLate(table)
}

// on is the flag with some value, as a file of flags has it. An alias has the
// type of what it stands for.
func (r *release) on(name, alias string) string {
	f := r.byName[name]
	if f == nil {
		f = r.byName[alias]
	}
	if f != nil && f.typ != "bool" {
		return name + "=1"
	}
	return "+" + name
}

func (r *release) hear(line string) {
	line = strings.TrimSpace(suggestion.ReplaceAllString(line, "")) // JDK 11 to 21 end it with no new line
	if m := unknown.FindStringSubmatch(line); m != nil {
		r.answers[m[1]] = answer{refused: "unknown"}
	} else if m := debugOnly.FindStringSubmatch(line); m != nil {
		r.answers[m[1]] = answer{refused: m[2]}
	} else if m := warned.FindStringSubmatch(line); m != nil {
		r.answers[m[2]] = answer{said: m[1]}
	} else if m := logged.FindStringSubmatch(line); m != nil {
		r.answers[m[2]] = answer{said: m[1]}
	}
}

var lateWords = regexp.MustCompile(`(?m)^(?:OpenJDK 64-Bit Server VM warning: (.*deprecated.*)|\[[0-9.]+s\]\[warning\]\[\w+ *\] (-XX:.* is deprecated\..*))$`)

// askLate asks one by one on the command line for deprecated flags that the
// JVM has said nothing to: of some it speaks only after it has read all
// options. And for aliases that it refused: JDK 8 knows them on the command
// line alone.
func (r *release) askLate(table []jvmflag.Special) error {
	for _, s := range table {
		a := r.answers[s.Name]
		late := s.State(r.jdk) == jvmflag.Deprecated && a == answer{}
		alias := s.Alias != "" && s.State(r.jdk) == jvmflag.Current && a.refused != ""
		if !late && !alias {
			continue
		}
		text, err := r.say("-XX:"+r.on(s.Name, s.Alias), "-XX:+PrintFlagsFinal", "-version")
		if err != nil {
			return err
		}
		if m := lateWords.FindStringSubmatch(text); m != nil {
			r.answers[s.Name] = answer{said: m[1] + m[2]}
		}
		for _, row := range printed.FindAllStringSubmatch(text, -1) {
			if alias && row[2] == s.Alias && row[3] == "1" {
				r.answers[s.Name] = answer{}
			}
		}
	}
	return nil
}
