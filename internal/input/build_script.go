package input

import (
	"path"
	"slices"
	"sort"
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
	branches bool
}

// No name of a block or scope is longer than lookBack, and no setting longer than longestStatement.
const (
	lookBack         = 500
	longestStatement = 64 << 10
)

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
	type place struct {
		block codeBlock
		scope string
	}
	var all []*forkedJVM
	known := map[place]*forkedJVM{}
	end := 0
	for _, m := range buildSetting.FindAllStringIndex(p.bare, -1) {
		if m[0] < end { // a word of the setting before
			continue
		}
		key := whole.Slice(m[0], m[1])
		end = p.statementEnd(m[1])
		literals := p.literals(m[1], end)
		if in.Full() || len(literals) == 0 && !assigned.MatchString(p.bare[m[1]:]) {
			continue
		}
		block := p.blockAt(m[0])
		name := block.name
		if scope := scopeBefore.FindStringSubmatch(p.bare[max(0, m[0]-lookBack):m[0]]); scope != nil {
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
		j := known[place{block, name}]
		if j == nil {
			j = &forkedJVM{name: reading.JoinNames(name, key.String()), at: key}
			known[place{block, name}], all = j, append(all, j)
		}
		j.options, j.branches = append(j.options, options...), j.branches || block.conditional
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
	edges   []edge
}

// edge is a brace, and the block that it leads to: one of blocks, or -1 for none.
type edge struct{ at, block int }

type codeBlock struct {
	start       int
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
			before := strings.TrimRight(string(bare[max(0, i-lookBack):i]), " \t")
			b := codeBlock{start: i}
			line := before[strings.LastIndexAny(before, "\n;{}")+1:]
			if m := blockName.FindStringSubmatch(line); m != nil {
				end := max(0, i-lookBack) + len(before)
				b.name = strings.TrimSpace(p.s[end-len(m[1]) : end])
			}
			if b.conditional = branching.MatchString(line); len(open) > 0 {
				around := p.blocks[open[len(open)-1]]
				if b.conditional {
					b.name = around.name
				}
				b.conditional = b.conditional || around.conditional
			}
			p.edges = append(p.edges, edge{i, len(p.blocks)})
			open, p.blocks = append(open, len(p.blocks)), append(p.blocks, b)
			i++
		case rest[0] == '}':
			around := -1
			if len(open) > 0 {
				if open = open[:len(open)-1]; len(open) > 0 {
					around = open[len(open)-1]
				}
			}
			p.edges = append(p.edges, edge{i, around})
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
	next := strings.TrimLeft(p.bare[at:min(len(p.bare), at+lookBack)], " \t")
	listed := p.groovy && next != "" && !strings.ContainsRune(":=+", rune(next[0]))
	stop := min(len(p.bare), at+longestStatement)
	for i := at; i < stop; i++ {
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
	return stop
}

// literals are the strings that stand between two places.
func (p *buildParser) literals(from, to int) [][2]int {
	first := sort.Search(len(p.strings), func(i int) bool { return p.strings[i][0] > from })
	behind := sort.Search(len(p.strings), func(i int) bool { return p.strings[i][1] > to })
	return p.strings[first:max(first, behind)]
}

// joins is what a string is joined with to one word, on its left and on its right: '-Xmx' + heap. Two
// plus signs join lists, and one with a colon puts a word to a list.
func (p *buildParser) joins(literal [2]int) (left, right bool) {
	before := strings.TrimRight(p.bare[max(0, literal[0]-lookBack):max(0, literal[0]-1)], " \t\n")
	behind := strings.TrimLeft(p.bare[min(len(p.bare), literal[1]+1):min(len(p.bare), literal[1]+lookBack)], " \t\n")
	left = strings.HasSuffix(before, "+") && !strings.HasSuffix(before, "++") && !strings.HasSuffix(before, ":+")
	right = len(behind) > 1 && behind[0] == '+' && !strings.ContainsRune("+:=", rune(behind[1]))
	return left, right
}

// word is a string with a gap where it is joined with something. Of a word of several strings the first
// stands for all.
func (p *buildParser) word(whole source.Text, literal [2]int) (text source.Text, own bool) {
	text = whole.Slice(literal[0], literal[1])
	left, right := p.joins(literal)
	if right {
		behind := min(len(p.bare), literal[1]+1)
		end := behind + len(operand.FindString(p.bare[behind:min(len(p.bare), behind+lookBack)]))
		text = source.Join(text, source.GapAt(whole.Slice(behind, end).Span()))
	}
	return text, !left
}

// operand is what a string is joined with, as far as its name goes.
var operand = lazyregexp.New(`^\s*\+\s*[\w.]*`)

// blockAt is the innermost block around a place.
func (p *buildParser) blockAt(at int) codeBlock {
	behind := sort.Search(len(p.edges), func(i int) bool { return p.edges[i].at >= at })
	if behind == 0 || p.edges[behind-1].block < 0 {
		return codeBlock{}
	}
	return p.blocks[p.edges[behind-1].block]
}

// optionsOf are the options that a setting gives a JVM, one a string.
func (p *buildParser) optionsOf(in *reading.Input, whole source.Text, key string, literals [][2]int) (options []jvmflag.Option) {
	if len(literals) == 0 {
		return nil
	}
	if size, is := map[string]string{"maxHeapSize": "-Xmx", "minHeapSize": "-Xms"}[key]; is {
		text, own := p.word(whole, literals[0])
		if !own || source.HasGap(text.String()) {
			return nil
		}
		return []jvmflag.Option{{Text: source.Join(source.Unlocated(size, "the build"), text), Channel: jvmflag.CommandLine}}
	}
	for _, l := range literals {
		text, own := p.word(whole, l)
		if !own {
			continue
		}
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
