package start

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/interp"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// sed replaces, prints and deletes: what start scripts ask of it.
func sed(r *run, ctx context.Context, args []string) error {
	words, options := operands(args[1:], "ef")
	if options["i"] != "" { // it prints nothing, and what is written is lost
		return nil
	}
	program, given := options["e"]
	if !given && len(words) > 0 {
		program, words = words[0], words[1:]
	}
	var edits []edit
	for _, line := range strings.Split(program, "\n") {
		for rest := strings.TrimSpace(line); rest != ""; {
			e, behind, ok := editOf(rest, options["E"]+options["r"] != "")
			if !ok {
				return errUnknown
			}
			edits = append(edits, e)
			rest = strings.TrimLeft(behind, "; \t")
		}
	}
	lines, err := r.lines(ctx, words)
	if err != nil {
		return err
	}
	var out []string
	for n, line := range lines {
		line, printed, deleted := bare(line), false, false
		for _, e := range edits {
			if deleted { // which ends what is done to a line
				break
			}
			other := e.line > 0 && e.line != n+1 || e.line < 0 && n+1 != len(lines) || e.where != nil && !e.where.MatchString(line)
			if other != e.others {
				continue
			}
			switch e.does {
			case 'd':
				deleted = true
			case 'p':
				printed = true
			case 's':
				var changed bool
				line, changed = e.replace(line)
				printed = printed || changed && e.prints
			}
		}
		if printed {
			out = append(out, line)
		}
		if options["n"] == "" && !deleted {
			out = append(out, line)
		}
	}
	return write(ctx, out)
}

// edit is one command of sed.
type edit struct {
	does   byte // s, p or d
	line   int  // the number of the one that it is for; -1: the last
	where  *regexp.Regexp
	others bool // it is for all lines but those
	old    *regexp.Regexp
	new    string
	all    bool
	prints bool
}

var sedLine = lazyregexp.New(`^\d{1,6}`)

func editOf(s string, extended bool) (e edit, behind string, ok bool) {
	if n := sedLine.FindStringSubmatch(s); n != nil {
		e.line, _ = strconv.Atoi(n[0])
		s = strings.TrimLeft(s[len(n[0]):], " ")
	} else if strings.HasPrefix(s, "$") {
		e.line, s = -1, strings.TrimLeft(s[1:], " ")
	} else if strings.HasPrefix(s, "/") {
		where, rest, ends := delimited(s[1:], '/')
		if e.where = expression(where, extended); !ends || e.where == nil {
			return e, "", false
		}
		s = strings.TrimLeft(rest, " ")
	}
	s, e.others = strings.CutPrefix(s, "!")
	if s == "" {
		return e, "", false
	}
	e.does = s[0]
	if e.does == 'p' || e.does == 'd' {
		return e, s[1:], true
	}
	if e.does != 's' || len(s) < 2 {
		return e, "", false
	}
	by := s[1]
	old, rest, _ := delimited(s[2:], by)
	e.new, rest, ok = delimited(rest, by)
	flags := 0
	for flags < len(rest) && strings.IndexByte("gpiIM0123456789", rest[flags]) >= 0 {
		flags++
	}
	e.all, e.prints = strings.Contains(rest[:flags], "g"), strings.Contains(rest[:flags], "p")
	e.old = expression(strings.ReplaceAll(old, `\`+string(by), string(by)), extended)
	return e, rest[flags:], ok && e.old != nil
}

// delimited is a part of a command, and what stands behind its end; false where it has none.
func delimited(s string, by byte) (part, rest string, ends bool) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case by:
			return s[:i], s[i+1:], true
		}
	}
	return "", "", false
}

func expression(s string, extended bool) *regexp.Regexp {
	if !extended {
		s = basic(s)
	}
	x, _ := regexp.Compile(s) // nil where it is none
	return x
}

func (e edit) replace(line string) (string, bool) {
	found := e.old.FindAllStringSubmatchIndex(line, -1)
	if len(found) == 0 {
		return line, false
	}
	if !e.all {
		found = found[:1]
	}
	var b strings.Builder
	at := 0
	for _, m := range found {
		b.WriteString(line[at:m[0]])
		for i := 0; i < len(e.new); i++ {
			switch c := e.new[i]; {
			case c == '&':
				b.WriteString(line[m[0]:m[1]])
			case c == '\\' && i+1 < len(e.new):
				i++
				n := int(e.new[i] - '0')
				switch {
				case n >= 0 && n <= 9 && 2*n+1 < len(m) && m[2*n] >= 0:
					b.WriteString(line[m[2*n]:m[2*n+1]])
				case n >= 0 && n <= 9:
				case e.new[i] == 'n':
					b.WriteByte('\n')
				default:
					b.WriteByte(e.new[i])
				}
			default:
				b.WriteByte(c)
			}
		}
		at = m[1]
	}
	b.WriteString(line[at:])
	return b.String(), true
}

var (
	awkProgram = lazyregexp.New(`^\s*(?:(/(?:[^/\\]|\\.)*/|NR\s*==\s*(\d+)|NR\s*>\s*(\d+))\s*)?\{\s*print(f?)\b\s*(?:\(?\s*"((?:[^"\\%]*%0?\d{0,2}[sd])+[^"\\%]*)(\\n)?"\s*,)?\s*([^{};]*?)\)?;?\s*(?:;?\s*exit\s*;?)?\s*\}\s*$`)
	awkField   = lazyregexp.New(`^\$(NF|\d+)$`)
	awkItem    = lazyregexp.New(`"[^"]*"|,|\$\w+|[^\s,"$]+`)
	awkNumber  = lazyregexp.New(`^\s*([+-]?\d{1,18})`)
	awkVerb    = lazyregexp.New(`%0?\d*[sd]`)
)

// awk prints fields of lines: other programs of it are not followed.
func awk(r *run, ctx context.Context, args []string) error {
	words, options := operands(args[1:], "Fvf")
	if len(words) == 0 {
		return interp.ExitStatus(2)
	}
	m := awkProgram.FindStringSubmatch(words[0])
	lines, err := r.lines(ctx, words[1:])
	if err != nil {
		return err
	}
	if m == nil || strings.Contains(m[7], "%") { // of another format
		return errUnknown
	}
	var where *regexp.Regexp
	if strings.HasPrefix(m[1], "/") {
		if where = expression(m[1][1:len(m[1])-1], true); where == nil {
			return errUnknown
		}
	}
	separator, given := options["F"]
	var split *regexp.Regexp
	if given && len(separator) > 1 {
		split = expression(separator, true)
	}
	var out []string
	for n, line := range lines {
		line = bare(line)
		if where != nil && !where.MatchString(line) || m[2] != "" && m[2] != strconv.Itoa(n+1) || m[3] != "" && n+1 <= number(m[3], 0) {
			continue
		}
		var fields []string
		switch {
		case split != nil:
			fields = split.Split(line, -1)
		case given && separator != " ":
			fields = strings.Split(line, separator)
		default:
			fields = strings.Fields(line)
		}
		values := []string{""}
		for _, item := range awkItem.FindAllString(m[7], -1) {
			value := &values[len(values)-1]
			switch f := awkField.FindStringSubmatch(item); {
			case item == ",":
				values = append(values, "")
			case item[0] == '"':
				*value += strings.Trim(item, `"`)
			case f == nil:
				return errUnknown
			case f[1] == "0":
				*value += line
			case f[1] == "NF":
				*value += last(fields)
			case number(f[1], 1) <= len(fields):
				*value += fields[number(f[1], 1)-1]
			}
		}
		switch {
		case m[5] != "":
			text, known := formatted(m[5], values)
			if !known {
				return errUnknown
			}
			out = append(out, text)
		case m[7] == "":
			out = append(out, line)
		default:
			out = append(out, strings.Join(values, " "))
		}
	}
	if m[4] != "" && m[6] == "" && len(out) > 1 { // printf ends no line by itself
		return errUnknown
	}
	return write(ctx, out)
}

