package start

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// world is what a run takes for granted where nobody knows.
type world struct {
	marked bool    // words carry marks
	agreed bool    // a run with marks went the same way as one without on another release
	fails  bool    // programs that nobody here knows fail
	goOn   bool    // the script does not end by itself
	forced []place // branches that are taken, whatever is asked before them
	jdk    int     // that java is; 0: nobody asked
}

// on is the world with another release of java.
func (w world) on(jdk int) world {
	w.jdk = jdk
	return w
}

// forces is more than 0 for a branch that is taken; later ones count more.
func (w world) forces(at place) int {
	if at.file == nil {
		return 0
	}
	return slices.Index(w.forced, at) + 1
}

// most is which of several branches that exclude each other is taken; -1: none is forced.
func (w world) most(arms []place) int {
	taken, most := -1, 0
	for n, at := range arms {
		if f := w.forces(at); f > most {
			taken, most = n, f
		}
	}
	return taken
}

// Bounds of a run.
const (
	mostSteps  = 10_000  // commands
	mostDepth  = 2000    // of functions of the interpreter within each other
	mostInside = 20      // scripts that start each other
	mostEvals  = 100     // commands that are read anew
	mostTurns  = 32      // of one loop, before it is left
	mostListed = 512     // of one over words
	mostRead   = 4 << 20 // bytes of scripts that are read, and of what programs read
	mostLength = 1 << 16 // of what one assignment puts together
	mostWords  = 1 << 18 // bytes of the words of one command
	mostSpent  = 8 << 20 // bytes of the words of all commands
	mostBraces = 1000    // words that braces make of one
)

var (
	errBeyond   = errors.New("the script is beyond a bound")
	errNoScript = errors.New("no shell runs the text")
)

// run is one run of a script, with the scripts that it starts and reads.
type run struct {
	script Script
	world  world
	marks  marks

	mu        sync.Mutex
	calls     []call
	arms      []*arm
	functions map[string][]string // and what each sets
	doubts    map[string]bool     // variables that another run of the script may leave otherwise
	given     map[string]bool     // those that hold arguments
	sure      map[string]bool     // those that are set since a text was read which is not known
	unread    bool                // there was one
	cleared   int                 // how often a variable was no longer in doubt
	told      map[*string]int     // what was in doubt, by its first name, and how often one had been cleared
	reached   map[place]bool
	kept      map[state]*instrumented
	entered   map[string]bool // folders that the script goes into

	steps, read, spent int
	parts              int           // statements and expansions that were read
	data               int           // bytes that its programs read
	evals, entries     int           // entries: of functions
	texts              []source.Text // all that was read
	files              []source.Text // of these, files beside the script

	launches     []Launch
	launched     map[launched]bool // these
	missing      bool              // a script that is to be read is not there
	over         bool
	ended        bool   // by the script itself
	said         string // by echo, last
	askedRelease bool
	agreed       bool // the run with marks went the same way as the one without
	inside       int  // scripts that another one starts, with the words that they get, within each other
	unknown      bool // a program ran that nobody here knows
	noScript     bool // no shell runs the text
}

func (r *run) beyond() error {
	r.over = true
	return errBeyond
}

func (r *run) addCall(c call) int {
	r.calls = append(r.calls, c)
	return len(r.calls) - 1
}

// gap is a mark for what is not known.
func (r *run) gap(t source.Text, quoted bool) string {
	if !r.world.marked {
		return ""
	}
	return r.marks.gap(t, quoted)
}

// bound bounds how much one command puts together.
func (r *run) bound(s *syntax.Stmt) {
	parts, assignments := 0, 0
	syntax.Walk(s, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			return n == s
		case *syntax.Assign:
			assignments++
		case *syntax.ParamExp:
			if parts++; n.Repl != nil && n.Repl.With != nil && !isLiteral(n.Repl.With) {
				parts += 100
			}
		}
		return true
	})
	r.parts += 1 + parts
	r.over = r.over || parts > mostParts || assignments > mostAssignments
}

func isLiteral(w *syntax.Word) bool {
	return !slices.ContainsFunc(w.Parts, func(p syntax.WordPart) bool {
		switch p.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
			return false
		}
		return true
	})
}

// braces bounds how many words braces make of one.
func (r *run) braces(w *syntax.Word) {
	words := 1
	for _, p := range w.Parts {
		lit, is := p.(*syntax.Lit)
		if !is || !strings.Contains(lit.Value, "{") {
			continue
		}
		for _, m := range sequence.FindAllStringSubmatch(bare(lit.Value), -1) {
			from, _ := strconv.Atoi(m[1])
			to, _ := strconv.Atoi(m[2])
			if words *= max(from-to, to-from) + 1; len(m[1]) > 6 || len(m[2]) > 6 || words > mostBraces {
				r.over = true
				return
			}
		}
		for range strings.Count(lit.Value, ",") {
			if words *= 2; words > mostBraces {
				r.over = true
				return
			}
		}
	}
}

var sequence = lazyregexp.New(`\{(-?\d+)\.\.(-?\d+)`)

const root = "/srv/app/of/this/project" // where the folder of the script stands

// ordinary are variables that each container sets.
const ordinary = "HOME=/root UID=0 EUID=0 GID=0 PATH=/usr/bin TMPDIR=/tmp USER=root SHELL=/bin/bash"

