package hotspot

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Tests against real JVMs, and what is captured of them.

// thisMachine is what a JVM sees of the machine that the tests run on, which
// must not limit them by a cgroup.
func thisMachine(t *testing.T) Machine {
	t.Helper()
	m := machine(jvmtest.Memory(t), int64(runtime.NumCPU()))
	m.Host = m.Memory // no swap
	return m
}

// machine is one whose facts are known; 0 leaves one unknown.
func machine(memory, cpus int64) Machine {
	var m Machine
	if memory != 0 {
		m.Memory = source.Value{N: memory, Origin: source.Argument}
	}
	if cpus != 0 {
		m.CPUs = source.Value{N: cpus, Origin: source.Argument}
	}
	return m
}

// run is what a real JVM did with its options.
type run struct {
	started bool
	killed  bool              // by the system, for want of memory
	flags   map[string]string // by name, as -XX:+PrintFlagsFinal prints them
	given   map[string]bool   // whether it says that the command line set the flag
	rows    []string          // the rows of published flags
	output  []string          // the other lines
	older   bool              // taken down before some flags were predicted
}

// flagRow is a flag with its value, its kind and, after JDK 8, its origin.
var flagRow = regexp.MustCompile(`^\s*\w+\s+(\w+)\s+:?=\s*(.*?)\s*\{[^{}]*\}\s*(?:\{(.*)\})?\s*$`)

// startReal runs a JVM with the options and -version. Experimental flags are
// unlocked, as the JVM does not print them otherwise.
func startReal(java, dir, options string, variables ...string) (run, error) {
	return startWith([]string{java}, dir, options, variables...)
}

// startWith runs words that end with a JVM.
func startWith(words []string, dir, options string, variables ...string) (run, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	words = append(slices.Clone(words), "-XX:+UnlockExperimentalVMOptions", "-XX:+PrintFlagsFinal")
	words = append(append(words, strings.Fields(options)...), "-version")
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir = dir // where a crash leaves its report
	cmd.Env = append(variables, "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return run{}, err
	}
	r := readRun(err == nil, string(out))
	r.killed = exit != nil && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL
	return r, nil
}

// readRun sorts what a JVM printed.
func readRun(started bool, output string) run {
	r := run{started: started, flags: map[string]string{}, given: map[string]bool{}}
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\n")
		m := flagRow.FindStringSubmatch(line)
		switch {
		case m == nil:
			r.output = append(r.output, line)
		default:
			r.flags[m[1]] = m[2]
			r.given[m[1]] = strings.Contains(m[3], "command line")
			if slices.ContainsFunc(published(), func(p publishedFlag) bool { return p.name == m[1] && (p.until == 0 || m[3] == "") }) {
				r.rows = append(r.rows, strings.Join(strings.Fields(line), " "))
			}
		}
	}
	return r
}

// nmtGC is what native memory tracking says of the collector at the end of a run.
var nmtGC = regexp.MustCompile(`GC \(reserved=\d+KB, committed=\d+KB\)\s*\(malloc=\d+KB[^)]*\)\s*\(mmap: reserved=\d+KB, committed=\d+KB\)`)

// compare holds a prediction against what a JVM did. It counts the flags that
// it compared, and lists the differences.
func compare(r *jvmflag.Resolution, m Machine, real run) (compared int, differences []string) {
	if r.Refusal != nil {
		return 0, compareRefusal(r.Refusal, real)
	}
	jvm, said, refusal := predictAll(r, m, true)
	if r.Table < 9 {
		differences = compareWarnings(said, real)
	}
	if refusal != nil {
		return 0, append(differences, compareRefusal(refusal, real)...)
	}
	if !real.started {
		if real.ranOut() {
			return 0, nil
		}
		return 0, append(differences, "predicted to start, but: "+strings.Join(real.output, " | "))
	}
	for _, p := range published() {
		if !jvmflag.Within(r.Table, 0, p.until) {
			continue
		}
		name := p.name
		text, ok := real.flags[name]
		flag := jvm.Flag(name)
		modelled := flag.Name != ""
		if ok != modelled && !(modelled && real.older) {
			differences = append(differences, fmt.Sprintf("%s: in the JVM %v, in the model %v", name, ok, modelled))
		}
		if !ok || !modelled || flag.Value == nil {
			continue
		}
		compared++
		if given := flag.Origin == source.Option; r.Table >= 9 && given != real.given[name] && !leftToJVM(r, name) {
			differences = append(differences, fmt.Sprintf("%s: on the command line %v, predicted %v", name, real.given[name], given))
		}
		if !sameValue(flag.Value, text) {
			differences = append(differences, fmt.Sprintf("%s: %s, predicted %v", name, text, flag.Value))
		}
	}
	return compared, differences
}

// leftToJVM reports whether an option of 0 asks the JVM to choose.
func leftToJVM(r *jvmflag.Resolution, name string) bool {
	set, ok := r.Set(name)
	return ok && set.Number == 0
}

// ranOut reports whether a JVM came through its ergonomics, and then found the
// heap too small for its own classes, or the machine for the heap.
func (r run) ranOut() bool {
	output := strings.Join(r.output, "\n")
	return strings.Contains(output, "OutOfMemoryError") ||
		strings.Contains(output, "GC triggered before VM initialization completed") ||
		strings.Contains(output, "insufficient memory for the Java Runtime Environment")
}

var address = regexp.MustCompile(`0x[0-9a-f]{12,16}\b`)

// compareWarnings holds the warnings of ergonomics against those printed.
func compareWarnings(said []jvmflag.Message, real run) []string {
	const mark = "OpenJDK 64-Bit Server VM warning: "
	var predicted, printed []string
	for _, message := range said {
		if strings.HasPrefix(message.Line, mark) {
			predicted = append(predicted, message.Line)
		}
	}
	for _, line := range real.output {
		if strings.HasPrefix(line, mark) {
			printed = append(printed, address.ReplaceAllString(line, "0x…"))
		}
	}
	if !slices.Equal(predicted, printed) {
		return []string{fmt.Sprintf("warned with %q, predicted %q", printed, predicted)}
	}
	return nil
}

func compareRefusal(refusal *jvmflag.Refusal, real run) []string {
	if real.started {
		return []string{"started, predicted: " + refusal.Lines[0]}
	}
	if strings.Contains(refusal.Error(), "OutOfMemoryError") && real.ranOut() {
		return nil // of two memories that are too small, either may run out first
	}
	said := map[string]bool{}
	for _, line := range real.output {
		said[line] = true
	}
	for _, line := range refusal.Lines {
		if !said[line] {
			return []string{fmt.Sprintf("refused with %q, predicted %q", real.output, refusal.Lines)}
		}
	}
	return nil
}

// sameValue reports whether -XX:+PrintFlagsFinal prints a value so.
func sameValue(predicted any, text string) bool {
	switch v := predicted.(type) {
	case bool:
		return text == strconv.FormatBool(v)
	case float64:
		return text == strconv.FormatFloat(v, 'f', 6, 64)
	}
	return text == fmt.Sprint(predicted)
}
