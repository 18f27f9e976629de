package input

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// describedPod finds what kubectl describe prints of a pod, or of what has a template of pods.
var describedPod = lazyregexp.New(
	`(?m)^[ \t]*(?:Init )?Containers:[ \t]*\r?\n[ \t]+\S+:[ \t]*\r?\n(?:[ \t]+\S.*\r?\n)*?[ \t]+Image:[ \t]`)

// describedLine is a line of it: how far in it stands, and its parts.
type describedLine struct {
	indent     int
	key, value source.Text // of a line without a colon the value is all
	all        source.Text
}

// describedField is how a line gives a field. The name of a variable may have dots.
var describedField = lazyregexp.New(`^([\w.-]+(?: [\w-]+)*):(?:[ \t]+|$)`)

func describedLines(whole source.Text) []describedLine {
	var lines []describedLine
	at := 0
	for written := range strings.Lines(whole.String()) {
		line := strings.TrimRight(written, " \t\r\n")
		if text := strings.TrimLeft(line, " \t"); text != "" {
			from := at + len(line) - len(text)
			all := whole.Slice(from, at+len(line))
			l := describedLine{indent: len(line) - len(text), value: all, all: all}
			if m := describedField.FindStringSubmatchIndex(text); m != nil {
				l.key, l.value = all.Slice(m[2], m[3]), all.Slice(m[1], len(text))
			}
			lines = append(lines, l)
		}
		at += len(written)
	}
	return lines
}

// within are the lines that stand further in than the first, up to the next that does not.
func within(lines []describedLine) []describedLine {
	n := 1
	for n < len(lines) && lines[n].indent > lines[0].indent {
		n++
	}
	return lines[1:n]
}

// children are the parts of some lines: each begins with one that stands as far in as the first.
func children(lines []describedLine) [][]describedLine {
	var parts [][]describedLine
	for i, l := range lines {
		if l.indent == lines[0].indent {
			parts = append(parts, lines[i:i+1+len(within(lines[i:]))])
		}
	}
	return parts
}

// describedManifest is the manifest of what kubectl describes, as far as it prints that: what a manifest gives
// stands where it is printed. The order of its fields is that of the reader, not of Kubernetes.
// https://github.com/kubernetes/kubectl/blob/v0.31.0/pkg/describe/describe.go (describeContainers)
func describedManifest(whole source.Text) source.Text {
	var parts []source.Text
	named := source.Text{}
	lines := describedLines(whole)
	var ended []source.Text
	open := false
	for i, l := range lines {
		switch key := l.key.String(); {
		case key == "Name" && l.indent == 0:
			if parts = append(parts, statusOf(ended)); open {
				parts = append(parts, made("---\n"))
			}
			named, open, ended = l.value, false, nil
		case key == "Containers" || key == "Init Containers":
			if !open {
				parts = append(parts, made("apiVersion: v1\nkind: Pod\nmetadata: {name: "), quoted(named), made("}\nspec:\n"))
				open = true
			}
			list := map[string]string{"Containers": "  containers:\n", "Init Containers": "  initContainers:\n"}[key]
			parts = append(parts, made(list))
			for _, c := range children(within(lines[i:])) {
				container, end := describedContainer(c)
				parts = append(parts, container)
				if end.Len() > 0 {
					ended = append(ended, end)
				}
			}
		}
	}
	return source.Join(append(parts, statusOf(ended))...)
}

// statusOf are the ends of containers, as the status of a pod tells them.
func statusOf(ended []source.Text) source.Text {
	if len(ended) == 0 {
		return source.Text{}
	}
	return source.Join(append([]source.Text{made("status:\n  containerStatuses:\n")}, ended...)...)
}

