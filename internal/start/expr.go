package start

import (
	"context"
	"fmt"
	"regexp"
	"strconv"

	"mvdan.cc/sh/v3/interp"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

var calculation = lazyregexp.New(`^-?\d{1,15}$`)

func expr(r *run, ctx context.Context, args []string) error {
	args = args[1:]
	out, status := "", error(nil)
	switch {
	case len(args) == 3 && args[1] == ":":
		matches, err := regexp.Compile("^(?:" + basic(args[2]) + ")")
		if err != nil {
			return errUnknown
		}
		m := matches.FindStringSubmatch(args[0])
		switch {
		case m == nil && matches.NumSubexp() == 0:
			out, status = "0", interp.ExitStatus(1)
		case m == nil:
			status = interp.ExitStatus(1)
		case len(m) > 1:
			out = m[1]
		default:
			out = strconv.Itoa(len(m[0]))
		}
	case len(args) >= 3 && calculation.MatchString(args[0]):
		sum, _ := strconv.Atoi(args[0])
		for i := 1; i+1 < len(args); i += 2 {
			n, err := strconv.Atoi(args[i+1])
			if err != nil {
				return errUnknown
			}
			switch args[i] {
			case "+":
				sum += n
			case "-":
				sum -= n
			case "*":
				sum *= n
			case "/", "%":
				if n == 0 {
					return errUnknown
				}
				if args[i] == "/" {
					sum /= n
				} else {
					sum %= n
				}
			case ">", "<", "=", ">=", "<=", "!=":
				holds := map[string]bool{">": sum > n, "<": sum < n, "=": sum == n, ">=": sum >= n, "<=": sum <= n, "!=": sum != n}
				if sum = 0; holds[args[i]] {
					sum = 1
				}
			default:
				return errUnknown
			}
		}
		if out = strconv.Itoa(sum); sum == 0 {
			status = interp.ExitStatus(1)
		}
	case len(args) == 3 && (args[1] == "=" || args[1] == "!="):
		if out = "0"; (args[0] == args[2]) == (args[1] == "=") {
			out = "1"
		} else {
			status = interp.ExitStatus(1)
		}
	default:
		return errUnknown
	}
	fmt.Fprintln(interp.HandlerCtx(ctx).Stdout, out)
	return status
}
