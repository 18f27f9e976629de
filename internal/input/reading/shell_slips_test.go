package reading

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// What bash makes of these lines: a command that it does not find, a variable of another name, or arguments of its own.
func TestSlipsIn(t *testing.T) {
	for _, c := range []struct {
		name, line string
		want       []workload.ShellSlip
	}{
		{"blanks around the sign", "JAVA_OPTS = '-Xmx1g'", []workload.ShellSlip{workload.BlanksAtEqual}},
		{"no sign", "export A=b JAVA_OPTS -Xmx1g", []workload.ShellSlip{workload.NoEquals}},
		{"an option as a program", "-Xmx1g -jar a.jar", []workload.ShellSlip{workload.NoProgram}},
		{"behind a variable", "A=b -Xmx1g", []workload.ShellSlip{workload.NoProgram}},
		{"set, as Windows has it", "set JAVA_OPTS=-Xmx1g", []workload.ShellSlip{workload.SetsArguments}},
		{"an option alone, as in notes", "-Xmx1g", nil},
		{"a variable", "JAVA_OPTS='-Xmx1g'", nil},
		{"exported", "export JAVA_OPTS='-Xmx1g'", nil},
		{"a test", "[ \"$A\" = '-Xmx1g' ]", nil},
		{"a command", "java -Xmx1g -jar a.jar", nil},
		{"options of set", "set -e -x", nil},
	} {
		script, ok := shell.Parse(text(c.line + "\n"))
		assert.True(t, ok, c.name)
		var got []workload.ShellSlip
		for _, s := range slipsIn(script) {
			got = append(got, s.Slip)
		}
		assert.Equal(t, c.want, got, c.name)
	}
}

func TestRunsShell(t *testing.T) {
	for _, c := range []struct {
		name, file, first string
		want              bool
	}{
		{"by its first line", "run", "#!/bin/sh", true},
		{"by env", "run", "#!/usr/bin/env bash", true},
		{"with options", "run", "#!/bin/bash -e", true},
		{"another program", "run.sh", "#!/usr/bin/env python", false},
		{"by its name", "run.sh", "java", true},
		{"neither", "run", "java", false},
	} {
		f := source.NewFile(c.file, []byte(c.first+"\n"))
		assert.Equal(t, c.want, runsShell(f, TextOf(f)), c.name)
	}
}

// Who reads variables that hold options. A shell, or Kubernetes, puts them in where they are named.
func TestReader(t *testing.T) {
	for _, c := range []struct {
		name, script string
		reads        string // which of A, B and C
	}{
		{"by the command", "java $A ${B} Main", "A B"},
		{"with a default", "java ${A:-x} ${#B} Main", "A B"},
		{"a longer name", "java $AB Main", ""},
		{"by another variable", "X=\"$A\"\njava $X Main", "A"},
		{"by itself alone", "A=\"$A -ea\"\njava Main", ""},
		{"by what is sourced", ". ./env\njava Main", "A B C"},
		{"by another program that gets it", "export A\n./prepare\njava Main", "A"},
		{"in single quotes", "java '$A' Main", "A"},
	} {
		f := source.NewFile("run.sh", []byte("#!/bin/sh\n"+c.script+"\n"))
		in := &Input{File: f}
		run, _ := in.runOf(TextOf(f))
		reads := startOf(TextOf(f), run.result).Reader()
		var got []string
		for _, name := range strings.Fields("A B C") {
			if reads(name) {
				got = append(got, name)
			}
		}
		assert.Equal(t, c.reads, strings.Join(got, " "), c.name)
	}
}
