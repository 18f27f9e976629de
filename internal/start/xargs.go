package start

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/interp"
)

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
	switch {
	case len(words) > 0 && words[0] != "echo":
		err = r.program(ctx, call{}, append(slices.Clone(words), all...))
	case options["n"] == "1":
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

// printFormat is printf with nothing but %s, for each of its words anew.
func printFormat(_ *run, ctx context.Context, args []string) error {
	if len(args) < 2 || strings.Contains(strings.ReplaceAll(args[1], "%s", ""), "%") {
		return errUnknown
	}
	format := strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(args[1])
	parts := strings.Split(format, "%s")
	var b strings.Builder
	for words := args[2:]; ; {
		for i, part := range parts {
			if b.WriteString(part); i+1 < len(parts) && len(words) > 0 {
				b.WriteString(words[0])
				words = words[1:]
			}
		}
		if len(words) == 0 || len(parts) == 1 {
			break
		}
	}
	_, err := io.WriteString(interp.HandlerCtx(ctx).Stdout, b.String())
	return err
}
