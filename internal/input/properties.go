package input

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

const Properties reading.Format = "properties with JVM options"

var propertiesFile = reading.Reader{
	Name:     "properties",
	Formats:  []reading.Format{Properties},
	Files:    []string{"*.properties", "neo4j.conf", "wrapper.conf", "spark-defaults.conf"},
	Content:  func(c *reading.Candidate) bool { return isProperties(c.File) },
	Read:     func(in *reading.Input, _ *reading.Candidate) { readProperties(in) },
	Comments: propertiesSyntax.Of,
}

// property is an entry of a file of properties.
type property struct{ name, value source.Text }

// heapProperties are keys that stand for an option with a size; the program
// that reads them adds the unit, where one is given here.
//
//	https://neo4j.com/docs/operations-manual/current/performance/memory-configuration/
//	https://wrapper.tanukisoftware.com/doc/english/prop-java-maxmemory.html
var heapProperties = map[string]struct{ option, unit string }{
	"dbms.memory.heap.initial_size":   {"-Xms", ""},
	"dbms.memory.heap.max_size":       {"-Xmx", ""},
	"server.memory.heap.initial_size": {"-Xms", ""},
	"server.memory.heap.max_size":     {"-Xmx", ""},
	"wrapper.java.initmemory":         {"-Xms", "m"},
	"wrapper.java.maxmemory":          {"-Xmx", "m"},
}

// additional are keys whose options add up, over all of them in a file: those
// of neo4j.conf, and of a service wrapper, which numbers them.
var additional = lazyregexp.New(`^((?:dbms|server)\.jvm\.additional|wrapper\.java\.additional)(\.\d+)?$`)

// propertyLine is how a line begins that gives JVM options to a key with dots.
var propertyLine = lazyregexp.New(`(?m)^[ \t]*([A-Za-z][\w-]*(?:\.[\w-]+)+)[ \t]*[=: \t][ \t]*["']?(-|\\\r?\n|\d)`)

// openBrace ends a line of HOCON, and of others that have blocks and quote what they hold.
var openBrace = lazyregexp.New(`(?m)\{[ \t]*\r?$`)

// isProperties tells a file of properties in which one holds JVM options.
func isProperties(f *source.File) bool {
	if !propertyLine.Match(f.Content()) || path.Ext(f.Name) == ".conf" && openBrace.Match(f.Content()) {
		return false
	}
	return slices.ContainsFunc(properties(f), func(p property) bool {
		_, size := p.heap()
		return size || p.holdsOptions()
	})
}

func (p property) holdsOptions() bool {
	value := strings.TrimLeft(p.value.String(), `"'`)
	name := p.name.String()
	return strings.HasPrefix(value, "-") && strings.Contains(name, ".") &&
		(additional.MatchString(name) || reading.HeapOrX.MatchString(value) || reading.OptionsKey.MatchString(name) && reading.OptionInside.MatchString(value))
}

// heap is the option that a key with the size of a heap stands for.
func (p property) heap() (jvmflag.Option, bool) {
	h, known := heapProperties[p.name.String()]
	m := reading.HeapSize.FindStringSubmatch(p.value.String())
	if !known || m == nil {
		return jvmflag.Option{}, false
	}
	text := source.Join(source.Unlocated(h.option, p.name.String()), p.value.Slice(0, len(m[1])), source.Unlocated(h.unit, p.name.String()))
	return jvmflag.Option{Text: text, Channel: jvmflag.CommandLine, Evidence: jvmflag.ByConvention}, true
}

// readProperties reads the JVMs that properties describe: one for each key with
// options, and one for those that add up. Of a key that is given again the last counts.
func readProperties(in *reading.Input) {
	var sum *workload.Workload
	one := map[string]*workload.Workload{}
	for _, p := range properties(in.File) {
		name := p.name.String()
		heap, size := p.heap()
		if !size && !p.holdsOptions() {
			continue
		}
		w := one[name]
		if m := additional.FindStringSubmatch(name); size || m != nil {
			w = sum
		}
		if w == nil {
			w = in.OptionsWorkload(name, nil)
			w.At = p.name
			w.KnowsAtMost(workload.PartOfOptions)
			in.Workloads = append(in.Workloads, w)
		}
		switch {
		case size:
			sum, w.Options = w, append(w.Options, heap)
		case additional.MatchString(name):
			sum, w.Options = w, append(w.Options, jvmflag.Known(jvmflag.ByConvention, in.JVMOptions(jvmflag.CommandLine, p.value))...)
			w.Name, w.At = additional.FindStringSubmatch(name)[1], p.name
		default:
			one[name], w.Options, w.At = w, jvmflag.Known(reading.EvidenceOf(name), in.JVMOptions(jvmflag.CommandLine, p.value)), p.name
		}
	}
}

// properties reads a file as java.util.Properties does.
//
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

// logicalLine joins lines that end in an odd number of backslashes with the
// next, whose leading blanks are no part of it.
func logicalLine(whole source.Text, at int) (source.Text, int) {
	s := whole.String()
	var parts []source.Text
	for {
		next := reading.LineAfter(s, at)
		line := strings.TrimRight(s[at:next], "\r\n")
		end := at + len(line)
		if backslashes := len(line) - len(strings.TrimRight(line, `\`)); backslashes%2 == 0 || next == len(s) {
			return source.Join(append(parts, whole.Slice(at, end))...), next
		}
		parts = append(parts, whole.Slice(at, end-1))
		at = next + blanks(s[next:])
	}
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
	return property{unescape(line.Slice(0, i)), unescape(line.Slice(value, len(s)))}
}

// unescape decodes backslashes: \t, \n, \f, \r and \u0041, and any other
// character stands for itself.
func unescape(t source.Text) source.Text {
	s := t.String()
	if !strings.Contains(s, `\`) {
		return t
	}
	var parts []source.Text
	from := 0 // what stands from here on is taken as it is written
	for at := 0; ; {
		i := strings.IndexByte(s[at:], '\\')
		if i < 0 || at+i+1 == len(s) {
			return source.Join(append(parts, t.Slice(from, len(s)))...)
		}
		i += at
		parts = append(parts, t.Slice(from, i))
		value, n := escaped(s[i+1:])
		at = i + 1 + n
		if span := t.Slice(i, at).Span(); value == s[i+1:at] || span.IsZero() {
			parts = append(parts, t.Slice(i+1, at))
		} else {
			parts = append(parts, source.Coded(value, span))
		}
		from = at
	}
}

// escaped is what stands behind a backslash, and how many bytes it takes.
func escaped(s string) (string, int) {
	if code := fourDigits.FindString(s); code != "" {
		r := rune(0)
		for _, c := range code[1:] {
			r = r<<4 | rune(strings.IndexRune("0123456789abcdef", c|0x20))
		}
		return string(r), len(code)
	}
	if i := strings.IndexByte("tnfr", s[0]); i >= 0 {
		return "\t\n\f\r"[i : i+1], 1
	}
	_, n := utf8.DecodeRuneInString(s)
	return s[:n], n
}

var fourDigits = lazyregexp.New(`^u[0-9A-Fa-f]{4}`)

var propertiesSyntax = reading.CommentSyntax{Signs: "#!", Lines: func(whole source.Text, at int) (end, next int) {
	_, next = logicalLine(whole, at)
	return next, next
}}
