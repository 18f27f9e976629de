package start

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Words that are put into a script so that the run hears of what an interpreter does not tell.
const (
	callWord = "__jvmlint_call" // NUMBER COMMAND ...: which command this is
	armWord  = "__jvmlint_arm"  // NUMBER: a branch, a turn of a loop or a function begins
	sizeWord = "__jvmlint_size" // LENGTH ...: variables of such lengths are about to be put together
	gapWord  = "__jvmlint_gap"  // VALUE COMPUTED MARK: the mark is put in where the value is empty
	askWord  = "__jvmlint_ask"  // NUMBER VALUE ...: a test is about to be made, of such values
	setWord  = "__jvmlint_set"  // NAME NAME ...: a variable is about to be set, from others

	chanceWord = "__jvmlint_chance" // a variable that nobody sets
	statusWord = "__jvmlint_status" // one that holds how a command ended
)

// place is where something begins.
type place struct {
	file  *source.File
	start int
}

// call is a command of a script.
type call struct {
	words  []source.Text
	whole  source.Text // all of them, from the one that names java on
	ran    bool        // it is a test, and was made
	doubt  bool        // its outcome depends on what is not known
	within source.Text // the substitution that its output goes into
	beside bool

	uses     []string   // variables that it is made of
	sets     [][]string // what the branches set that run by its outcome
	unmarked bool       // it is none of the commands whose words have marks
}

// startsJava reports whether a word of the command names java, and others follow.
func (c call) startsJava() bool {
	for n, w := range c.words {
		text := strings.Trim(w.String(), `"'`)
		if n+1 < len(c.words) && IsJava(text) && !asksRelease.MatchString(c.words[n+1].String()) {
			return true
		}
	}
	return false
}

// takesValue finds options such as -sourcepath, whose values may be folders called java.
var takesValue = lazyregexp.New(`^-[a-z]{4,}$`)

// java is the word of a command that names java, as it is written.
func (c call) java() source.Text {
	text := func(t source.Text) string { return strings.Trim(t.String(), `"'`) }
	for n, w := range c.words {
		if IsJava(text(w)) && (n == 0 || !takesValue.MatchString(text(c.words[n-1]))) {
			return w
		}
	}
	if words := Unwrap(c.words, text); len(words) > 0 {
		return words[0]
	}
	return source.Text{}
}

// arm is a part of a script that need not run, or that runs several times.
type arm struct {
	at       place
	loop     bool
	function bool
	list     bool    // it runs for each of some words
	around   []place // the arms that it stands in, the outermost first
	words    bool    // options of the JVM, or a java, stand in it
	turns    int
	state    uint64 // what variables held when the last turn began
	tests    []int  // the tests that decide whether it runs; empty: something else does
	chain    []int  // these, and those of the branches before it
	sets     []string
	within   string // the function that it stands in
}

// What one command may hold.
const (
	mostParts       = 1000 // expansions
	mostAssignments = 20_000
)

// instrument makes a script tell what it does.
type instrument struct {
	run       *run
	text      source.Text
	file      *syntax.File
	around    []place
	within    source.Text
	beside    bool
	innermost *arm
	function  string // whose own arguments are known
	loop      string // the innermost one, as a function that sets what its body does
	arguments bool   // words of a command: quotes keep one together
	joined    bool   // the word has several parts
	functions []string
	changed   []string        // variables that the text sets, and commands that it runs, in their order
	apart     int             // subshells around, which leave nothing behind
	unset     map[string]bool // instrumented.unset
}

func literal(s string) *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: s}}}
}

func quoted(parts ...syntax.WordPart) *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.DblQuoted{Parts: parts}}}
}

func command(words ...string) *syntax.Stmt {
	return &syntax.Stmt{Cmd: &syntax.CallExpr{Args: lists.Of(words, literal)}}
}

// ends is a command that succeeds or fails: true or false.
func ends(well bool) *syntax.Stmt { return command(strconv.FormatBool(well)) }

// behind has a statement run behind others, of which some are none. It may ask how the command before it ended.
func (i *instrument) behind(s *syntax.Stmt, text source.Text, others ...*syntax.Stmt) {
	others = lists.Where(others, func(o *syntax.Stmt) bool { return o != nil })
	if len(others) == 0 {
		return
	}
	if strings.Contains(text.String(), "$?") {
		ended := &syntax.ParamExp{Param: &syntax.Lit{Value: "?"}}
		kept := &syntax.CallExpr{Assigns: []*syntax.Assign{{Name: &syntax.Lit{Value: statusWord}, Value: quoted(ended)}}}
		again := &syntax.CallExpr{Args: []*syntax.Word{literal("exit"), quoted(&syntax.ParamExp{Param: &syntax.Lit{Value: statusWord}})}}
		others = slices.Concat([]*syntax.Stmt{{Cmd: kept}}, others, []*syntax.Stmt{{Cmd: &syntax.Subshell{Stmts: []*syntax.Stmt{{Cmd: again}}}}})
	}
	s.Cmd = block(append(others, &syntax.Stmt{Cmd: s.Cmd})...)
}

