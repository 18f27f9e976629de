// Command manpages writes the manual pages of jvmlint, and its completions for bash,
// zsh and fish, into a folder: man/*.1 and completions/*.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/jvmlint/jvmlint/internal/cli"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "manpages: one folder is needed")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "manpages:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	manual, completions := filepath.Join(dir, "man"), filepath.Join(dir, "completions")
	for _, d := range []string{manual, completions} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return err
		}
	}
	root := cli.Command()
	root.DisableAutoGenTag = true
	if err := doc.GenManTree(root, &doc.GenManHeader{Title: "JVMLINT", Section: "1", Source: "jvmlint", Manual: "jvmlint"}, manual); err != nil {
		return err
	}
	for _, c := range []struct {
		file  string
		write func(*cobra.Command, string) error
	}{
		{"jvmlint.bash", func(c *cobra.Command, f string) error { return c.GenBashCompletionFileV2(f, true) }},
		{"_jvmlint", func(c *cobra.Command, f string) error { return c.GenZshCompletionFile(f) }},
		{"jvmlint.fish", func(c *cobra.Command, f string) error { return c.GenFishCompletionFile(f, true) }},
	} {
		if err := c.write(root, filepath.Join(completions, c.file)); err != nil {
			return err
		}
	}
	return nil
}
