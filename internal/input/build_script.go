package input

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

const BuildScript reading.Format = "build script without JVM options"

// buildScript is a script of Gradle or sbt. Of its language no more is read than strings that
// settings of JVMs hold.
//
//	https://docs.gradle.org/current/dsl/org.gradle.api.tasks.JavaExec.html
//	https://docs.gradle.org/current/userguide/application_plugin.html
//	https://www.scala-sbt.org/1.x/docs/Forking.html
var buildScript = reading.Reader{
	Formats: []reading.Format{BuildScript},
	Owns:    func(c *reading.Candidate) bool { return isBuildScript(c.File.Name) },
	Read:    func(in *reading.Input, c *reading.Candidate) { readBuildScript(in, c.Whole) },
}

func isBuildScript(name string) bool {
	return slices.Contains([]string{".gradle", ".kts", ".sbt"}, path.Ext(name))
}

// forkedJVM is a JVM of a build: all settings of one block, or of one scope of sbt.
type forkedJVM struct {
	name     string
	at       source.Text
	options  []jvmflag.Option
	block    codeBlock
	scope    string
	branches bool
}

var (
	buildSetting = lazyregexp.New(`\b(applicationDefaultJvmArgs|(?:all)?[jJ]vmArgs|jvmArguments|jvmFlags|javaOptions|maxHeapSize|minHeapSize)\b`)
	// scopeBefore and scopeBehind are the scope of a setting of sbt: Test / javaOptions, javaOptions in Test.
	scopeBefore = lazyregexp.New(`((?:\w+[ \t]*/[ \t]*)+)$`)
	scopeBehind = lazyregexp.New(`^[ \t]+in[ \t]+(?:\([ \t]*)?(\w+)`)
	blockName   = lazyregexp.New(`([\w.]+(?:[ \t]*[(<][^\n{]*)?)[ \t]*$`)
	assigned    = lazyregexp.New(`^[ \t]*(?:\+\+?)?=[^=]`)
	choosing    = lazyregexp.New(`\?|\b(?:if|else|match|when|filter|case)\b`)
	branching   = lazyregexp.New(`\b(?:if|else|when|case)\b`)
)

func readBuildScript(in *reading.Input, whole source.Text) {
	p := buildParser{s: whole.String(), groovy: path.Ext(in.File.Name) == ".gradle"}
	p.scan()
	var all []*forkedJVM
	for _, m := range buildSetting.FindAllStringIndex(p.bare, -1) {
		key := whole.Slice(m[0], m[1])
		end := p.statementEnd(m[1])
		literals := p.literals(m[1], end)
		if in.Full() || len(literals) == 0 && !assigned.MatchString(p.bare[m[1]:]) {
			continue
		}
		block := p.blockAt(m[0])
		name := block.name
		if scope := scopeBefore.FindStringSubmatch(p.bare[:m[0]]); scope != nil {
			name = strings.Trim(strings.ReplaceAll(scope[1], " ", ""), "/")
		} else if scope := scopeBehind.FindStringSubmatch(p.bare[m[1]:]); scope != nil {
			name = scope[1]
		}
		if choosing.MatchString(p.bare[m[1]:end]) {
			in.NotJudged(key.Span(), "a condition decides which options %s has", key)
			continue
		}
		options := p.optionsOf(in, whole, key.String(), literals)
		if len(options) == 0 {
			in.NotJudged(key.Span(), "the value of %s is unknown", key)
			continue
		}
		i := slices.IndexFunc(all, func(j *forkedJVM) bool { return j.scope == name && j.block == block })
		if i < 0 {
			i, all = len(all), append(all, &forkedJVM{name: reading.JoinNames(name, key.String()), at: key, block: block, scope: name})
		}
		all[i].options, all[i].branches = append(all[i].options, options...), all[i].branches || block.conditional
	}
	for _, j := range all {
		w := in.OptionsWorkload(j.name, jvmflag.Known(jvmflag.ByConvention, j.options))
		w.At, w.Branches = j.at, j.branches
		w.KnowsAtMost(workload.PartOfOptions) // what starts it adds its own
		in.Add(*w)
	}
}

// buildParser knows where strings and blocks of a build script stand.
type buildParser struct {
	groovy  bool   // words of a call may stand without brackets
	s, bare string // bare: blanks in place of comments and of what strings hold
	strings [][2]int
	blocks  []codeBlock
}

type codeBlock struct {
	start, end  int
	name        string
	conditional bool // it, or one around it, need not run
}

