package input

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

const Properties reading.Format = "properties with JVM options"

var propertiesFile = reading.Reader{
	Name:     "properties",
	Formats:  []reading.Format{Properties},
	Files:    []string{"*.properties", "neo4j.conf", "wrapper.conf", "spark-defaults.conf"},
	Content:  func(c *reading.Candidate) bool { return isProperties(c.File) },
	Read:     func(in *reading.Input, _ *reading.Candidate) { readProperties(in); in.FindNeverRead() },
	Comments: propertiesSyntax.Of,
}

// property is an entry of a file of properties.
type property struct{ name, value source.Text }

// heapProperties are keys that stand for an option with a size; the program
// that reads them adds the unit, where one is given here.
// https://neo4j.com/docs/operations-manual/current/performance/memory-configuration/
// https://wrapper.tanukisoftware.com/doc/english/prop-java-maxmemory.html
// https://spark.apache.org/docs/3.5.0/configuration.html#application-properties
var heapProperties = map[string]struct{ option, unit string }{
	"dbms.memory.heap.initial_size":   {"-Xms", ""},
	"dbms.memory.heap.max_size":       {"-Xmx", ""},
	"server.memory.heap.initial_size": {"-Xms", ""},
	"server.memory.heap.max_size":     {"-Xmx", ""},
	"wrapper.java.initmemory":         {"-Xms", "m"},
	"wrapper.java.maxmemory":          {"-Xmx", "m"},
	"spark.driver.memory":             {"-Xmx", ""},
	"spark.executor.memory":           {"-Xmx", ""},
	"spark.yarn.am.memory":            {"-Xmx", ""},
}

// additional are keys whose options add up, over all of them in a file: those of neo4j.conf, of a service wrapper, which
// numbers them, and of bootstrap.conf, which names them.
//
//	https://nifi.apache.org/docs/nifi-docs/html/administration-guide.html#bootstrap_properties
var additional = lazyregexp.New(`^((?:dbms|server)\.jvm\.additional|wrapper\.java\.additional|java\.arg)(\.[\w.-]+)?$`)

// propertyLine is how a line begins that gives JVM options to a key with dots.
var propertyLine = lazyregexp.New(`(?m)^[ \t]*([A-Za-z][\w-]*(?:\.[\w-]+)+)[ \t]*[=: \t][ \t]*["']?(-|\\\r?\n|\d)`)

// openBrace ends a line of HOCON, and of others that have blocks and quote what they hold.
var openBrace = lazyregexp.New(`(?m)\{[ \t]*\r?$`)

// isProperties tells a file of properties in which one holds JVM options. A script may print such a file.
func isProperties(f *source.File) bool {
	braces := path.Ext(f.Name) == ".conf" && openBrace.Match(f.Content())
	script := bytes.HasPrefix(f.Content(), []byte("#!"))
	return propertyLine.Match(f.Content()) && !braces && !script && slices.ContainsFunc(properties(f), property.holdsOptions)
}

func (p property) holdsOptions() bool {
	value := strings.TrimLeft(p.value.String(), `"'`)
	name := p.name.String()
	_, size := p.heap()
	return size || strings.HasPrefix(value, "-") && strings.Contains(name, ".") &&
		(additional.MatchString(name) || reading.HeapOrX.MatchString(value) || reading.OptionsKey.MatchString(name) && reading.OptionInside.MatchString(value))
}

// heap is the option that a key with the size of a heap stands for.
func (p property) heap() (jvmflag.Option, bool) {
	h, known := heapProperties[p.name.String()]
	m := reading.HeapSize.FindStringSubmatch(p.value.String())
	if !known || m == nil {
		return jvmflag.Option{}, false
	}
	size := p.value.Slice(0, len(m[1]))
	if h.unit != "" { // the wrapper reads the digits alone, whatever follows
		size = size.Slice(0, len(strings.TrimRight(size.String(), "kmgKMG")))
		if strings.Trim(size.String(), "0") == "" { // it gives java no option then
			return jvmflag.Option{}, false
		}
	}
	text := source.Join(source.Unlocated(h.option, p.name.String()), size, source.Unlocated(h.unit, p.name.String()))
	return jvmflag.Option{Text: text, Channel: jvmflag.CommandLine, Evidence: jvmflag.ByConvention}, true
}