// describedContainer is a container of a manifest, and how it ended.
func describedContainer(lines []describedLine) (container, ended source.Text) {
	name := lines[0].key
	parts := []source.Text{made("  - name: "), quoted(name), made("\n")}
	var limits []source.Text
	var command []describedLine
	for _, field := range children(within(lines)) {
		first, inner := field[0], within(field)
		switch first.key.String() {
		case "Image":
			parts = append(parts, made("    image: "), quoted(first.value), made("\n"))
		case "Command", "Args":
			parts = append(parts, made("    "+strings.ToLower(first.key.String())+": ["), words(command, inner), made("]\n"))
			command = inner
		case "Limits", "Requests":
			limits = append(limits, made("      "+strings.ToLower(first.key.String())+": {"))
			for _, l := range inner {
				limits = append(limits, quoted(l.key), made(": "), quoted(l.value), made(", "))
			}
			limits = append(limits, made("}\n"))
		case "Environment":
			if variables := describedEnvironment(inner); variables.Len() > 0 {
				parts = append(parts, made("    env:\n"), variables)
			}
		case "Environment Variables from":
			parts = append(parts, made("    envFrom:\n"))
			for _, l := range inner {
				parts = append(parts, made("    - "), referred(l.all), made("\n"))
			}
		case "Last State", "State":
			if end := terminated(name, first, inner); end.Len() > 0 && ended.Len() == 0 {
				ended = end
			}
		}
	}
	if len(limits) > 0 {
		parts = append(append(parts, made("    resources:\n")), limits...)
	}
	return source.Join(parts...), ended
}

// words are those of a command, behind others: one on each line, but for the script of a shell, which has
// lines of its own.
func words(before, lines []describedLine) source.Text {
	var parts []source.Text
	for i, l := range lines {
		between := `", "`
		switch {
		case i == 0:
			between = `"`
		case scriptBefore(before), scriptBefore(lines[:i-1]):
			between = `\n`
		}
		parts = append(parts, made(between), inQuotes(l.all))
	}
	if len(parts) > 0 {
		parts = append(parts, made(`"`))
	}
	return source.Join(parts...)
}

// scriptBefore reports whether the words before have a script: a shell takes it behind -c.
func scriptBefore(lines []describedLine) bool {
	return slices.ContainsFunc(lines, func(l describedLine) bool {
		return slices.Contains([]string{"-c", "-ec", "-exc", "-lc"}, l.all.String())
	})
}

// fromElsewhere finds the value of a variable that comes from an object, from the pod or its limits.
var fromElsewhere = lazyregexp.New(`^<set to |\((?:v1:|limits\.|requests\.)[^)]*\)$`)

// describedEnvironment are the variables of a container. What comes from a ConfigMap or a Secret is printed in angle
// brackets or parentheses, and further lines of a value stand below its first.
func describedEnvironment(lines []describedLine) source.Text {
	var parts []source.Text
	for _, v := range children(lines) {
		name, value := v[0].key, v[0].value
		if name.Len() == 0 { // <none>
			continue
		}
		parts = append(parts, made("    - name: "), quoted(name), made("\n"))
		if fromElsewhere.MatchString(value.String()) {
			parts = append(parts, made("      valueFrom: "), referred(value), made("\n"))
			continue
		}
		parts = append(parts, made(`      value: "`), inQuotes(value))
		for _, more := range within(v) {
			parts = append(parts, made(`\n`), inQuotes(more.all))
		}
		parts = append(parts, made("\"\n"))
	}
	return source.Join(parts...)
}

// referredTo finds the object that a variable, or all of them, come from.
var referredTo = lazyregexp.New(`^(\S+)[ \t]+(ConfigMap|Secret)\b|key '([^']*)' (?:in|of) (secret|config map) '([^']*)'`)

// referred is a reference to an object, as a manifest writes it.
func referred(t source.Text) source.Text {
	m := referredTo.FindStringSubmatchIndex(t.String())
	kinds := map[string]string{"Secret": "secretRef", "ConfigMap": "configMapRef", "secret": "secretKeyRef", "config map": "configMapKeyRef"}
	switch {
	case m == nil:
		return made("{fieldRef: {fieldPath: metadata.name}}")
	case m[2] >= 0:
		return source.Join(made("{"+kinds[t.Slice(m[4], m[5]).String()]+": {name: "), quoted(t.Slice(m[2], m[3])), made("}}"))
	}
	kind := kinds[t.Slice(m[8], m[9]).String()]
	name, key := t.Slice(m[10], m[11]), t.Slice(m[6], m[7])
	return source.Join(made("{"+kind+": {name: "), quoted(name), made(", key: "), quoted(key), made("}}"))
}

