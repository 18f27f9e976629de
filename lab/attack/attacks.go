package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

var formats = []string{"text", "oneline", "json", "sarif", "github", "gitlab", "junit", "markdown", "html"}

// facts are some that somebody may state.
func (a *attacker) facts() []string {
	var all []string
	for _, f := range [][]string{{"--jdk", []string{"8", "11", "17", "21", "25"}[a.IntN(5)]}, {"--memory", []string{"512Mi", "2Gi", "10Gi", "64Gi"}[a.IntN(4)]}, {"--cpus", []string{"1", "4", "20"}[a.IntN(3)]}} {
		if a.IntN(2) == 0 {
			all = append(all, f...)
		}
	}
	return all
}

// write makes a folder of one to three mutants.
func (a *attacker) write() error {
	for i := range 1 + a.IntN(3) {
		if err := a.mutant(filepath.Join(a.folder, fmt.Sprintf("p%d", i))); err != nil {
			return err
		}
	}
	return nil
}

// outputs: every command ends with output that parses.
func (a *attacker) outputs() error {
	if err := a.write(); err != nil {
		return err
	}
	format := formats[a.IntN(len(formats))]
	args := []string{"check", "--verbose", "--format", format}
	if a.IntN(3) == 0 {
		format = []string{"text", "json"}[a.IntN(2)]
		args = []string{[]string{"predict", "advise"}[a.IntN(2)], "--format", format}
	}
	r, err := a.jvmlint(0, append(append(args, a.facts()...), ".")...)
	if err != nil {
		return err
	}
	if err = r.check(); err == nil && r.code < 2 {
		err = parses(format, r.stdout)
	}
	return err
}

func (a *attacker) fixes() error {
	return a.writes("check", "--unsafe-fixes", "--until-clean", "--exit-zero")
}
func (a *attacker) advice() error { return a.writes("advise", "--fix") }

// writes: what a command writes, it writes once.
func (a *attacker) writes(args ...string) error {
	if err := a.write(); err != nil {
		return err
	}
	args = append(append(args, a.facts()...), ".")
	var before project
	for range 2 {
		r, err := a.jvmlint(0, args...)
		if err == nil {
			err = r.check()
		}
		if err != nil {
			return err
		}
		after, err := contents(a.folder)
		if err != nil {
			return err
		}
		if before == nil {
			before = after
		} else if name := differing(before, after); name != "" {
			return fmt.Errorf("jvmlint %v: a second run changes %s", args, name)
		}
	}
	return nil
}

// kills: a command that is killed leaves each file as it was, or as it would
// have become, and the next one leaves no other files behind.
func (a *attacker) kills() error {
	if err := a.write(); err != nil {
		return err
	}
	before, err := contents(a.folder)
	if err != nil {
		return err
	}
	args := append([]string{"check", "--unsafe-fixes", "--until-clean", "--exit-zero"}, ".")
	if _, err := a.jvmlint(time.Duration(5+a.IntN(60))*time.Millisecond, args...); err != nil {
		return err
	}
	killed, err := contents(a.folder)
	if err != nil {
		return err
	}
	r, err := a.jvmlint(0, args...)
	if err == nil {
		err = r.check()
	}
	if err != nil {
		return err
	}
	after, err := contents(a.folder)
	if err != nil {
		return err
	}
	for name, text := range before {
		if !bytes.Equal(killed[name], text) && !bytes.Equal(killed[name], after[name]) {
			return errors.New("half a file: " + name)
		}
	}
	for name := range after {
		if _, there := before[name]; !there {
			return errors.New("left behind: " + name)
		}
	}
	return nil
}

// charts: whatever a template wants, rendering ends.
func (a *attacker) charts() error {
	templates := filepath.Join(a.folder, "chart", "templates")
	if err := os.MkdirAll(templates, 0o755); err != nil {
		return err
	}
	for name, text := range map[string]string{
		"chart/Chart.yaml": "apiVersion: v2\nname: app\nversion: 1.0.0\n", "chart/values.yaml": "a: {b: [1, 2, 3]}\ns: text\n",
		"chart/templates/_bomb.tpl": a.defines(), "chart/templates/bomb.yaml": a.statements(3),
	} {
		if err := os.WriteFile(filepath.Join(a.folder, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	r, err := a.jvmlint(0, "check", "chart")
	if err == nil {
		err = r.check()
	}
	return err
}
