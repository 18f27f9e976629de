package shell

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Each command of a script runs for some releases: since-until, all, or ? where
// nobody knows.
func TestReleases(t *testing.T) {
	const asked = "V=$(\"$JAVA\" -version 2>&1 | sed -n 's/.*\"\\([0-9]*\\).*/\\1/p')\n"
	for _, c := range []struct {
		name, script string
		want         []string // of commands named a, b, ...
	}{
		{"a number", "if [ \"$JAVA_MAJOR_VERSION\" -ge 9 ]; then a; else b; fi", []string{"9-", "-8"}},
		{"of double brackets", "if [[ $JAVA_VERSION -lt \"11\" ]]; then a; else b; fi", []string{"-10", "11-"}},
		{"arithmetic", "if (( JAVA_MAJOR > 16 )); then a; fi; b", []string{"17-", "all"}},
		{"the other way round", "if [ 17 -le $java_version ]; then a; else b; fi", []string{"17-", "-16"}},
		{"elif", "if [ $JAVA_VERSION -ge 17 ]; then a; elif [ $JAVA_VERSION -ge 11 ]; then b; else c; fi", []string{"17-", "11-16", "-10"}},
		{"the first of the numbers", "if [ $JAVA_VER -eq 1 ]; then a; else b; fi", []string{"-8", "9-"}},
		{"text", "if [[ \"$JAVA_VERSION\" == 1.8* ]]; then a; else b; fi", []string{"-8", "9-"}},
		{"text of old", "if [[ \"$JAVA_VERSION\" == *\"1.7\"* ]]; then a; fi", []string{"-7"}},
		{"text before it", "if [ \"x$JAVA_VERSION\" = x11 ]; then a; fi", []string{"11-11"}},
		{"an order of text", "if [[ \"$JAVA_VERSION\" < \"1.8\" ]]; then a; else b; fi", []string{"-7", "all"}},
		{"an expression", "if [[ $JAVA_VERSION =~ ^1\\.[5-8] ]]; then a; else b; fi", []string{"-8", "9-"}},
		{"case", "case \"$JAVA_VERSION\" in 1.8*) a;; 9*|10*) b;; *) c;; esac", []string{"-8", "9-10", "11-"}},
		{"all cases", "case $JAVA_MAJOR_VERSION in 8) a;; *) b;; esac", []string{"-8", "9-"}},
		{"all but one", "if [ $JAVA_MAJOR_VERSION = 11 ]; then a; else b; fi", []string{"11-11", "- but 11"}},
		{"cases apart", "case $JAVA_MAJOR_VERSION in 11|13) a;; *) b;; esac", []string{"11-13 but 12", "- but 11 13"}},
		{"both", "if [ -n \"$X\" ] && [ $JAVA_VERSION -ge 9 ]; then a; else b; fi", []string{"9-", "all"}},
		{"either", "if [ $JAVA_VERSION -eq 9 -o $JAVA_VERSION -eq 10 ]; then a; fi", []string{"9-10"}},
		{"not", "if ! [ $JAVA_VERSION -ge 9 ]; then a; fi", []string{"-8"}},
		{"behind a test", "[ $JAVA_VERSION -ge 9 ] && a || b", []string{"9-", "all"}},
		{"behind a test that succeeds", "[ $JAVA_VERSION -ge 9 ] && X=1 || b", []string{"-8"}},
		{"a variable that holds it", asked + "if [ \"$V\" -ge 9 ]; then a; fi", []string{"9-"}},
		{"what java prints", "if java -version 2>&1 | grep -q 'version \"1.8'; then a; else b; fi", []string{"-8", "9-"}},
		{"rules itself out", "if [ $JAVA_VERSION -ge 17 ]; then if [ $JAVA_VERSION -lt 11 ]; then a; fi; fi", []string{"63-63"}},
		{"another question", "if [ -z \"$JAVA_VERSION\" ]; then a; fi; if [ -d \"$JAVA11_HOME\" ]; then b; fi", []string{"all", "all"}},
		{"a version set elsewhere", "javaMajorVersion java\nif [ \"${version}\" -eq 8 ]; then a; elif [ \"${version}\" -ge 17 ]; then b; fi", []string{"-8", "17-"}},
		{"another version", "version=$(cat VERSION)\nif [ \"$version\" -ge 17 ]; then a; fi; if [ $VER -gt 3 ]; then b; fi", []string{"all", "all"}},
		{"a version that is read", "java_version\nread -r VERSION < RELEASE\nif [ \"$VERSION\" -ge 17 ]; then a; fi; for version in 12 20; do if [ \"$version\" -ge 17 ]; then b; fi; done", []string{"all", "all"}},
		{"a version of another thing", "if [ \"$version\" -ge 17 ]; then a; fi", []string{"all"}},
		{"something else", "if [ \"$JVM_OVERHEAD\" -gt 8 ]; then a; fi", []string{"all"}},
		{"a function", "if is_java_11; then a; fi", []string{"?"}},
		{"a calculator", "if [ $(echo \"$JAVA_VERSION >= 1.8\" | bc) -eq 1 ]; then a; fi", []string{"-8"}},
		{"another number of it", "if [ $JAVA_MINOR_VERSION -ge 9 ]; then a; fi", []string{"?"}},
		{"digits of two numbers", "V=$(java -version 2>&1 | sed 's/.*\"\\(.*\\)\\.\\(.*\\)\\..*\"/\\1\\2/')\nif [ $V -ge 18 ]; then a; fi", []string{"?"}},
		{"against a variable", "if [ $JAVA_VERSION -ge $LEAST ]; then a; fi", []string{"?"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			script, ok := parse(c.script)
			require.True(t, ok)
			var got []string
			for _, command := range script.Commands {
				if len(command.Words) != 1 || len(command.Words[0].Literal().String()) != 1 {
					continue
				}
				since, until, except, known := command.Releases.Range()
				but := ""
				for jdk := range 64 {
					if except>>jdk&1 != 0 {
						but += fmt.Sprint(" ", jdk)
					}
				}
				switch {
				case !known:
					got = append(got, "?")
				case but != "":
					got = append(got, fmt.Sprint(zeroEmpty(since), "-", zeroEmpty(until), " but", but))
				case since == 0 && until == 0:
					got = append(got, "all")
				default:
					got = append(got, fmt.Sprint(zeroEmpty(since), "-", zeroEmpty(until)))
				}
			}
			assert.Equal(t, c.want, got)
		})
	}
}

func zeroEmpty(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}