// execute runs a script, or one that it starts. Without an input there is none to read: another reader
// than a file would take a pipe, which nobody closes.
func (r *run) execute(t source.Text, name string, arguments, environment []string, in io.Reader, out io.Writer) (*interp.Runner, error) {
	r.texts = append(r.texts, t)
	read, err := r.instrumented(t)
	if err != nil {
		return nil, err
	}
	if r.over {
		return nil, errBeyond
	}
	file := *read.file
	file.Name = name
	runner, err := interp.New(
		interp.Env(expand.ListEnviron(append(append(strings.Fields(ordinary), "PWD="+r.script.folder(), "BASH_SOURCE="+name), environment...)...)),
		interp.Dir("/"),
		interp.CallHandler(r.call),
		interp.ExecHandlers(func(interp.ExecHandlerFunc) interp.ExecHandlerFunc { return r.exec }),
		interp.OpenHandler(r.open),
		interp.StatHandler(func(ctx context.Context, name string, _ bool) (fs.FileInfo, error) { return r.stat(ctx, name) }),
		interp.AccessHandler(func(ctx context.Context, name string, _ interp.AccessMode) error {
			_, err := r.stat(ctx, name)
			return err
		}),
		interp.ReadDirHandler2(func(context.Context, string) ([]fs.DirEntry, error) { return nil, nil }),
		interp.Params(append([]string{"--"}, arguments...)...),
		interp.StdIO(in, out, io.Discard),
	)
	if err != nil {
		return nil, err
	}
	runner.Dir = r.script.folder()
	return runner, runs(runner, &file)
}

// runs runs a script; what the interpreter does not know ends it.
func runs(runner *interp.Runner, file *syntax.File) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = errNoScript
		}
	}()
	return runner.Run(context.Background(), file)
}

// start runs the whole script, once plainly and once with marks.
func (r *run) start() {
	if r.world.agreed || len(r.world.forced) > 0 { // what is forced is a guess: it is run once
		r.world.marked = true
		r.whole()
		r.locate(r)
		return
	}
	plain := &run{script: r.script, world: r.world, reached: r.reached, kept: r.kept}
	if plain.whole(); plain.over || plain.noScript {
		r.over, r.noScript = plain.over, plain.noScript
		return
	}
	reached := r.reached // only the run that is right tells which branches are
	r.world.marked, r.reached = true, maps.Clone(reached)
	r.whole()
	r.over = r.over || plain.over
	if r.locate(plain); r.agreed {
		maps.Copy(reached, r.reached)
	}
}

// whole runs the script with the environment that it finds.
func (r *run) whole() {
	r.functions, r.told, r.doubts = map[string][]string{}, map[*string]int{}, r.ordinary()
	r.entered, r.given, r.sure = map[string]bool{}, map[string]bool{}, map[string]bool{}
	r.launched, r.marks.inside = map[launched]bool{}, map[source.Span]bool{}
	var environment []string
	for _, name := range r.script.Names {
		if value, known := r.script.Variables(name); known {
			environment = append(environment, name+"="+r.put(value))
		}
	}
	if r.world.jdk > 0 { // images of java say so
		environment = append([]string{"JAVA_VERSION=" + release(r.world.jdk)}, environment...)
	}
	arguments := lists.Of(r.script.Arguments, r.put)
	name := "start"
	switch {
	case r.script.Folder != "" && r.script.Name != "":
		name = r.script.Name
	case r.script.Name != "":
		name = "./" + path.Base(r.script.Name)
	}
	runner, err := r.execute(r.script.Text, name, arguments, environment, nil, io.Discard)
	r.noScript = runner == nil && errors.Is(err, errNoScript)
	r.over = r.over || errors.Is(err, errBeyond)
	if runner != nil {
		r.ended = r.ended || runner.Exited()
		for _, name := range r.script.Left {
			if v, set := runner.Vars[name]; set {
				r.leave(name, v)
			}
		}
	}
}

func (r *run) put(t source.Text) string {
	if r.world.marked {
		return r.marks.put(t)
	}
	return t.String()
}

// leave notes what a variable holds for others: words, as those of a command.
func (r *run) leave(name string, v expand.Variable) {
	values := v.List
	if v.Kind == expand.String {
		values = []string{v.Str}
	}
	l := Launch{Variable: name, At: source.Unlocated(name, "a variable"), Complete: true}
	for _, value := range values {
		d := r.marks.decode(value, source.Text{})
		l.Complete = l.Complete && !d.open
		words, err := jvmflag.Words(d.text)
		if err != nil {
			continue
		}
		for _, w := range words {
			l.Words = append(l.Words, Word{Text: w.Text, loose: !w.Text.Exact()})
		}
		l.plain = append(l.plain, strings.Fields(bare(value))...)
	}
	r.launch(l)
}

// launched tells launches apart.
type launched struct {
	variable string
	at       source.Place
	words    string
}

// launch adds what the run came to, once.
func (r *run) launch(l Launch) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(l.Words) > 0 || l.Variable == "" {
		of := launched{l.Variable, l.At.Place(), strings.Join(l.plain, "\x00")}
		if !r.launched[of] {
			r.launched[of] = true
			r.launches = append(r.launches, l)
		}
	}
}
