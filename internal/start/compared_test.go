package start

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

func whole(name, text string) source.Text {
	return source.Verbatim(source.NewFile(name, []byte(text)).Span(0, len(text)))
}

// A script is tried on the releases with long-term support, on those whose numbers stand in it or in what it reads, and
// on those behind them.
func TestReleases(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         []int
	}{
		{"a test", `[ "$V" -ge 11 ] && O=-Xa`, []int{8, 11, 12, 17, 21, 25}},
		{"as it was once named", `test "$V" = "1.8"`, []int{8, 9, 11, 17, 21, 25}},
		{"an expression", `echo "$V" | grep -q '^21\.'`, []int{8, 11, 17, 21, 22, 25}},
		{"several", "case $V in 11|17) O=-Xa ;; esac", []int{8, 11, 12, 17, 18, 21, 25}},
		{"a file that is read", ". ./env; [ $V -ge $(cat .java-version) ]", []int{8, 11, 17, 18, 21, 25}},
		{"numbers of others", "O='-Xmx10g -Xms1024m'; sleep 100; ping -c 13x 8.8.99.9", []int{8, 9, 10, 11, 17, 21, 25}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "V=$(java -version 2>&1)\n" + c.script + "\njava $O M\n"
			w := newWorlds(Script{Text: whole("run.sh", text), File: func(name string) (source.Text, bool) {
				return whole(name, "17\n"), name == ".java-version"
			}})
			assert.Equal(t, c.want, releases(w.run(world{jdk: 8}).texts))
		})
	}
}

// Runs on several releases and with several ways come to the same files: each is read once for the runs that do so in
// one state, plainly and with marks.
func TestTextsAreInstrumentedOnce(t *testing.T) {
	files := map[string]string{"env.sh": "OPTS=-Xmx1g\nif [ \"$MORE\" ]; then OPTS=\"$OPTS -Xms2g\"; fi\n"}
	names := map[source.Place]string{}
	text := "#!/bin/sh\nv=$(java -version 2>&1 | sed -n 's/.*\"1\\.\\([0-9]*\\).*/\\1/p')\n[ \"$v\" = 8 ] && OLD=1\n. ./env.sh\nexec java $OPTS -jar a.jar\n"
	script := whole("run.sh", text)
	names[script.Place()] = "run.sh"
	w := newWorlds(Script{Text: script, File: func(name string) (source.Text, bool) {
		text, found := files[name]
		file := whole(name, text)
		names[file.Place()] = name
		return file, found
	}})
	result := w.explore()
	require.NotEmpty(t, result.Launches)
	of := map[string]int{}
	for at := range w.kept {
		if !at.guess {
			of[names[at.text]]++
		}
	}
	assert.Equal(t, map[string]int{"run.sh": 2, "env.sh": 2}, of)
}