// formatted is what printf of awk makes of values; false where a number is none that is known.
func formatted(format string, values []string) (text string, known bool) {
	known = true
	text = awkVerb.ReplaceAllStringFunc(format, func(verb string) string {
		value := ""
		if len(values) > 0 {
			value, values = values[0], values[1:]
		}
		if strings.HasSuffix(verb, "s") {
			return fmt.Sprintf(verb, value)
		}
		digits := awkNumber.FindStringSubmatch(value)
		if digits == nil {
			known = false
			return ""
		}
		n, _ := strconv.Atoi(digits[1])
		return fmt.Sprintf(verb, n)
	})
	return text, known
}

// xargs hands the words of its input on, whatever is not known in them; where quotes do not end, those before.
func xargs(r *run, ctx context.Context, args []string) error {
	var input []byte
	if in := interp.HandlerCtx(ctx).Stdin; in != nil {
		input, _ = io.ReadAll(io.LimitReader(bufio.NewReader(in), mostSpent))
	}
	r.mu.Lock()
	all, ended := wordsOfXargs(r.put(r.marks.again(string(input))))
	r.mu.Unlock()
	first := 1 // of the program, whose own options follow
	for first < len(args) && strings.HasPrefix(args[first], "-") {
		if slices.Contains([]string{"-n", "-I", "-L", "-P", "-d"}, args[first]) {
			first++
		}
		first++
	}
	first = min(first, len(args))
	_, options := operands(args[1:first], "nILP")
	words := args[first:]
	var err error
	lines := len(words) == 2 && words[0] == "printf" && bare(words[1]) == `%s\n`
	switch {
	case len(words) > 0 && words[0] == "printf" && !lines:
		err = errUnknown
	case len(words) > 0 && words[0] != "echo" && !lines:
		err = r.program(ctx, call{}, append(slices.Clone(words), all...))
	case options["n"] == "1" || lines:
		err = write(ctx, all)
	default:
		err = write(ctx, []string{strings.Join(all, " ")})
	}
	if err == nil && !ended {
		err = interp.ExitStatus(1)
	}
	return err
}

// wordsOfXargs are the words of a text in which quotes and backslashes keep one together. It reports false where a
// quote does not end on its line.
func wordsOfXargs(text string) (words []string, ended bool) {
	var word strings.Builder
	open, quote, escaped := false, rune(0), false
	for _, c := range text {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case quote != 0 && c == '\n':
			return words, false
		case c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\\':
			open, escaped = true, true
		case c == '"' || c == '\'':
			open, quote = true, c
		case c == ' ' || c == '\t' || c == '\n':
			if open {
				words = append(words, word.String())
			}
			word.Reset()
			open = false
		default:
			open = true
			word.WriteRune(c)
		}
	}
	if quote != 0 {
		return words, false
	}
	if open {
		words = append(words, word.String())
	}
	return words, true
}