func block(stmts ...*syntax.Stmt) *syntax.Block { return &syntax.Block{Stmts: stmts} }

func (i *instrument) slice(n syntax.Node) source.Text { return i.between(n, n) }

func (i *instrument) between(first, last syntax.Node) source.Text {
	start, end := int(first.Pos().Offset()), int(last.End().Offset())
	if start > end || end > i.text.Len() {
		return source.Text{}
	}
	return i.text.Slice(start, end)
}

// options are those by which a JVM differs from others.
var options = lazyregexp.New(`(?:^|[\s"'=(])-(?:X|server|client|agentlib:|agentpath:|javaagent:|-enable-)`)

// javaWords are options of the JVM, and properties, which say nothing of it but tell who reads a variable.
var javaWords = lazyregexp.New(`(?:^|[\s"'=(])-(?:X|D[A-Za-z]|server|client|agentlib:|agentpath:|javaagent:|-enable-|-add-)`)

// speaks notes that the branch which is read says something of a JVM.
func (i *instrument) speaks() {
	if i.innermost != nil {
		i.innermost.words = true
	}
}

// body reads a part that need not run, and has it tell when it begins.
func (i *instrument) body(stmts []*syntax.Stmt, loop bool) (with []*syntax.Stmt, a *arm) {
	if len(stmts) == 0 {
		return stmts, &arm{}
	}
	offset := min(int(stmts[0].Pos().Offset()), i.text.Len())
	at := i.text.Slice(offset, offset).Span()
	a = &arm{at: place{at.File, at.Start}, loop: loop, around: slices.Clone(i.around), within: i.function}
	begin := command(armWord, strconv.Itoa(len(i.run.arms)))
	i.run.arms = append(i.run.arms, a)
	if loop { // what a turn may change beside variables
		c := begin.Cmd.(*syntax.CallExpr)
		for _, name := range []string{"#", "1"} {
			c.Args = append(c.Args, quoted(&syntax.ParamExp{Param: &syntax.Lit{Value: name}}))
		}
	}
	around, outer, since, outerLoop := i.around, i.innermost, len(i.changed), i.loop
	i.around, i.innermost = append(i.around, a.at), a
	if loop {
		i.loop = "loop " + strconv.Itoa(len(i.run.arms))
	}
	i.stmts(stmts)
	a.sets = slices.Clip(i.changed[since:])
	if loop {
		i.run.functions[i.loop], i.functions = a.sets, append(i.functions, i.loop)
	}
	i.around, i.innermost, i.loop = around, outer, outerLoop
	return append([]*syntax.Stmt{begin}, stmts...), a
}

func (i *instrument) stmts(all []*syntax.Stmt) {
	for _, s := range all {
		i.stmt(s)
	}
}

func (i *instrument) stmt(s *syntax.Stmt) {
	if s == nil {
		return
	}
	beside := i.beside
	i.beside = beside || s.Background || s.Coprocess || s.Disown
	s.Background, s.Coprocess, s.Disown = false, false, false
	i.run.bound(s)
	s.Redirs = slices.DeleteFunc(s.Redirs, i.redirect)
	i.command(s)
	i.beside = beside
}

// redirect reads where something is read from or written to. What is written is lost. It reports
// whether the redirection is to be left out: the interpreter knows three files that are open.
func (i *instrument) redirect(r *syntax.Redirect) (out bool) {
	i.words(r.Word)
	i.mark(r.Hdoc, true)
	if r.N != nil && !slices.Contains([]string{"0", "1", "2"}, r.N.Value) {
		return true
	}
	switch r.Op {
	case syntax.RdrIn: // the interpreter would not close what it reads by itself
		cat := &syntax.CallExpr{Args: []*syntax.Word{literal("cat"), r.Word}}
		r.Op, r.Word = syntax.WordHdoc, quoted(&syntax.CmdSubst{Stmts: []*syntax.Stmt{{Cmd: cat}}})
		return false
	case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		return false
	case syntax.DplOut:
		if to := r.Word.Lit(); to == "1" || to == "2" {
			return false
		}
		r.Op = syntax.RdrAll
	case syntax.DplIn, syntax.RdrInOut:
		return true
	case syntax.AppAll:
		r.Op = syntax.RdrAll
	case syntax.RdrAll:
	default:
		r.Op = syntax.RdrOut
	}
	r.Word = literal("/dev/null")
	return false
}

