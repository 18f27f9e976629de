package pages_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/cli"
	"github.com/jvmlint/jvmlint/internal/lint"
)

// show runs the check on the bad side of an example, by this rule alone. A rule
// that needs others to be judged runs beside all of them.
func show(r *lint.Rule, e lint.Example) (string, error) {
	for _, choice := range [][]string{{"--select", r.ID}, {"--fail-on", "info"}} {
		session, err := check(slices.Concat(strings.Fields(e.Args), choice), e)
		if err != nil || strings.Contains(session, "["+r.ID+"]") {
			return session, err
		}
	}
	return "", errors.New("the check does not report it")
}

// check gives the text of an example to the check as the file that it stands for. Nothing of where it runs counts.
func check(args []string, e lint.Example) (string, error) {
	if e.BadLog != "" {
		back, err := intoFolderWith("gc.log", e.BadLog)
		if err != nil {
			return "", err
		}
		defer back()
		args = slices.Concat([]string{"--gc-log", "gc.log"}, args)
	}
	words := slices.Concat([]string{"check", "--no-config", "--no-env", "--quiet", "--color", "never"}, args, []string{"--stdin-filename", e.Name, "-"})
	var printed bytes.Buffer
	cli.Main(words, strings.NewReader(e.Bad), &printed, &printed)
	command := slices.Concat([]string{"jvmlint", "check"}, args, []string{e.Name})
	return "$ " + strings.Join(command, " ") + "\n" + printed.String(), nil
}

// intoFolderWith goes to a folder that holds one file, until it is called off.
func intoFolderWith(name, text string) (back func(), err error) {
	old, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "example")
	if err != nil {
		return nil, err
	}
	back = func() {
		_ = os.Chdir(old)
		_ = os.RemoveAll(folder)
	}
	if err = errors.Join(os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600), os.Chdir(folder)); err != nil {
		back()
	}
	return back, err
}
