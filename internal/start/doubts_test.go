package start

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// What a variable decides is known only where no other run of the script may leave something else in it. OPT stands for
// a command that adds an option.
func TestDoubts(t *testing.T) {
	perhaps := map[string]string{
		"a file that is not here":                 `Q=; . /etc/default/app; [ -n "$Q" ] && OPT`,
		"a text that a command prints":            `V=0; source <(curl example.org); [ $V = 1 ] && OPT`,
		"a text of a variable that nobody knows":  `V=0; eval "$UNKNOWN"; [ $V = 1 ] && OPT`,
		"variables of a file as words":            `V=1; export $(cat .env | xargs); [ "$V" = 2 ] && OPT`,
		"a branch by a file":                      `V=; [ -f x ] && V=1; if [ "$V" = 1 ]; then OPT; fi`,
		"a branch by a program":                   `V=; if command -v foo; then V=1; fi; [ "$V" ] && OPT`,
		"a branch by what a program prints":       `if X=$(foo); then V=2; fi; [ "$V" = 1 ] && OPT`,
		"a branch by an argument":                 `V=; case "$1" in debug) V=1 ;; esac; [ "$V" ] && OPT`,
		"a branch by the number of arguments":     `V=0; if [ $# -gt 0 ]; then V=1; fi; (( V > 0 )) && OPT`,
		"a loop over arguments":                   `V=0; while [ $# -gt 0 ]; do case $1 in -d) V=1 ;; esac; shift; done; [ $V = 1 ] && OPT`,
		"a loop over options":                     `V=0; while getopts d o; do case $o in d) V=1 ;; esac; done; [ $V = 1 ] && OPT`,
		"a loop over files":                       `for i in *.jar; do V=1; done; [ "$V" = 2 ] && OPT`,
		"a function in such a branch":             `set_v() { V=1; }; V=0; [ -f x ] && set_v; [ $V = 1 ] && OPT`,
		"a function with another argument":        `f() { [ "$1" = prod ] && OPT; }; f dev; [ -f x ] && f prod`,
		"arithmetic in such a branch":             `V=1; [ -f x ] && (( V = 3 )); [ $V = 3 ] && OPT`,
		"let in such a branch":                    `V=1; [ -f x ] && let V=3; [ $V = 3 ] && OPT`,
		"one that is set from another":            `V=0; [ -f x ] && V=1; W=$V; [ "$W" = 1 ] && OPT`,
		"one that is a command":                   `DEBUG=false; [ "$1" = --debug ] && DEBUG=true; if $DEBUG; then OPT; fi`,
		"one that a command reads":                `V=0; read V < file; [ $V = 1 ] && OPT`,
		"one that mapfile reads":                  `V=0; mapfile -t V < file; [ $V = 1 ] && OPT`,
		"one that printf sets":                    `V=0; printf -v V %s 1; [ $V = 1 ] && OPT`,
		"one that is unset":                       `V=1; unset V; [ "$V" = 2 ] && OPT`,
		"one by the name that another holds":      `V=0; N=V; [ "${!N}" = 1 ] && OPT`,
		"one that nobody set":                     `[ -n "${X+x}" ] && OPT`,
		"one that nobody set or that is empty":    `[ -n "${X:+x}" ] && OPT`,
		"one with a default":                      `: ${V:=1}; [ $V = 3 ] && OPT`,
		"one that the test asks for by its name":  `V=0; test -v Q && V=1; [ $V = 1 ] && OPT`,
		"the user":                                `[ "$UID" = 0 ] || OPT`,
		"the name of the user":                    `[ "$USER" = app ] && OPT`,
		"the folder":                              `[ "$PWD" = /x ] && OPT`,
		"options of the shell":                    `[ "$-" = i ] && OPT`,
		"an argument of a function, from outside": `f() { [[ "$1" = prod ]] && OPT; }; f $1`,
		"an argument of a function, for bash":     `f() { [[ "$1" = prod ]] && OPT; }; f dev`,
		"a line of a file":                        `case "$(head -n 1 x)" in prod) OPT ;; esac`,
		"a file, for bash":                        `[[ $(<x) = prod ]] && OPT`,
		"a file that a command gets":              `[[ "$(tr a b < x)" = prod ]] && OPT`,
		"the name of the script":                  `case "$(basename "$0")" in other.sh) OPT ;; esac`,
		"a function that is named like a program": `uname() { cat x; }; case "$(uname)" in prod) OPT ;; esac`,
		"how a command ended":                     `foo; [ $? = 1 ] && OPT`,
		"the rest of a loop":                      `N=0; for i in 1 2; do [ -f x ] || continue; N=1; done; [ "$N" = 1 ] && OPT`,
		"the rest of a function":                  `f() { [ -f x ] || return 0; V=1; }; V=0; f; [ $V = 1 ] && OPT`,
		"turns that nobody counts":                `i=0; while (( i < 60 )); do (( i++ )); done; [ $i -ge 60 ] && OPT`,
		"what a test in a command prints":         `V=$([ -f x ] && echo 1 || echo 0); [ $V = 1 ] && OPT`,
		"a function of a file that is not here":   `. ./lib; V=0; parse_args; [ $V = 1 ] && OPT`,
		"an argument of an image, for bash":       `M=${1:-dev}; [[ $M = prod ]] && OPT`,
		"names of files":                          `for f in *.jar; do [[ $f = x.jar ]] && OPT; done`,
		"what a function gets":                    `f() { [ "$1" = true ] && OPT; }; E=false; [ -f x ] && E=true; f "$E"`,
		"an expression that is matched":           `V=x; [[ "$V" =~ ^y ]] && OPT`,
	}
	for name, script := range perhaps {
		t.Run(name, func(t *testing.T) { assert.Equal(t, "perhaps", option(t, script), script) })
	}
	never := map[string]string{
		"a test":                         `Q=; [ -n "$Q" ] && OPT`,
		"a test of bash":                 `Q=; [[ -n "$Q" ]] && OPT`,
		"a comparison of bash":           `Q=; if [[ "x$Q" != x ]]; then OPT; fi`,
		"arithmetic":                     `V=0; (( V > 0 )) && OPT`,
		"arithmetic of another":          `V=1; V=$((V+1)); [ $V = 3 ] && OPT`,
		"let":                            `V=1; let V=V+1; [ $V = 3 ] && OPT`,
		"a pattern":                      `V=a; case $V in b) OPT ;; esac`,
		"a command":                      `DEBUG=false; if $DEBUG; then OPT; fi`,
		"an argument of a function":      `f() { [ "$1" = prod ] && OPT; }; f dev`,
		"a variable of a function alone": `V=1; f() { local V=3; }; f; [ $V = 3 ] && OPT`,
		"a loop over words":              `for i in a b; do V=1; done; [ "$V" = 2 ] && OPT`,
		"one that a loop leaves alone":   `D=0; for i in 1 2; do nc -z db && break; done; [ "$D" = 1 ] && OPT`,
		"one of a subshell":              `V=0; [ -f x ] && ( V=1 ); [ $V = 1 ] && OPT`,
		"what a computed text decides":   `d=false; case "$(uname)" in Darwin*) d=true ;; esac; if $d; then OPT; fi`,
		"one that is set again":          `V=0; [ -f x ] && V=1; V=0; [ "$V" = 1 ] && OPT`,
		"one that is set behind a file":  `. /etc/default/app; V=1; [ "$V" = 2 ] && OPT`,
	}
	for name, script := range never {
		t.Run("known: "+name, func(t *testing.T) { assert.Equal(t, "never", option(t, script), script) })
	}
}

