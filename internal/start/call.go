package start

import (
	"context"
	"errors"
	"hash/maphash"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/interp"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// callMark tells a program which command it is.
func callMark(number int) string { return string(rune(endMark + 1 + number)) }

func callOf(name string) (number int, known bool) {
	for _, c := range name {
		if c > endMark {
			return int(c) - endMark - 1, true
		}
	}
	return 0, false
}

var nothing = []string{":"}

// call hears of each simple command before it runs.
func (r *run) call(ctx context.Context, args []string) ([]string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if args[0] != askWord && args[0] != setWord {
		r.steps++
	}
	if r.steps > mostSteps || r.over {
		return nil, r.beyond()
	}
	size := lists.Sum(args, func(a string) int { return len(a) })
	if r.spent += size; size > mostWords || r.spent > mostSpent {
		return nil, r.beyond()
	}
	switch args[0] {
	case armWord:
		return r.enter(ctx, args)
	case sizeWord:
		length := func(a string) int { return number(a, 0) }
		if lists.Sum(args[1:], length) > mostLength {
			return nil, r.beyond()
		}
		return nothing, nil
	case gapWord:
		if args[1] != "" {
			return []string{"printf", "%s", args[2]}, nil
		}
		return []string{"printf", "%s", args[3]}, nil
	case askWord:
		if number, err := strconv.Atoi(args[1]); err == nil && number < len(r.calls) {
			c := r.calls[number]
			doubt := r.marks.hasGap(strings.Join(args[2:], "")) || r.doubtful(ctx, c.uses)
			r.isAsked(number, doubt || r.doubts["shopt"] || c.unmarked && r.areGiven(c.uses))
		}
		return nothing, nil
	case setWord:
		r.isSet(ctx, args[1], args[2:])
		return nothing, nil
	case callWord:
	default:
		return args, nil
	}
	number, err := strconv.Atoi(args[1])
	if args = args[2:]; len(args) == 0 || err != nil {
		return nothing, nil
	}
	return r.command(ctx, number, args)
}

// asksFile is a question after a file.
var asksFile = lazyregexp.New(`^-(?:[abcdefghkprstuvwxGLNORS]|nt|ot|ef)$`)

var echoOption = lazyregexp.New(`^-[neE]+$`)

var comparesNumbers = lazyregexp.New(`^-(?:eq|ne|lt|le|gt|ge)$`)

// enter notes that a branch is reached. A loop is left that goes on and on, or of which a turn changed nothing.
func (r *run) enter(ctx context.Context, args []string) ([]string, error) {
	number, err := strconv.Atoi(args[1])
	if err != nil || number >= len(r.arms) {
		return nothing, nil
	}
	a := r.arms[number]
	r.reached[a.at] = true
	if !a.loop {
		return nothing, r.tooDeep(a.function)
	}
	state := hashOf(args...)
	for name, v := range interp.HandlerCtx(ctx).Env.Each { // in any order
		state += hashOf(append([]string{name, v.Str}, v.List...)...)
	}
	before := a.state
	a.state = state
	a.turns++
	endless := a.turns > mostTurns && !a.list || a.turns > mostListed
	r.missing = r.missing || endless && a.words // what it would still do is not known
	if endless || a.turns > 1 && a.state == before && !a.list {
		r.doubt(a.sets...)
		return []string{"break"}, nil
	}
	return nothing, nil
}

// tooDeep ends a script of which functions call each other without an end. To look down the stack
// takes longer than to get a bit deeper.
func (r *run) tooDeep(function bool) error {
	if !function {
		return nil
	}
	if r.entries++; r.entries%8 == 0 && runtime.Callers(mostDepth, make([]uintptr, 1)) > 0 {
		return r.beyond()
	}
	return nil
}

var seed = maphash.MakeSeed()

func hashOf(words ...string) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for _, w := range words {
		_, _ = h.WriteString(w)
		_ = h.WriteByte(0)
	}
	return h.Sum64()
}

