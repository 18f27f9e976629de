package start

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/interp"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

var asksRelease = lazyregexp.New(`^--?(?:full)?-?version$`)

// compute is what a program of a container does by which scripts compute.
type compute func(r *run, ctx context.Context, args []string) error

var programs map[string]compute

func init() { // they start others
	programs = map[string]compute{
		"basename": prints(func(args []string) string {
			if len(args) == 0 {
				return ""
			}
			base := path.Base(args[0])
			if len(args) > 1 && base != args[1] {
				base = strings.TrimSuffix(base, args[1])
			}
			return base
		}),
		"dirname":  prints(func(args []string) string { return path.Dir(last(args)) }),
		"uname":    prints(kernel),
		"hostname": unknown,
		"whoami":   prints(func([]string) string { return "root" }),
		"id":       identity,
		"readlink": realpath, "realpath": realpath,
		"which": which,
		"cat":   filter("", 0, same),
		"tee":   filter("", 100, same), // which writes the files
		"grep":  grep, "egrep": grep, "fgrep": grep,
		"sed": sed, "awk": awk, "gawk": awk, "mawk": awk,
		"cut": filter("dfcb", 0, cut), "tr": tr,
		"head": filter("nc", 0, func(lines, _ []string, o map[string]string) []string { return lines[:min(count(o), len(lines))] }),
		"tail": filter("nc", 0, func(lines, _ []string, o map[string]string) []string { return lines[max(0, len(lines)-count(o)):] }),
		"sort": filter("kt", 0, func(lines, _ []string, _ map[string]string) []string { return slices.Sorted(slices.Values(lines)) }),
		"uniq": filter("", 0, func(lines, _ []string, _ map[string]string) []string { return slices.Compact(lines) }), "xargs": xargs,
		"ls": fails, "pgrep": fails, "pidof": fails, "ps": fails, "kill": fails, "find": done, "cygpath": fails,
		"mkdir": done, "chown": done, "chmod": done, "touch": done, "rm": done, "ln": done, "cp": done, "mv": done,
		"sleep": done, "date": unknown,
	}
}

func last(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[len(args)-1]
}

func kernel(args []string) string {
	if len(args) > 0 && strings.Contains(args[0], "m") {
		return "x86_64"
	}
	return "Linux"
}

func prints(value func(args []string) string) compute {
	return func(_ *run, ctx context.Context, args []string) error {
		return write(ctx, []string{value(args[1:])})
	}
}

func done(*run, context.Context, []string) error  { return nil }
func fails(*run, context.Context, []string) error { return interp.ExitStatus(1) }

func identity(_ *run, ctx context.Context, args []string) error {
	if len(args) < 2 {
		return errUnknown
	}
	value := "0"
	if strings.Contains(args[1], "n") {
		value = "root"
	}
	return write(ctx, []string{value})
}

func unknown(*run, context.Context, []string) error { return errUnknown }

func realpath(_ *run, ctx context.Context, args []string) error {
	if args[0] == "readlink" && (len(args) < 3 || !strings.HasPrefix(args[1], "-")) { // nothing is a link
		return interp.ExitStatus(1)
	}
	return write(ctx, []string{fromRoot(ctx, last(args))})
}

// fromRoot is a path from the root, of one as seen from the folder in which a command runs.
func fromRoot(ctx context.Context, name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(interp.HandlerCtx(ctx).Dir, name)
}

func which(r *run, ctx context.Context, args []string) error {
	name := last(args)
	if _, known := programs[name]; path.Base(name) != "java" && !known && !IsShell(name) {
		return interp.ExitStatus(1)
	}
	if path.IsAbs(name) {
		return write(ctx, []string{name})
	}
	return write(ctx, []string{path.Join("/usr/bin", path.Base(name))})
}

// errUnknown tells that nobody here knows what a program prints.
var errUnknown = errors.New("unknown")

// lines are those of the files that a program is given, or else of its input.
func (r *run) lines(ctx context.Context, files []string) ([]string, error) {
	hc := interp.HandlerCtx(ctx)
	var text string
	if len(files) == 0 {
		if hc.Stdin == nil {
			return nil, nil
		}
		data, _ := io.ReadAll(io.LimitReader(bufio.NewReader(hc.Stdin), mostSpent))
		text = string(data)
		r.mu.Lock()
		known := r.takes(len(text))
		r.mu.Unlock()
		if !known {
			return nil, errUnknown
		}
	}
	for _, f := range files {
		put, known := r.contents(ctx, f)
		if !known {
			return nil, errUnknown
		}
		text += put
	}
	if text == "" {
		return nil, nil
	}
	if r.marks.hasGap(text) {
		return nil, errUnknown
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n"), nil
}

func write(ctx context.Context, lines []string) error {
	if len(lines) == 0 {
		return nil
	}
	_, err := io.WriteString(interp.HandlerCtx(ctx).Stdout, strings.Join(lines, "\n")+"\n")
	return err
}

// operands are the words of a program that are no options; values are its options of which the
// value is a word of its own. That of any other is its letter.
func operands(args []string, values string) (words []string, options map[string]string) {
	options = map[string]string{}
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return append(words, args[i+1:]...), options
		}
		if len(a) < 2 || a[0] != '-' {
			words = append(words, a)
			continue
		}
		for j := 1; j < len(a); j++ {
			option := a[j : j+1]
			if !strings.Contains(values, option) {
				options[option] = option
				continue
			}
			if value := a[j+1:]; value != "" {
				options[option] = value
			} else if i+1 < len(args) {
				i++
				options[option] = args[i]
			}
			break
		}
	}
	return words, options
}