func (i *instrument) command(s *syntax.Stmt) {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		i.call(s, c)
	case *syntax.DeclClause:
		variant := ""
		if c.Variant != nil {
			variant = c.Variant.Value
		}
		text := i.slice(c)
		told := i.sets(c.Args, variant == "local" || i.function != "" && (variant == "declare" || variant == "typeset"))
		i.assigns(c.Args)
		i.behind(s, text, append(told, i.sizes(c.Args))...)
	case *syntax.IfClause:
		i.ifClause(c)
	case *syntax.WhileClause:
		before := len(i.run.calls)
		i.stmts(c.Cond)
		asked, since := len(i.run.calls), len(i.changed)
		var turn *arm
		c.Do, turn = i.body(c.Do, true)
		i.decide(from(before, asked), since)
		if i.run.world.forces(turn.at) > 0 {
			c.Cond, c.Do = append(c.Cond, ends(!c.Until)), append(c.Do, command("break"))
		}
	case *syntax.ForClause:
		if c.Select {
			s.Cmd = command(":").Cmd
			return
		}
		before, since, text := len(i.run.calls), len(i.changed), i.slice(c.Loop)
		told := []*syntax.Stmt{i.question(kept, c.Loop)}
		asked := from(before, len(i.run.calls))
		if items, is := c.Loop.(*syntax.WordIter); is {
			told = append(told, i.setsOf(items, asked)...)
		}
		var turn *arm
		c.Do, turn = i.body(c.Do, true)
		i.decide(asked, since)
		i.behind(s, text, told...)
		if items, is := c.Loop.(*syntax.WordIter); is {
			for _, w := range items.Items {
				i.mark(w, false)
			}
			turn.list = true
			if i.run.world.forces(turn.at) > 0 {
				items.Items, c.Do = append(items.Items, literal("_")), append(c.Do, command("break"))
			}
		} else if loop, is := c.Loop.(*syntax.CStyleLoop); is {
			for _, x := range []syntax.ArithmExpr{loop.Init, loop.Cond, loop.Post} {
				i.arithmetic(x)
			}
		}
	case *syntax.CaseClause:
		i.caseClause(s, c)
	case *syntax.Block:
		i.stmts(c.Stmts)
	case *syntax.Subshell:
		i.apart++
		i.stmts(c.Stmts)
		i.apart--
	case *syntax.BinaryCmd:
		i.binary(s, c)
	case *syntax.FuncDecl:
		i.declare(c)
	case *syntax.TimeClause:
		i.stmt(c.Stmt)
	case *syntax.TestClause:
		i.behind(s, i.slice(c), i.question(unmarked, c))
		i.test(c.X)
	case *syntax.ArithmCmd:
		i.calculates(s, c, c.X)
	case *syntax.LetClause:
		i.calculates(s, c, c.Exprs...)
	case nil:
	default: // what an interpreter does not know, or what waits for somebody
		s.Cmd = command(":").Cmd
	}
}

func (i *instrument) call(s *syntax.Stmt, c *syntax.CallExpr) {
	words := lists.Of(c.Args, func(w *syntax.Word) source.Text { return i.slice(w) })
	made := call{words: words, within: i.within, beside: i.beside}
	if at := slices.IndexFunc(words, made.java().Same); at >= 0 {
		made.whole = i.between(c.Args[at], c.Args[len(c.Args)-1])
	}
	text, told := i.slice(c), i.sets(c.Assigns, len(c.Args) > 0)
	if len(c.Args) == 0 && strings.ContainsAny(text.String(), "(`") { // it succeeds as the command within does
		told = append(told, i.question(kept, c))
	}
	i.assigns(c.Assigns)
	told = append(told, i.sizes(c.Assigns))
	if len(c.Args) > 0 {
		i.changes(c.Args)
		made.uses = i.used(shown, c)
		i.arguments = true
		for _, w := range c.Args {
			i.mark(w, false)
		}
		i.arguments = false
		if made.startsJava() {
			i.speaks()
		}
		number := i.run.addCall(made)
		c.Args = append([]*syntax.Word{literal(callWord), literal(strconv.Itoa(number))}, c.Args...)
	}
	i.behind(s, text, told...)
}

