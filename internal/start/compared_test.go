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

// A script is tried on the releases that it may compare with the one that java names, and on those
// behind them; other numbers are none.
func TestReleases(t *testing.T) {
	for _, c := range []struct {
		name, script string
		want         []int
	}{
		{"a test", `[ "$V" -ge 11 ] && O=-Xa`, []int{8, 11, 12}},
		{"as it was once named", `test "$V" = "1.8"`, []int{8, 9}},
		{"double brackets", "if [[ $V > 17 ]]; then O=-Xa; fi", []int{8, 17, 18}},
		{"arithmetic", "(( V >= 17 )) && O=-Xa", []int{8, 17, 18}},
		{"what arithmetic gives", "O=$(( V < 17 ))", []int{8, 17, 18}},
		{"let", "let x=V-17", []int{8, 17, 18}},
		{"a case", "case $V in 11|17) O=-Xa ;; esac", []int{8, 11, 12, 17, 18}},
		{"an expression", `expr "$V" ">=" 11`, []int{8, 11, 12}},
		{"what is searched", `echo "$V" | grep -q '^21\.'`, []int{8, 21, 22}},
		{"what is cut off", "W=${V#17}", []int{8, 17, 18}},
		{"within a redirection", "read a < ${V%21}", []int{8, 21, 22}},
		{"a function", "old() { [ $V -lt $1 ]; }; old 17", []int{8, 17, 18}},
		{"a function that comes later", "f() { g 17; }; g() { [ $V = $1 ]; }; f", []int{8, 17, 18}},
		{"a value", "MIN=11; [ $V -lt $MIN ]", []int{8, 11, 12}},
		{"several values", `for v in 11 "17"; do [ $V = $v ] && O=-X$v; done`, []int{8, 11, 12, 17, 18}},
		{"what a function prints", "least() { echo 17; }; [ $V -ge $(least) ]", []int{8, 17, 18}},
		{"what is read", "read least <<< 17", []int{8, 17, 18}},
		{"a file of values", ". ./env; [ $V -ge $(cat .java-version) ]", []int{8, 17, 18}},
		{"numbers of others", "O=-XX:ParallelGCThreads=12 # 11\nsleep 10; read -t 9 x; ping -c 13x 8.8.9.9; echo 'in 14 seconds'", []int{8}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "V=$(java -version 2>&1)\n" + c.script + "\njava $O M\n"
			w := newWorlds(Script{Text: whole("run.sh", text), File: func(name string) (source.Text, bool) {
				return whole(name, "17\nport=19 of 11 all\n"), name == ".java-version"
			}})
			w.explore()
			assert.Equal(t, c.want, w.releases())
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
		if at.forced == "" {
			of[names[at.text]]++
		}
	}
	assert.Equal(t, map[string]int{"run.sh": 2, "env.sh": 2}, of)
}
