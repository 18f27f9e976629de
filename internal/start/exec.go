package start

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// exec is what a program does that a command starts.
func (r *run) exec(ctx context.Context, args []string) error {
	number, known := callOf(args[0])
	c := call{}
	r.mu.Lock()
	if known && number < len(r.calls) {
		c = r.calls[number]
	}
	r.mu.Unlock()
	args = slices.Clone(args)
	args[0] = without(args[0], func(x rune) bool { return x > endMark })
	return r.program(ctx, c, args)
}

// text is a word as it is written where it is not known.
func (r *run) text(word string) string { return r.marks.decode(word, source.Text{}).text.String() }

func (r *run) program(ctx context.Context, c call, args []string) error {
	hc := interp.HandlerCtx(ctx)
	var extra []string
	namesJava := func() bool { return IsJava(strings.Trim(c.java().String(), `"'`)) }
	switch first := bare(args[0]); {
	case len(c.words) > 0 && strings.Contains(c.words[0].String(), `\`) && IsJavaProgram(c.words[0].String()):
		args[0] = "java" // as Windows reads it
	case strings.HasPrefix(first, "-") && namesJava():
		args = slices.Insert(args, 0, "java") // nobody here knows where it is
	case first == "" && namesJava():
		args[0] = "java"
	}
	started := Unwrap(args, r.text)
	if len(started) == 0 {
		return nil
	}
	if path.Base(bare(args[0])) == "env" || path.Base(bare(args[0])) == "sudo" {
		for i, w := range args[1 : len(args)-len(started)] {
			unset := strings.TrimPrefix(bare(w), "--unset=")
			switch {
			case unset != bare(w), bare(args[i]) == "-u":
				extra = append(extra, unset+"=")
			case assigning.MatchString(bare(w)):
				extra = append(extra, w)
			}
		}
	}
	args = started
	first := r.text(args[0])
	name := path.Base(first)
	plain := lists.Of(args, bare)
	switch {
	case c.within.Len() > 0 && IsJava(first) && !asksRelease.MatchString(last(plain)): // of which the output is asked
	case IsJava(first):
		return r.java(hc, c, args[1:], extra)
	}
	if script, is := r.scriptOf(args); is {
		return r.inner(ctx, script, nil, extra)
	}
	if _, own := r.functions[plain[0]]; own { // handed to a program, it is none of its own
		return nil
	}
	if t, file, found := r.scriptFile(ctx, args); found {
		return r.inner(ctx, t, file, extra)
	}
	if compute, is := programs[name]; is {
		err := compute(r, ctx, plain)
		switch {
		case !errors.Is(err, errUnknown):
			return err
		case c.within.Len() == 0:
			return interp.ExitStatus(1)
		}
	}
	r.reach(hc.Env)
	if c.within.Len() > 0 { // nobody here knows what it prints
		r.mu.Lock()
		mark := r.gap(c.within, false)
		r.mu.Unlock()
		fmt.Fprintln(hc.Stdout, mark)
		return nil
	}
	r.unknown = true
	if r.world.fails {
		return interp.ExitStatus(1)
	}
	return nil
}

// scriptFile is the script at hand that words start, and the words from its name on.
func (r *run) scriptFile(ctx context.Context, args []string) (t source.Text, words []string, found bool) {
	words = args
	r.mu.Lock()
	defer r.mu.Unlock()
	switch name := r.text(args[0]); {
	case IsShell(path.Base(name)):
		for words = args[1:]; len(words) > 0 && strings.HasPrefix(bare(words[0]), "-"); {
			words = words[1:]
		}
		if len(words) > 0 {
			t, found = r.file(ctx, words[0])
		}
	case strings.Contains(name, "/"):
		t, found = r.file(ctx, name)
	case programs[name] == nil && r.script.Folder != "":
		for _, at := range Paths(name, "") {
			if t, found = r.file(ctx, at); found {
				break
			}
		}
	}
	if found {
		r.files = append(r.files, t)
	}
	return t, words, found
}

// reach notes what a program gets in variables that may hold options.
func (r *run) reach(env expand.Environ) {
	for _, name := range r.script.Left {
		if v := env.Get(name); v.IsSet() && v.Exported && v.Kind == expand.String {
			r.leave(name, v)
		}
	}
}

// scripted are programs that have a shell run some of their words.
var scripted = strings.Fields("su runuser flock sh bash dash ash ksh zsh")

// scriptOf is the script that a command has a shell run.
func (r *run) scriptOf(args []string) (source.Text, bool) {
	if !slices.Contains(scripted, path.Base(r.text(args[0]))) {
		return source.Text{}, false
	}
	i := slices.IndexFunc(args, func(w string) bool { return TakesScript(r.text(w)) })
	if i < 0 || i+1 == len(args) {
		return source.Text{}, false
	}
	return r.marks.again(args[i+1]), true
}

// inner runs a script that another one starts.
func (r *run) inner(ctx context.Context, t source.Text, words, extra []string) error {
	hc := interp.HandlerCtx(ctx)
	name, arguments := "sh", []string(nil)
	if len(words) > 0 {
		name, arguments = bare(words[0]), words[1:]
	}
	r.mu.Lock()
	r.spent += t.Len()
	over := r.spent > mostSpent
	r.mu.Unlock()
	switch {
	case over:
		return r.beyond()
	case r.inside == mostInside: // it starts itself
		return nil
	}
	functions, inside := r.functions, r.inside
	r.functions, r.inside = map[string][]string{}, inside+1
	_, err := r.execute(t, name, arguments, append(exported(hc.Env), extra...), hc.Stdin, hc.Stdout)
	r.functions, r.inside = functions, inside
	if errors.Is(err, errBeyond) {
		return err
	}
	return nil
}

// ofItself are variables that each shell sets for itself.
var ofItself = []string{"HOME", "UID", "EUID", "GID", "PWD", "OLDPWD", "BASH_SOURCE"}

// exported are the variables that a program gets: of those of one name, which an outer scope has too, the last.
func exported(env expand.Environ) []string {
	var all []string
	for name, v := range maps.Collect(env.Each) {
		if v.Exported && v.Kind == expand.String && !slices.Contains(ofItself, name) {
			all = append(all, name+"="+v.Str)
		}
	}
	slices.Sort(all)
	return all
}

// java answers a question after its release, and is written down otherwise.
func (r *run) java(hc interp.HandlerContext, c call, args, extra []string) error {
	if len(args) > 0 && asksRelease.MatchString(bare(args[len(args)-1])) {
		r.mu.Lock()
		r.askedRelease = true
		r.mu.Unlock()
		out := hc.Stderr
		if strings.HasPrefix(bare(args[len(args)-1]), "--") {
			out = hc.Stdout
		}
		release := release(r.world.jdk)
		fmt.Fprintf(out, "openjdk version \"%s\" 2024-01-16\n", release)
		fmt.Fprintf(out, "OpenJDK Runtime Environment (build %s)\nOpenJDK 64-Bit Server VM (build %[1]s, mixed mode)\n", release)
		return nil
	}
	at := c.java()
	l := Launch{At: at, Command: c.whole, Beside: c.beside, Complete: true, Channels: map[string]source.Text{}}
	for _, a := range args {
		if b := bare(a); b != "" {
			l.plain = append(l.plain, b)
		}
		d := r.marks.decode(a, at)
		l.Complete = l.Complete && !d.open
		t := d.text
		if d.gaps > 0 && d.gaps == t.Len() && d.quoted {
			t = t.Slice(0, 0) // one word, whatever it is
		}
		before := ""
		if len(l.Words) > 0 {
			before = l.Words[len(l.Words)-1].Text.String()
		}
		needed := jvmflag.TakesArgument(before) || before == "-jar" && c.lostJar(t.String())
		switch {
		case t.Len() == 0 && d.open && !d.quoted && !needed:
			continue
		case needed && strings.HasPrefix(t.String(), "-"): // what stood there is empty here
			l.Words, l.Complete = append(l.Words, Word{Text: source.GapAt(at.Span())}), false
		}
		l.Words = append(l.Words, Word{Text: t, loose: d.unknown})
	}
	// An option that takes a word came last, though another is written behind it: that is empty here.
	written := len(c.words) == 0 || c.words[len(c.words)-1].String() == last(l.plain)
	if end := last(l.plain); !written && (end == "-jar" || jvmflag.TakesArgument(end)) {
		l.Words, l.Complete = append(l.Words, Word{Text: source.GapAt(at.Span())}), false
	}
	for _, channel := range jvmflag.EnvironmentChannels {
		if v := hc.Env.Get(channel.String()); v.IsSet() && v.Exported && v.Kind == expand.String {
			l.Channels[channel.String()] = r.marks.decode(v.Str, at).text
		}
	}
	for _, e := range extra {
		name, value, _ := strings.Cut(e, "=")
		if slices.ContainsFunc(jvmflag.EnvironmentChannels, func(c jvmflag.Channel) bool { return c.String() == bare(name) }) {
			l.Channels[bare(name)] = r.marks.decode(value, at).text
		}
	}
	r.launch(l)
	r.reach(hc.Env)
	return nil
}

// lostJar reports whether the file between -jar and a word is a variable or a command, of which nothing came.
func (c call) lostJar(word string) bool {
	for i, w := range c.words {
		if w.String() == "-jar" && i+2 < len(c.words) && c.words[i+2].String() == word {
			return strings.ContainsAny(c.words[i+1].String(), "$`")
		}
	}
	return false
}