// calculates reads a command of arithmetic, which sets variables as it asks.
func (i *instrument) calculates(s *syntax.Stmt, c syntax.Command, expressions ...syntax.ArithmExpr) {
	before, since, text := len(i.run.calls), len(i.changed), i.slice(c)
	asked := i.question(unmarked, c)
	for _, x := range expressions {
		i.arithmetic(x)
	}
	i.decide(from(before, len(i.run.calls)), since)
	i.behind(s, text, asked)
}

func (i *instrument) ifClause(c *syntax.IfClause) {
	var chain []int
	var arms []place
	since := len(i.changed)
	for e := c; e != nil; e = e.Else {
		before := len(i.run.calls)
		i.stmts(e.Cond)
		tests := from(before, len(i.run.calls))
		chain = append(chain, tests...)
		var then *arm
		e.Then, then = i.body(e.Then, false)
		then.tests, then.chain = tests, chain[:len(chain):len(chain)]
		arms = append(arms, then.at)
	}
	i.decide(chain, since)
	e := c
	for n := i.run.world.most(arms); n >= 0 && len(e.Cond) > 0; n-- {
		e.Cond = append(e.Cond, ends(n == 0))
		e = e.Else
	}
}

func (i *instrument) caseClause(s *syntax.Stmt, c *syntax.CaseClause) {
	before, since, parts := len(i.run.calls), len(i.changed), []syntax.Node{c.Word}
	for _, item := range c.Items {
		parts = append(parts, lists.Of(item.Patterns, func(w *syntax.Word) syntax.Node { return w })...)
	}
	asked := i.question(matched, parts...)
	tests, text := from(before, len(i.run.calls)), i.slice(c.Word)
	i.words(c.Word)
	var arms []place
	for _, item := range c.Items {
		for _, p := range item.Patterns {
			i.words(p)
		}
		var branch *arm
		item.Stmts, branch = i.body(item.Stmts, false)
		branch.tests = tests
		arms = append(arms, branch.at)
	}
	i.decide(tests, since)
	i.behind(s, text, asked)
	if n := i.run.world.most(arms); n >= 0 {
		s.Cmd = block(c.Items[n].Stmts...)
	}
}

func (i *instrument) binary(s *syntax.Stmt, c *syntax.BinaryCmd) {
	before := len(i.run.calls)
	i.stmt(c.X)
	if c.Op != syntax.AndStmt && c.Op != syntax.OrStmt {
		i.apart++
		i.stmt(c.Y)
		i.apart--
		i.pipe(s, c)
		return
	}
	tests, since := from(before, len(i.run.calls)), len(i.changed)
	body, branch := i.body([]*syntax.Stmt{c.Y}, false)
	branch.tests = tests
	i.decide(tests, since)
	c.Y = &syntax.Stmt{Cmd: block(body...)}
	if i.run.world.forces(branch.at) > 0 {
		c.X = &syntax.Stmt{Cmd: block(c.X, ends(c.Op == syntax.AndStmt))}
	}
}

// pipe lets the two sides of a pipe run one after the other, as a fault of an interpreter that runs
// both at a time ends the process: what the first prints is the input of the second.
func (i *instrument) pipe(s *syntax.Stmt, c *syntax.BinaryCmd) {
	if c.Op == syntax.PipeAll {
		c.X.Redirs = append(c.X.Redirs, &syntax.Redirect{N: &syntax.Lit{Value: "2"}, Op: syntax.DplOut, Word: literal("1")})
	}
	printed := quoted(&syntax.CmdSubst{Stmts: []*syntax.Stmt{c.X}})
	second := &syntax.Subshell{Stmts: []*syntax.Stmt{c.Y}}
	s.Cmd = block(&syntax.Stmt{Cmd: second, Redirs: []*syntax.Redirect{{Op: syntax.WordHdoc, Word: printed}}})
}

func (i *instrument) declare(c *syntax.FuncDecl) {
	if c.Name == nil {
		return
	}
	i.functions = append(i.functions, c.Name.Value)
	around, outer := i.around, i.function
	i.around, i.function = nil, c.Name.Value
	i.run.functions[c.Name.Value] = nil // it is one within itself, too
	body, begun := i.body([]*syntax.Stmt{c.Body}, false)
	begun.function, i.run.functions[c.Name.Value] = true, begun.sets
	i.around, i.function = around, outer
	c.Body = &syntax.Stmt{Cmd: block(body...)}
	if i.run.world.forces(begun.at) > 0 { // what is forced stands in it
		i.file.Stmts = append(i.file.Stmts, command(c.Name.Value))
	}
}