func (p *buildParser) scan() {
	bare := []byte(p.s)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if bare[i] != '\n' {
				bare[i] = ' '
			}
		}
	}
	var open []int
	for i := 0; i < len(p.s); {
		rest := p.s[i:]
		switch {
		case strings.HasPrefix(rest, "//"):
			end := i + lineLength(rest)
			blank(i, end)
			i = end
		case strings.HasPrefix(rest, "/*"):
			end := i + closedBy(rest, 2, "*/")
			blank(i, end)
			i = end
		case rest[0] == '"' || rest[0] == '\'':
			quote := rest[:1]
			if strings.HasPrefix(rest, strings.Repeat(quote, 3)) {
				quote = strings.Repeat(quote, 3)
			}
			end := i + closedBy(rest, len(quote), quote)
			p.strings = append(p.strings, [2]int{i + len(quote), max(i+len(quote), end-len(quote))})
			blank(i+1, end-1)
			i = end
		case rest[0] == '{':
			before := strings.TrimRight(string(bare[:i]), " \t")
			b := codeBlock{start: i, end: len(p.s)}
			line := before[strings.LastIndexAny(before, "\n;{}")+1:]
			if m := blockName.FindStringSubmatch(line); m != nil {
				b.name = strings.TrimSpace(p.s[i-(len(bare[:i])-len(before))-len(m[1]) : len(before)])
			}
			if b.conditional = branching.MatchString(line); len(open) > 0 {
				around := p.blocks[open[len(open)-1]]
				if b.conditional {
					b.name = around.name
				}
				b.conditional = b.conditional || around.conditional
			}
			open, p.blocks = append(open, len(p.blocks)), append(p.blocks, b)
			i++
		case rest[0] == '}':
			if len(open) > 0 {
				p.blocks[open[len(open)-1]].end, open = i, open[:len(open)-1]
			}
			i++
		default:
			i++
		}
	}
	p.bare = string(bare)
}

func lineLength(s string) int {
	if end := strings.IndexByte(s, '\n'); end >= 0 {
		return end
	}
	return len(s)
}

// closedBy is where a text ends that begins with some bytes, and is closed by others that no
// backslash stands before.
func closedBy(s string, begins int, by string) int {
	for i := begins; i < len(s); i++ {
		switch {
		case s[i] == '\\' && by != "*/":
			i++
		case strings.HasPrefix(s[i:], by):
			return i + len(by)
		case s[i] == '\n' && len(by) == 1:
			return i
		}
	}
	return len(s)
}

// statementEnd is where the line ends, or what goes on behind it.
func (p *buildParser) statementEnd(at int) int {
	depth, last := 0, byte(' ')
	next := strings.TrimLeft(p.bare[at:], " \t")
	listed := p.groovy && next != "" && !strings.ContainsRune(":=+", rune(next[0]))
	for i := at; i < len(p.bare); i++ {
		switch c := p.bare[i]; c {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth < 0 {
				return i
			}
		case '}', ';':
			return i
		case ',':
			if depth == 0 && !listed { // of the call that the setting stands in
				return i
			}
		case '\n':
			if depth == 0 && !strings.ContainsRune(",=(+[", rune(last)) {
				return i
			}
		}
		if c := p.bare[i]; c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			last = c
		}
	}
	return len(p.bare)
}

func (p *buildParser) literals(from, to int) (all [][2]int) {
	for _, l := range p.strings {
		if l[0] > from && l[1] <= to {
			all = append(all, l)
		}
	}
	return all
}

// blockAt is the innermost block around a place.
func (p *buildParser) blockAt(at int) (found codeBlock) {
	for _, b := range p.blocks {
		if b.start < at && at < b.end {
			found = b
		}
	}
	return found
}

// optionsOf are the options that a setting gives a JVM, one a string.
func (p *buildParser) optionsOf(in *reading.Input, whole source.Text, key string, literals [][2]int) (options []jvmflag.Option) {
	if len(literals) == 0 {
		return nil
	}
	if size, is := map[string]string{"maxHeapSize": "-Xmx", "minHeapSize": "-Xms"}[key]; is {
		text := whole.Slice(literals[0][0], literals[0][1])
		return []jvmflag.Option{{Text: source.Join(source.Unlocated(size, "the build"), text), Channel: jvmflag.CommandLine}}
	}
	for _, l := range literals {
		text := whole.Slice(l[0], l[1])
		if strings.HasPrefix(text.String(), "-J-") { // for a launcher, which takes it off
			text = text.Slice(len("-J"), text.Len())
		}
		if !strings.ContainsAny(text.String(), " \t\n") {
			options = append(options, jvmflag.Option{Text: text, Channel: jvmflag.CommandLine})
			continue
		}
		options = append(options, in.JVMOptions(jvmflag.CommandLine, text)...)
	}
	if len(options) == 0 || !strings.HasPrefix(options[0].String(), "-") {
		return nil
	}
	return options
}
