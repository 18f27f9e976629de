package cli_test

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/cli"
)

var update = flag.Bool("update", false, "rewrite what the scripts and pages expect; look at the difference")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"jvmlint": func() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs jvmlint as its users do. Scripts by rule lie in a folder of
// the rule's name, what they check is the text that a user sees.
func TestScripts(t *testing.T) {
	for _, pattern := range []string{"../../testdata/rules/*", "../../testdata/scripts"} {
		dirs, err := filepath.Glob(pattern)
		require.NoError(t, err, pattern)
		require.NotEmpty(t, dirs, pattern)
		for _, dir := range dirs {
			t.Run(filepath.Base(dir), func(t *testing.T) {
				root, err := filepath.Abs("../..")
				require.NoError(t, err)
				testscript.Run(t, testscript.Params{
					Dir: dir, UpdateScripts: *update, RequireExplicitExec: true, RequireUniqueNames: true,
					Setup: func(e *testscript.Env) error {
						e.Setenv("ROOT", root)
						return nil
					},
					Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": status, "binary": binary},
				})
			})
		}
	}
}

// status runs a command that must end with the given exit code.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status CODE COMMAND ...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// binary writes a file that is no text.
func binary(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: binary FILE")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte("-Xmx1g\x00\n"), 0o644))
}
