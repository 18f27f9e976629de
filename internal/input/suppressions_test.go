package input

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
)

// In the texts, @ stands for jvmlint:ignore and its rule and reason. What is
// about a file is told as such.
const because = "jvmlint:ignore heap-grows -- why"

func TestSuppressionsCover(t *testing.T) {
	for _, c := range []struct {
		name, text string
		format     reading.Format
		want       []string
	}{
		{"above, and behind", "# @\n-Xmx1g # x\n-Xms1g # @\n-ea", OptionsText, []string{"-Xmx1g # x", "-Xms1g # " + because}},
		{"line ends of Windows", "# @\r\n-Xmx1g\r\n-Xms1g # @\r\n", OptionsText, []string{"-Xmx1g", "-Xms1g # " + because}},
		{"comments between", "-Xmx1g\n# @\n# a note\n-Xms1g\n-ea", OptionsText, []string{"-Xms1g"}},
		{"a line without text", "-Xmx1g\n# @\n\n-Xms1g", OptionsText, []string{""}},
		{"the last line", "-Xmx1g\n# @", OptionsText, []string{""}},
		{"a file", "#!/bin/sh\n\n# jvmlint:ignore-file heap-grows -- why\nJAVA_OPTS=-Xmx1g", OptionsText, []string{"the file"}},
		{"quotes of a shell", "# @\nexport JAVA_OPTS=\"-Xmx1g # @\n  # @\n -Xms1g\" # @\n", OptionsText,
			[]string{"export JAVA_OPTS=\"-Xmx1g # " + because + "\n  # " + because + "\n -Xms1g\" # " + because, "export JAVA_OPTS=\"-Xmx1g # " + because + "\n  # " + because + "\n -Xms1g\" # " + because}},
		{"a line that goes on", "# @\nJAVA_OPTS=-Xmx1g\\\n -Xms1g\nA=b", OptionsText, []string{"JAVA_OPTS=-Xmx1g\\\n -Xms1g"}},

		{"properties", "! @\norg.gradle.jvmargs=-Xmx1g \\\n # @\\\n -Xms1g\n# @\na=b # @", Properties, []string{"org.gradle.jvmargs=-Xmx1g \\\n # " + because + "\\\n -Xms1g", "a=b # " + because}},
		{"a unit", "[Service]\n; @\nExecStart=/usr/bin/java \\\n# @\n -Xmx1g \\\n -jar a.jar\n", SystemdUnit, []string{"ExecStart=/usr/bin/java \\\n# " + because + "\n -Xmx1g \\\n -jar a.jar", " -Xmx1g \\"}},
		{"a Dockerfile", "# syntax=docker/dockerfile:1\n# @\nFROM eclipse-temurin:17 # @\nRUN <<E\n# @\nE\n# @\nENV JAVA_OPTS=\"-Xmx1g \\\n  # @\n -Xms1g\"\n", Dockerfile,
			[]string{"FROM eclipse-temurin:17 # " + because, "ENV JAVA_OPTS=\"-Xmx1g \\\n  # " + because + "\n -Xms1g\"", " -Xms1g\""}},

		{"YAML", "# @\na: 1 # @\nb: 2\n", reading.OtherYAML, []string{"a: 1 # " + because, "a: 1 # " + because}},
		{"a block of text, its key on the line", "# @\na: |  # @\n  -Xmx1g\n  # @\n  -Xms1g\nb: \"# @\" # no\n", reading.OtherYAML,
			[]string{"a: |  # " + because + "\n  -Xmx1g\n  # " + because + "\n  -Xms1g", "a: |  # " + because + "\n  -Xmx1g\n  # " + because + "\n  -Xms1g"}},
		{"a key above its value", "# @\na:\n  -Xmx1g\n  -Xms1g # @\n", reading.OtherYAML, []string{"a:\n  -Xmx1g\n  -Xms1g", "a:\n  -Xmx1g\n  -Xms1g # " + because}},
		{"the end of a flow list", "a: [-Xmx1g,\n  -Xms1g] # @\n", reading.OtherYAML, []string{"  -Xms1g] # " + because}},
		{"an item of a list", "a:\n  # @\n  - -Xmx1g\n  - -Xms1g\n", reading.OtherYAML, []string{"  - -Xmx1g"}},
		{"a mapping is more than its first line", "# @\na:\n  b: 1\n", reading.OtherYAML, []string{"a:"}},
		{"an alias stands for text elsewhere", "a: &x |\n  -Xmx1g\n# @\nb: *x\n", reading.OtherYAML, []string{"b: *x"}},
		{"a file of YAML", "%YAML 1.1\n---\n# jvmlint:ignore-file heap-grows -- why\na: 1\n", reading.OtherYAML, []string{"the file"}},
		{"a template", "{{- /* @ */ -}}\n{{- define \"a\" }}\n  {{/*@*/}}\n-Xmx1g {{/* @ */}}\n# @\n{{- end }}\n", kube.HelmTemplate, []string{"{{- define \"a\" }}", "-Xmx1g {{/* " + because + " */}}"}},
		{"a file of templates", "{{/* jvmlint:ignore-file heap-grows -- why */}}\n{{- define \"a\" }}\n", kube.HelmTemplate, []string{"the file"}},
		{"a byte order mark", "\ufeff# jvmlint:ignore-file heap-grows -- why\na: 1\n", reading.OtherYAML, []string{"the file"}},
	} {
		var got []string
		for _, s := range reading.Suppressions(source.NewFile("f", []byte(strings.ReplaceAll(c.text, "@", because))), commentsOf(c.format)) {
			switch {
			case s.Fault != "":
				got = append(got, s.Fault)
			case s.File:
				got = append(got, "the file")
			default:
				got = append(got, s.Covers[0].String())
			}
		}
		assert.Equal(t, c.want, got, c.name)
	}
}

// Whatever a file holds, comments and what they cover lie within it, and in
// their order.
func FuzzSuppressionsOfFile(f *testing.F) {
	for _, s := range []string{"# " + because + "\n-Xmx1g", "FROM a\nENV A=\"b \\\n# " + because + "\nc\"", "[Service]\n; " + because + "\nA=b\\\n", "a: |\n  b\n# " + because, "a.b=c\\\n! " + because} {
		f.Add(s)
	}
	formats := []reading.Format{OptionsText, Properties, SystemdUnit, Dockerfile, reading.OtherYAML}
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range formats {
			file := source.NewFile("f", []byte(text))
			last := 0
			for _, s := range reading.Suppressions(file, commentsOf(format)) {
				assert.True(t, last <= s.Span.Start && s.Span.Start < s.Span.End && s.Span.End <= len(text), format)
				last = s.Span.End
				for _, c := range s.Covers {
					assert.True(t, 0 <= c.Start && c.Start <= c.End && c.End <= len(text), format)
				}
			}
		}
	})
}