// command is what a command of the script runs.
func (r *run) command(ctx context.Context, number int, args []string) ([]string, error) {
	name := bare(args[0])
	if name == "" && args[0] != "" { // a variable that nobody set names it
		name = args[0]
	}
	_, own := r.functions[name]
	if r.calls[number].within.Len() == 0 && (own || !interp.IsBuiltin(name)) { // whatever it answers
		r.isAsked(number, true)
	}
	if own {
		if r.doubtful(ctx, r.calls[number].uses) {
			r.doubt(name + ofFunction)
		}
		r.given[name+ofFunction] = r.given[name+ofFunction] || r.areGiven(r.calls[number].uses)
		return append([]string{name}, args[1:]...), nil
	}
	if !interp.IsBuiltin(name) {
		if r.unread && programs[name] == nil && !strings.Contains(name, "/") { // a function of a text that is not known
			r.doubt(reading...)
		}
		return append([]string{name + callMark(number)}, args[1:]...), nil
	}
	plain := append([]string{name}, lists.Of(args[1:], bare)...)
	doubt := !slices.Contains([]string{"[", "test", "true", "false", ":"}, name) || r.doubtful(ctx, r.calls[number].uses)
	if name == "[" || name == "test" {
		if slices.ContainsFunc(plain, comparesNumbers.MatchString) { // what JAVA_VERSION holds depends on the image
			for i, word := range plain {
				if word == release(r.world.jdk) {
					plain[i] = strconv.Itoa(r.world.jdk)
				}
			}
		}
		doubt = doubt || r.marks.hasGap(strings.Join(args, "")) || slices.ContainsFunc(plain, asksFile.MatchString)
	}
	r.isAsked(number, doubt)
	switch name {
	case "exec", "command", "builtin":
		i := 1
		for i < len(args) && strings.HasPrefix(plain[i], "-") {
			if name == "command" && strings.Contains("vV", plain[i][1:]) && i+1 < len(args) {
				return []string{"which" + callMark(number), plain[i+1]}, nil
			}
			if name == "exec" && plain[i] == "-a" {
				i++
			}
			i++
		}
		if i >= len(args) {
			return []string{name}, nil
		}
		if name != "exec" {
			return r.command(ctx, number, args[i:])
		}
		program := args[i]
		if b := bare(program); b != "" {
			program = b
		}
		return append([]string{name, program + callMark(number)}, args[i+1:]...), nil
	case "cd", "pushd":
		if to := plain[len(plain)-1]; len(plain) > 1 && to != "-" {
			r.entered[fromRoot(ctx, to)] = true
		}
		return plain, nil
	case "pwd": // with -P it would look for links on this machine
		return []string{"pwd"}, nil
	case "type", "hash":
		return []string{"which" + callMark(number), plain[len(plain)-1]}, nil
	case "exit":
		if r.world.goOn {
			return nothing, nil
		}
		r.ended = true
		return plain, nil
	case "shopt":
		if slices.Contains(plain, "nocasematch") {
			r.doubt(name)
		}
	case ".", "source":
		if r.doubtful(ctx, r.calls[number].uses) {
			r.doubt(name)
		}
		return r.source(ctx, plain)
	case "eval":
		if r.evals++; r.evals > mostEvals || r.tooDeep(true) != nil {
			return nil, r.beyond()
		}
		text := strings.Join(args[1:], " ")
		if r.marks.hasGap(text) || r.doubtful(ctx, r.calls[number].uses) {
			r.doubt(name)
		}
		return r.evaluated(r.marks.again(text))
	case "set":
		return withoutErrors(args), nil
	case "echo":
		r.said = strings.Join(plain[1:], " ")
		for i := 1; i < len(args) && echoOption.MatchString(plain[i]); i++ {
			args[i] = plain[i]
		}
		return append([]string{name}, args[1:]...), nil
	case "printf":
		if tooWide(plain) {
			return nil, r.beyond()
		}
		if len(plain) > 2 && plain[1] == "-v" {
			r.doubt(plain[2])
		}
		return append([]string{name}, args[1:]...), nil
	case "read", "mapfile", "readarray":
		r.doubt(plain[1:]...)
		return withoutClock(plain), nil
	case "getopts", "unset":
		r.doubt(plain[1:]...)
	case "trap", "wait", "umask", "ulimit", "alias", "unalias", "jobs", "fg", "bg", "times":
		return nothing, nil
	}
	return plain, nil
}

// withoutErrors is set, but for what ends a script at the first fault: here it may be one because
// something is not known.
func withoutErrors(args []string) []string {
	all := []string{"set"}
	for i := 1; i < len(args); i++ {
		word := bare(args[i])
		switch {
		case word == "--" || word == "-":
			return append(append(all, "--"), args[i+1:]...)
		case (word == "-o" || word == "+o") && i+1 < len(args):
			i++
		case strings.HasPrefix(word, "-") || strings.HasPrefix(word, "+"):
			rest := without(word, func(c rune) bool { return strings.ContainsRune("euExvnTmo", c) })
			if len(rest) > 1 {
				all = append(all, rest)
			}
		default:
			return append(append(all, "--"), args[i:]...)
		}
	}
	if len(all) == 1 {
		return nothing
	}
	return all
}

// withoutClock is read, but for how long it waits: nobody answers.
func withoutClock(args []string) []string {
	var all []string
	for i := 0; i < len(args); i++ {
		switch {
		case i > 0 && args[i] == "-t":
			i++
		case i > 0 && strings.HasPrefix(args[i], "-t"):
		default:
			all = append(all, args[i])
		}
	}
	return all
}

// tooWide reports whether printf fills up to many characters.
func tooWide(args []string) bool {
	for _, a := range args[1:] {
		digits := 0
		for _, c := range a {
			if c < '0' || c > '9' {
				digits = 0
				continue
			}
			if digits++; digits > 3 && (strings.Contains(args[1], "*") || strings.Contains(a, "%")) {
				return true
			}
		}
	}
	return false
}

// source reads a script in place of the command that reads it.
func (r *run) source(ctx context.Context, args []string) ([]string, error) {
	if len(args) < 2 {
		return nothing, nil
	}
	t, found := r.file(ctx, args[1])
	if !found {
		r.missing = true
		r.doubt(reading...)
		return nothing, nil
	}
	r.files = append(r.files, t)
	return r.evaluated(t)
}

// evaluated is a text that is run in place.
func (r *run) evaluated(t source.Text) ([]string, error) {
	r.texts = append(r.texts, t)
	read, err := r.instrumented(t)
	if errors.Is(err, errBeyond) {
		return nil, err
	}
	if err != nil {
		r.missing = true
		r.doubt(reading...)
		return nothing, nil
	}
	if read.printed() == "" {
		return nothing, nil
	}
	return []string{"eval", read.printed()}, nil
}