// terminated is the status of a container that ended.
func terminated(name source.Text, state describedLine, lines []describedLine) source.Text {
	if state.value.String() != "Terminated" {
		return source.Text{}
	}
	parts := []source.Text{made("  - name: "), quoted(name), made("\n    lastState: {terminated: {")}
	for _, l := range lines {
		if field := map[string]string{"Reason": "reason", "Exit Code": "exitCode"}[l.key.String()]; field != "" {
			parts = append(parts, made(field+": "), quoted(l.value), made(", "))
		}
	}
	return source.Join(append(parts, made("}}\n"))...)
}

// quoted is a text between the double quotes of YAML.
func quoted(t source.Text) source.Text { return source.Join(made(`"`), inQuotes(t), made(`"`)) }

func inQuotes(t source.Text) source.Text {
	return t.Replace(quotedSigns.FindAllStringIndex(t.String(), -1), func(m []int) (source.Text, bool) {
		at := t.Slice(m[0], m[1])
		return source.Coded(`\`+strings.ReplaceAll(at.String(), "\t", "t"), at.Span()), true
	})
}

var quotedSigns = lazyregexp.New(`["\\\t]`)

const GCLog reading.Format = "GC log"

// collectorFlags choose the collectors that a log names.
var collectorFlags = map[string][]string{
	gclog.Serial: {"UseSerialGC"}, gclog.Parallel: {"UseParallelGC"}, gclog.CMS: {"UseConcMarkSweepGC"},
	gclog.G1: {"UseG1GC"}, gclog.ZGC: {unlock, "UseZGC"}, gclog.Shenandoah: {unlock, "UseShenandoahGC"},
	gclog.Epsilon: {unlock, "UseEpsilonGC"},
}

// unlock does nothing on JDKs that take a collector without it.
const unlock = "UnlockExperimentalVMOptions"

// OfGCLog is the JVM that wrote a log, as far as the log tells: its collector, its heap and its regions stand for
// options, which nobody can edit there.
func OfGCLog(log *gclog.Log) *reading.Input {
	at := workload.Cite(cmp.Or(log.Header, log.Chosen, gclog.Line{File: log.Files[0], Number: 1}), "").Span()
	in := &reading.Input{Format: GCLog, File: at.File, Reader: &gcLog}
	w := in.OptionsWorkload("JVM", jvmflag.Known(jvmflag.Runs, loggedOptions(log)))
	w.At, w.GCLog, w.Running = source.Verbatim(at), log, true
	w.KnowsOptions(false)
	in.Workloads = []*workload.Workload{w}
	return in
}

// loggedOptions are those that the header of a log comes to.
func loggedOptions(log *gclog.Log) []jvmflag.Option {
	var options []jvmflag.Option
	add := func(line gclog.Line, words, option string) {
		text := source.Vague(option, workload.Cite(line, words).Span())
		options = append(options, jvmflag.Option{Text: text, Channel: jvmflag.CommandLine})
	}
	if flags := log.Flags; flags.Text != "" {
		_, line, _ := strings.Cut(flags.Text, ": ")
		for _, w := range chosenFlags(source.Unlocated(line, log.Files[0])) {
			add(flags, w.Text.String(), w.Text.String())
		}
		return options
	}
	for _, flag := range collectorFlags[log.Collector] {
		add(log.Chosen, "Using", "-XX:+"+flag)
	}
	if heap := log.MaxHeap; heap.Bytes > 0 {
		add(heap.At, "Heap ", fmt.Sprintf("-XX:MaxHeapSize=%d", heap.Bytes))
	}
	if region := log.RegionSize; region.Bytes > 0 && log.Collector == gclog.G1 {
		add(region.At, "Heap ", fmt.Sprintf("-XX:G1HeapRegionSize=%d", region.Bytes))
	}
	return options
}

// gcLog reads nothing: a log may be larger than memory, and the session reads it line by line.
var gcLog = reading.Reader{Formats: []reading.Format{GCLog}, Read: func(*reading.Input, *reading.Candidate) {}}
