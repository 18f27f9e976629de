package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCommentAt(t *testing.T) {
	for line, want := range map[string]string{
		`-Xmx1g # the heap`:        `-Xmx1g`,
		`-Dx="a # b" -Xmx1g # c`:   `-Dx="a # b" -Xmx1g`,
		`-Dx='a # b'`:              `-Dx='a # b'`,
		`-Dx=it's # of no use`:     `-Dx=it's`,
		`-Dx=a#b`:                  `-Dx=a#b`,
		"-Xmx1g\t# behind a tab":   `-Xmx1g`,
		` # alone`:                 ``,
		`#hash`:                    `#hash`,
		`-Dx="a`:                   `-Dx="a`,
		`-Xmx1g # it's the heap "`: `-Xmx1g`,
	} {
		assert.Equal(t, want, line[:commentAt(line)], line)
	}
}

// The forms in which environment files, shells, Dockerfiles and units set variables.
func TestAssignmentsAt(t *testing.T) {
	type assigned struct {
		name, value  string
		adds, closed bool
	}
	for _, c := range []struct {
		name, text string
		want       []assigned
		rest       string // what is read next
	}{
		{"a word", "A=b\nc", []assigned{{"A", "b", false, true}}, "c"},
		{"blanks in an environment file", "A=b c d\n", []assigned{{"A", "b c d", false, true}}, ""},
		{"CRLF", "A=b\r\nc", []assigned{{"A", "b", false, true}}, "c"},
		{"double quotes", "A=\"b c\"\n", []assigned{{"A", "b c", false, true}}, ""},
		{"single quotes", "A='b \"c\"'\n", []assigned{{"A", "b \"c\"", false, true}}, ""},
		{"quotes over lines", "A=\"b\nc\"\nd", []assigned{{"A", "b\nc", false, true}}, "d"},
		{"a quote that stays open", "A=\"b\n", []assigned{{"A", "b\n", false, false}}, ""},
		{"exported, word by word", "export A=b C=\"d e\" # f\n", []assigned{{"A", "b", false, true}, {"C", "d e", false, true}}, ""},
		{"of a Dockerfile", "ENV A=b C='d e'\n", []assigned{{"A", "b", false, true}, {"C", "d e", false, true}}, ""},
		{"of a unit", "Environment=\"A=b c\"\n", []assigned{{"A", "b c", false, true}}, ""},
		{"added to", "A+=\" c\"\n", []assigned{{"A", " c", true, true}}, ""},
		{"holding itself", "A=\"$A c\"\n", []assigned{{"A", "$A c", true, true}}, ""},
		{"holding itself in braces", "A=\"${A:-b} c\"\n", []assigned{{"A", "${A:-b} c", true, true}}, ""},
		{"empty", "A=\n", []assigned{{"A", "", false, true}}, ""},
		{"a comment behind it", "A=b # c\n", []assigned{{"A", "b", false, true}}, ""},
		{"going on", "A=b \\\n  c\nd", []assigned{{"A", "b   c", false, true}}, "d"},
		{"behind blanks", "  A=b\n", []assigned{{"A", "b", false, true}}, ""},
		{"another sign", "A: b\nc", nil, "c"},
		{"blanks around the sign", "A = b\nc", nil, "c"},
		{"a number in front", "1A=b\nc", nil, "c"},
		{"semicolons behind all", "A=b;\nB=c;\n", []assigned{{"A", "b", false, true}}, "B=c;\n"},
		{"a semicolon behind one", "A=b;\nB=c\n", []assigned{{"A", "b;", false, true}}, "B=c\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []assigned
			found, next := AssignmentsAt(text(c.text), 0)
			for _, a := range found {
				got = append(got, assigned{a.Name, a.Value.String(), a.adds, a.Closed})
			}
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.rest, c.text[next:])
		})
	}
}

// Which values are options of a JVM, by their own look and by the name of the variable.
func TestHoldsOptions(t *testing.T) {
	for _, c := range []struct {
		name, variable, value string
		holds, may            bool
	}{
		{"a heap", "X", "-Xmx1g", true, true},
		{"in quotes", "X", "'-Xmx1g'", true, true},
		{"behind blanks", "X", "  -Xss1m", true, true},
		{"a property alone, in a variable of Java", "JAVA_OPTS", "-Da=b", true, true},
		{"a property alone, in another", "CFLAGS", "-DNDEBUG", false, true},
		{"of the JVM's own", "JAVA_TOOL_OPTIONS", "-ea", true, true},
		{"of another program", "OPTS", "-v --debug", false, false},
		{"an option behind a word", "X", "start -Xmx1g", false, false},
		{"behind a variable", "X", "$Y -Xmx1g", true, true},
		{"a list of YAML", "X", "- -Xmx1g", false, false},
		{"of the launcher", "JAVA_OPTS", "--add-opens a/b=c -Xmx1g", true, true},
		{"of a program that hands some on", "SUBMIT", "--conf a=-Xmx1g", false, false},
		{"of one whose options are letters", "SUBMIT", `-c a="-Da.b=c" -Xmx1g`, false, false},
		{"an agent", "X", "-javaagent:a.jar", true, true},
		{"nothing", "JAVA_OPTS", "", false, false},
	} {
		a := Assigned{Name: c.variable, Value: text(c.value)}
		assert.Equal(t, [2]bool{c.holds, c.may}, [2]bool{a.HoldsOptions(), a.MayHoldOptions()}, c.name)
	}
}

func TestChannelOf(t *testing.T) {
	for name, want := range map[string]bool{"JAVA_TOOL_OPTIONS": true, "JDK_JAVA_OPTIONS": true, "_JAVA_OPTIONS": true, "JAVA_OPTS": false, "java_tool_options": false, "": false} {
		_, own := ChannelOf(name)
		assert.Equal(t, want, own, name)
	}
}

func TestLineAfter(t *testing.T) {
	assert.Equal(t, []int{2, 5, 5}, []int{LineAfter("a\nb\r\n", 0), LineAfter("a\nb\r\n", 2), LineAfter("a\nb\r\n", 5)})
	assert.Equal(t, 3, LineAfter("abc", 1))
}
