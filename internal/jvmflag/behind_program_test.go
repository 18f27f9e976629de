package jvmflag

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

func TestStrayWord(t *testing.T) {
	for _, c := range []struct {
		line     string
		evidence Evidence
		whole    bool
		want     string // the option that is lost; empty: no word is stray
	}{
		{"-Xmx1g foo -XX:+UseG1GC -jar a.jar", Runs, true, "-XX:+UseG1GC"},
		{"-Xmx1g foo -jar a.jar", Runs, true, "-jar"},
		{"-Xms1g file.encoding=UTF-8 -Xmx2g", ByConvention, false, "-Xmx2g"},
		{"-Xmx1g file.encoding=UTF-8 -Xmx2g", Runs, true, ""}, // java refuses it
		{"-Xmx1g foo -Xmx2g", Runs, false, ""},                // known in part
		{"-Xmx1g org.example.Main -Xmx2g", Runs, true, ""},
		{"-Xmx1g foo -Dx=1", Runs, true, ""},
		{"-Xmx1g foo${x} -Xmx2g", ByConvention, false, ""},
		{"-jar a.jar -Xmx2g", Runs, true, ""},
	} {
		var options []Option
		for _, w := range strings.Fields(c.line) {
			options = append(options, Option{Text: source.Unlocated(w, "a test"), Channel: CommandLine, Evidence: c.evidence})
		}
		lost, stray := Command{Options: options, Whole: c.whole}.Resolve(17).StrayWord()
		assert.Equal(t, c.want != "", stray, c.line)
		assert.Equal(t, c.want, lost.String(), c.line)
	}
}

func TestAsProperty(t *testing.T) {
	for word, want := range map[string]string{
		"-DXmx=512m": "-Xmx512m", "-DXss1m": "-Xss1m", "-DXX:+UseZGC": "-XX:+UseZGC", "-DXX:MaxRAMPercentage=70": "-XX:MaxRAMPercentage=70",
		"-Dx=1": "", "-DXmlParser=a": "", "-Xmx1g": "",
	} {
		meant, is := AsProperty(word)
		assert.Equal(t, want, meant, word)
		assert.Equal(t, want != "", is, word)
	}
}