// ofSpark is how keys begin that stand for a JVM of Spark each.
var ofSpark = lazyregexp.New(`^spark\.(?:driver|executor|yarn\.am)\.`)

// jvmOf tells which keys of a file are for the same JVM.
func (p property) jvmOf() string {
	name := p.name.String()
	if _, size := p.heap(); ofSpark.MatchString(name) {
		return ofSpark.FindString(name)
	} else if size || additional.MatchString(name) {
		return ""
	}
	return name
}

// readProperties reads the JVMs that properties describe. Of a key that is given again the
// last counts, but for those whose options add up.
func readProperties(in *reading.Input) {
	all := lists.Where(properties(in.File), property.holdsOptions)
	last := map[string]int{}
	for i, p := range all {
		last[p.name.String()] = i
	}
	jvms, sized := map[string]*workload.Workload{}, map[string]bool{}
	for i, p := range all {
		name := p.name.String()
		more := additional.FindStringSubmatch(name)
		if last[name] != i && (more == nil || more[2] != "") {
			continue
		}
		of := p.jvmOf()
		w := jvms[of]
		if w == nil {
			w = in.OptionsWorkload(name, nil)
			w.At = p.name
			w.KnowsAtMost(workload.PartOfOptions)
			in.Workloads, jvms[of] = append(in.Workloads, w), w
		}
		heap, size := p.heap()
		switch {
		case size:
			w.Options, w.At, sized[of] = append(w.Options, heap), p.name, true
			continue
		case more != nil:
			w.Name, w.Options = more[1], append(w.Options, jvmflag.Known(jvmflag.ByConvention, eachInLine(in.JVMOptions(jvmflag.CommandLine, p.value), more[2] != ""))...)
		default:
			w.Options = append(w.Options, jvmflag.Known(reading.EvidenceOf(name), in.JVMOptions(jvmflag.CommandLine, p.value))...)
		}
		if !sized[of] {
			w.At = p.name
		}
	}
}

// eachInLine are options of which each has a line of its own. Where lines are numbered, as
// those of a service wrapper, none can be added or taken out: the next would not count.
// https://wrapper.tanukisoftware.com/doc/english/prop-java-additional-n.html
func eachInLine(all []jvmflag.Option, numbered bool) []jvmflag.Option {
	for i := range all {
		all[i].OwnLine = len(all) == 1
		if numbered {
			all[i] = all[i].Written(source.Text{})
		}
	}
	return all
}

// properties reads a file as java.util.Properties does.
// https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/util/Properties.html#load(java.io.Reader)
func properties(f *source.File) []property {
	var all []property
	whole := reading.TextOf(f)
	for s, at := whole.String(), 0; at < len(s); {
		at += blanks(s[at:])
		end := reading.LineAfter(s, at)
		if strings.TrimSpace(s[at:end]) == "" || s[at] == '#' || s[at] == '!' {
			at = end
			continue
		}
		line, next := logicalLine(whole, at)
		all = append(all, entryOf(line))
		at = next
	}
	return all
}

func blanks(s string) int { return len(s) - len(strings.TrimLeft(s, " \t\f")) }

// logicalLine joins lines that end in an odd number of backslashes with the next, whose leading blanks are no part of it.
func logicalLine(whole source.Text, at int) (source.Text, int) {
	return reading.JoinedLine(whole, at, nil, func(line source.Text) (source.Text, bool) {
		line = line.Slice(blanks(line.String()), line.Len())
		if backslashes := line.Len() - len(strings.TrimRight(line.String(), `\`)); backslashes%2 == 0 {
			return line, false
		}
		return reading.WithoutLast(line, `\`)
	})
}

// entryOf splits a line at the first =, : or blank that no backslash protects.
func entryOf(line source.Text) property {
	s := line.String()
	i := 0
	for i < len(s) && !strings.ContainsRune("=: \t\f", rune(s[i])) {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		i++
	}
	value := i + blanks(s[i:])
	if value < len(s) && (s[value] == '=' || s[value] == ':') {
		value++
		value += blanks(s[value:])
	}
	return property{reading.Unescape(line.Slice(0, i), "tnfr"), reading.Unescape(line.Slice(value, len(s)), "tnfr")}
}

var propertiesSyntax = reading.CommentSyntax{Signs: "#!", Line: logicalLine}
