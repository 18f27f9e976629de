package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// Lists in JSON, as Dockerfiles have them: https://docs.docker.com/reference/dockerfile/#exec-form
func TestJSONWords(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
		is         bool
	}{
		{"words", `["java", "-Xmx1g"]`, []string{"java", "-Xmx1g"}, true},
		{"over lines", "[\n \"java\",\n\t\"Main\"\n]", []string{"java", "Main"}, true},
		{"quotes and backslashes", `["a\"b", "c\\d", "\/e"]`, []string{`a"b`, `c\d`, "/e"}, true},
		{"signs that control", `["a\tb\n"]`, []string{"a\tb\n"}, true},
		{"by their numbers", `["\u0041\u00e9"]`, []string{"Aé"}, true},
		{"commas and brackets within", `["a,b", "[c]"]`, []string{"a,b", "[c]"}, true},
		{"an empty word", `[""]`, []string{""}, true},
		{"an empty list", `[]`, nil, true},
		{"single quotes, which a shell gets", `['java']`, nil, false},
		{"a comma behind the last", `["java",]`, nil, false},
		{"a number", `["java", 1]`, nil, false},
		{"a null", `["java", null]`, nil, false},
		{"no list", `java -Xmx1g`, nil, false},
		{"a test of a shell", `[ -f a ] && b`, nil, false},
		{"nothing", ``, nil, false},
	} {
		words, is := JSONWords(text(c.text))
		assert.Equal(t, c.is, is, c.name)
		var got []string
		for _, w := range words {
			got = append(got, w.Text.String())
		}
		assert.Equal(t, c.want, got, c.name)
	}
}

// What ps and jcmd print has no quotes.
func TestPrintedWords(t *testing.T) {
	for _, c := range []struct {
		name, text string
		program    bool
		want       []string
	}{
		{"options", "-Xmx1g  -Da=b\t-ea", false, []string{"-Xmx1g", "-Da=b", "-ea"}},
		{"a value with a blank", "-Da=b c -ea", false, []string{"-Da=b c", "-ea"}},
		{"a program", "-Xmx1g Main a -b", true, []string{"-Xmx1g", "Main", "a", "-b"}},
		{"a command", "-XX:OnOutOfMemoryError=kill -9 %p -Xmx1g", true, []string{"-XX:OnOutOfMemoryError=kill -9 %p", "-Xmx1g"}},
		{"nothing", "  ", false, nil},
	} {
		var got []string
		for _, w := range PrintedWords(text(c.text), c.program) {
			got = append(got, w.Text.String())
		}
		assert.Equal(t, c.want, got, c.name)
	}
}

func TestWithCommands(t *testing.T) {
	for line, want := range map[string][]string{
		"-XX:OnError=gdb - %p -Xmx1g":                   {"-XX:OnError=gdb - %p", "-Xmx1g"},
		"-XX:OnOutOfMemoryError=kill -9 %p":             {"-XX:OnOutOfMemoryError=kill -9 %p"},
		"-XX:OnOutOfMemoryError=a b -XX:OnError=c d":    {"-XX:OnOutOfMemoryError=a b", "-XX:OnError=c d"},
		"-XX:OnOutOfMemoryError=a -Xmx1g Main b":        {"-XX:OnOutOfMemoryError=a", "-Xmx1g", "Main", "b"},
		"-Xmx1g Main -XX:OnOutOfMemoryError=a -version": {"-Xmx1g", "Main", "-XX:OnOutOfMemoryError=a -version"},
	} {
		words, err := jvmflag.Words(text(line))
		assert.NoError(t, err, line)
		var got []string
		for _, o := range withCommands(jvmflag.OnChannel(jvmflag.CommandLine, words)) {
			got = append(got, o.String())
		}
		assert.Equal(t, want, got, line)
	}
}

func TestUnescape(t *testing.T) {
	for _, c := range []struct{ text, letters, want string }{
		{`a\nb`, "tn", "a\nb"}, {`a\nb`, "t", "anb"}, {`\\n`, "n", `\n`}, {`\u0041`, "", "A"}, {`\u00`, "", "u00"}, {`\"`, "", `"`}, {`\=`, "tn", "="}, {"a", "n", "a"},
	} {
		assert.Equal(t, c.want, Unescape(text(c.text), c.letters).String(), c.text)
	}
}