// change is what a program makes of its lines; words are its own.
type change func(lines, words []string, options map[string]string) []string

// filter is a program that changes the lines of its files, which stand behind its own words.
func filter(values string, own int, do change) compute {
	return func(r *run, ctx context.Context, args []string) error {
		words, options := operands(args[1:], values)
		own := min(own, len(words))
		lines, err := r.lines(ctx, words[own:])
		if err != nil {
			return err
		}
		return write(ctx, do(lines, words[:own], options))
	}
}

func same(lines, _ []string, _ map[string]string) []string { return lines }

func grep(r *run, ctx context.Context, args []string) error {
	words, options := operands(args[1:], "efmABC")
	pattern, given := options["e"]
	if !given && len(words) > 0 {
		pattern, words = words[0], words[1:]
	}
	expression := pattern
	switch {
	case options["F"] != "" || args[0] == "fgrep":
		expression = regexp.QuoteMeta(pattern)
	case options["E"]+options["P"] == "" && args[0] != "egrep":
		expression = basic(pattern)
	}
	if options["i"] != "" {
		expression = "(?i)" + expression
	}
	matches, err := regexp.Compile(expression)
	if err != nil {
		return interp.ExitStatus(2)
	}
	lines, err := r.lines(ctx, words)
	if err != nil {
		return err
	}
	var out []string
	for _, line := range lines {
		switch plain := bare(line); {
		case matches.MatchString(plain) == (options["v"] != ""):
		case options["o"] != "":
			out = append(out, matches.FindAllString(plain, -1)...)
		default:
			out = append(out, line)
		}
	}
	if options["c"] != "" {
		_ = write(ctx, []string{strconv.Itoa(len(out))})
	} else if options["q"] == "" {
		_ = write(ctx, out)
	}
	if len(out) == 0 {
		return interp.ExitStatus(1)
	}
	return nil
}

// basic is a basic regular expression in the words of an extended one.
func basic(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && strings.IndexByte("(){}+?|", s[i+1]) >= 0:
			i++
			b.WriteByte(s[i])
		case c == '\\' && i+1 < len(s):
			b.WriteString(s[i : i+2])
			i++
		case c == '[':
			end := strings.IndexByte(s[min(i+2, len(s)):], ']')
			if end < 0 {
				b.WriteString(s[i:])
				return b.String()
			}
			end += i + 3
			b.WriteString(strings.ReplaceAll(s[i:end], `\`, `\\`))
			i = end - 1
		case strings.IndexByte("(){}+?|", c) >= 0, c == '*' && i == 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func number(s string, otherwise int) int {
	if n, err := strconv.Atoi(s); err == nil && n > 0 {
		return n
	}
	return otherwise
}

// characters are those of a set of tr.
func characters(set string) string {
	set = strings.NewReplacer("[:upper:]", "A-Z", "[:lower:]", "a-z", "[:digit:]", "0-9", "[:space:]", ` \t\n\r`).Replace(set)
	set = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\r`, "\r", `\\`, `\`).Replace(set)
	var b strings.Builder
	for i := 0; i < len(set); i++ {
		if i+2 < len(set) && set[i+1] == '-' && set[i] < set[i+2] {
			for c := int(set[i]); c <= int(set[i+2]); c++ {
				b.WriteByte(byte(c))
			}
			i += 2
			continue
		}
		b.WriteByte(set[i])
	}
	return b.String()
}

// cut takes characters or fields out of each line: FROM-TO, or the first of several.
func cut(lines, _ []string, options map[string]string) []string {
	from, to := 1, 1<<20
	list := options["f"] + options["c"]
	if a, b, is := strings.Cut(list, "-"); is {
		from, to = number(a, 1), number(b, 1<<20)
	} else {
		from = number(strings.Split(list, ",")[0], 1)
		to = from
	}
	_, characters := options["c"]
	separator := cmp.Or(options["d"], "\t")
	for i, line := range lines {
		line = bare(line)
		if characters {
			lines[i] = line[min(from-1, len(line)):min(to, len(line))]
		} else if fields := strings.Split(line, separator); len(fields) > 1 {
			first := min(from-1, len(fields))
			lines[i] = strings.Join(fields[first:max(min(to, len(fields)), first)], separator)
		}
	}
	return lines
}

// tr puts characters in the place of others, or deletes them.
func tr(r *run, ctx context.Context, args []string) error {
	words, options := operands(args[1:], "")
	lines, err := r.lines(ctx, nil)
	if err != nil || len(lines) == 0 || len(words) == 0 {
		return err
	}
	from, to := characters(words[0]), ""
	if len(words) > 1 {
		to = characters(words[1])
	}
	deletes := options["d"] != ""
	out := strings.Map(func(c rune) rune {
		switch i := strings.IndexRune(from, c); {
		case isMark(c), i < 0, to == "" && !deletes:
			return c
		case deletes:
			return -1
		default:
			return rune(to[min(i, len(to)-1)])
		}
	}, strings.Join(lines, "\n")+"\n")
	_, err = io.WriteString(interp.HandlerCtx(ctx).Stdout, out)
	return err
}

// count is how many lines head or tail leaves: -n 5, -5.
func count(options map[string]string) int {
	n := number(options["n"], 10)
	for o := range options {
		if o != "n" {
			n = number(o, n)
		}
	}
	return n
}
