package start

import (
	"context"
	"fmt"
	"regexp"
	"strconv"

	"mvdan.cc/sh/v3/interp"
)

// expr cuts a part out of a word, or computes.
func expr(_ *run, ctx context.Context, args []string) error {
	if len(args) != 4 {
		return errUnknown
	}
	out := ""
	if args[2] == ":" {
		matches, err := regexp.Compile("^(?:" + basic(args[3]) + ")")
		if err != nil {
			return errUnknown
		}
		switch m := matches.FindStringSubmatch(args[1]); {
		case len(m) > 1:
			out = m[1]
		case m != nil || matches.NumSubexp() == 0:
			out = strconv.Itoa(len(matches.FindString(args[1])))
		}
	} else {
		a, failed := strconv.ParseInt(args[1], 10, 48)
		b, alsoFailed := strconv.ParseInt(args[3], 10, 48)
		compute := map[string]func() int64{
			"+": func() int64 { return a + b }, "-": func() int64 { return a - b }, "*": func() int64 { return a * b },
			"/": func() int64 { return a / b }, "%": func() int64 { return a % b },
		}[args[2]]
		if failed != nil || alsoFailed != nil || compute == nil || b == 0 {
			return errUnknown
		}
		out = strconv.FormatInt(compute(), 10)
	}
	fmt.Fprintln(interp.HandlerCtx(ctx).Stdout, out)
	if out == "" || out == "0" {
		return interp.ExitStatus(1)
	}
	return nil
}