// A script that another one reads is printed, with what it tells.
func TestDoubtsOfASourcedScript(t *testing.T) {
	lib := "add() {\n  if [[ -d \"${1}\" ]]; then V=\"$1/x\"; fi\n}\nO=-Xmx1g\n"
	text := ". ./lib\nadd a\nexec java $O Main\n"
	read := whole("lib", lib)
	result, ok := Run(Script{Text: whole("start.sh", text), Name: "start.sh", File: func(name string) (source.Text, bool) {
		return read, strings.HasSuffix(name, "lib")
	}})
	require.True(t, ok)
	require.Len(t, result.Launches, 1)
	at := result.Launches[0].Words[0].Text
	assert.Equal(t, "-Xmx1g", at.String())
	assert.Equal(t, read.Slice(strings.Index(lib, "-Xmx"), len(lib)-1).Span(), at.Span())
}

// option is whether a script hands its option on to java.
func option(t *testing.T, script string) string {
	text := []byte(strings.Replace(script, "OPT", `O="-Xmx1g"`, 1) + "\nexec java $O Main\n")
	result, ok := Run(Script{Text: source.Verbatim(source.NewFile("start.sh", text).Span(0, len(text))), Name: "start.sh"})
	require.True(t, ok)
	require.NotEmpty(t, result.Launches)
	for _, l := range result.Launches {
		for _, w := range l.Words {
			switch {
			case w.Text.String() != "-Xmx1g":
			case w.Perhaps || l.World > 0:
				return "perhaps"
			default:
				return "always"
			}
		}
	}
	return "never"
}
