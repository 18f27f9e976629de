// Command playground is jvmlint in a page: the page hands it the arguments and the standard input of a command line,
// and gets what the command prints.
package main

import (
	"strings"
	"syscall/js"

	"github.com/jvmlint/jvmlint/internal/cli"
)

func main() {
	js.Global().Set("jvmlint", js.FuncOf(run))
	select {} // what the page has been given must stay
}

// run takes a list of arguments and a text, and gives {code, stdout, stderr}.
func run(_ js.Value, given []js.Value) any {
	args := make([]string, given[0].Length())
	for i := range args {
		args[i] = given[0].Index(i).String()
	}
	var stdout, stderr strings.Builder
	code := cli.Main(args, strings.NewReader(given[1].String()), &stdout, &stderr)
	return map[string]any{"code": code, "stdout": stdout.String(), "stderr": stderr.String()}
}