// release is how java names itself.
func release(jdk int) string {
	switch {
	case jdk == 0:
		jdk = 17
	case jdk <= 8:
		return fmt.Sprintf("1.%d.0_292", jdk)
	}
	return fmt.Sprintf("%d.0.2", jdk)
}

// locate finds the places of the words that marks do not tell, by the texts that the run read. Where
// the run with marks went another way, the plain run is right.
func (r *run) locate(plain *run) {
	agree := slices.EqualFunc(r.launches, plain.launches, func(a, b Launch) bool { return slices.Equal(a.plain, b.plain) })
	r.agreed = agree
	if !agree {
		r.launches, r.missing, r.ended, r.askedRelease = plain.launches, plain.missing, plain.ended, plain.askedRelease
		for i := range r.launches {
			for j := range r.launches[i].Words {
				r.launches[i].Words[j].loose = true
			}
		}
	}
	for n, l := range r.launches {
		for i, w := range l.Words {
			if !w.loose {
				continue
			}
			places := r.find(w.Text.String())
			switch {
			case len(places) == 1:
				l.Words[i].Text, l.Words[i].loose = places[0], false
			case len(places) == 0 && !agree && strings.HasPrefix(w.Text.String(), "-X"): // made of what is not known
				l.Words[i].Text = source.GapAt(l.At.Span())
				r.launches[n].Complete = false
			}
		}
	}
}

// find is where a word stands in the texts that were read.
func (r *run) find(s string) (places []source.Text) {
	if s == "" {
		return nil
	}
	for _, t := range slices.Concat(r.texts, lists.Found(r.script.Names, r.script.Variables)) {
		whole := t.String()
		for at := 0; ; at++ {
			i := strings.Index(whole[at:], s)
			if i < 0 {
				break
			}
			at += i
			before, behind := whole[:at], whole[at+len(s):]
			if (before == "" || strings.ContainsRune(" \t\r\n\"'=(", rune(before[len(before)-1]))) &&
				(behind == "" || strings.ContainsRune(" \t\r\n\"')\\;", rune(behind[0]))) {
				places = append(places, t.Slice(at, at+len(s)))
			}
		}
	}
	return places
}
