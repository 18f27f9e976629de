package start

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// told is what a script comes to: the words of each java, with ? before those that it gets perhaps,
// and the releases behind those that it gets on some.
func told(t *testing.T, script string, files map[string]string) (launches []string, result Result) {
	t.Helper()
	file := source.NewFile("bin/run.sh", []byte(script))
	result, ok := Run(Script{Text: source.Verbatim(file.Span(0, len(script))), Name: "bin/run.sh", Left: []string{"LEFT"}, File: func(name string) (source.Text, bool) {
		text, found := files[name]
		f := source.NewFile(name, []byte(text))
		return source.Verbatim(f.Span(0, len(text))), found
	}})
	require.True(t, ok)
	for _, l := range result.Launches {
		words := []string{}
		if l.Variable != "" {
			words = append(words, l.Variable+":")
		}
		for _, w := range l.Words {
			word := w.Text.String()
			if w.Perhaps {
				word = "?" + word
			}
			if since, until, except := w.JDKs.Range(); since > 0 || until > 0 || except > 0 {
				word += fmt.Sprintf("(%d-%d)", since, until)
			}
			words = append(words, word)
		}
		launches = append(launches, strings.Join(words, " "))
	}
	return launches, result
}

// numbered are words with numbers, each behind a blank.
func numbered(word string, most int) string {
	var b strings.Builder
	for i := range most {
		fmt.Fprintf(&b, " %s%d", word, i+1)
	}
	return b.String()
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		name, script string
		files        map[string]string
		want         []string
	}{
		{"a variable and a default", "O=\"-Xmx${HEAP:-1g} $O\"\nexec java $O -jar a.jar \"$@\"\n", nil, []string{"-Xmx1g $O -jar a.jar $@"}},
		{"a release that nobody tells", "if [ \"$JAVA_VERSION\" = \"$BUILT\" ]; then O=-Xmx2g; fi\njava $O M\n", nil, []string{"$O M"}},
		{"what chance decides", "O=-Xmx$((RANDOM % 2 + 1))g\njava $O -Dpid=$$ -Da=\"$RANDOM\" M\n", nil, []string{"-Xmx$((RANDOM % 2 + 1))g -Dpid=$$ -Da=$RANDOM M"}},
		{"quoted, it is one word", "O='-Xmx1g -ea'\njava \"$O\" M\n", nil, []string{"-Xmx1g -ea M"}},
		{"an array", "O=(-Xmx1g \"-Da=b c\")\njava \"${O[@]}\" M\n", nil, []string{"-Xmx1g -Da=b c M"}},
		{"else of what is known", "M=b\nif [ $M = b ]; then O=-Xmx1g; elif [ $M = c ]; then O=-Xmx2g; else O=-Xmx3g; fi\njava $O M\n", nil, []string{"-Xmx1g M"}},
		{"else of what is not", "if [ \"$M\" = b ]; then O=-Xmx1g; else O=-Xmx3g; fi\njava $O M\n", nil, []string{"-Xmx3g M", "-Xmx1g M"}},
		{"elif of a program", "M=b\nif [ $M = c ]; then O=-Xmx1g; elif grep -q a b; then O=-Xmx2g; else O=-Xmx3g; fi\njava $O M\n", nil, []string{"-Xmx3g M", "-Xmx2g M"}},
		{"a branch within one that is known", "A=\nif [ -n \"$A\" ]; then if [ -n \"$B\" ]; then O=-Xmx1g; fi; fi\njava $O M\n", nil, []string{"$O M"}},
		{"a case of what is known", "M=b\ncase $M in a) O=-Xmx1g ;; b) O=-Xmx2g ;; esac\njava $O M\n", nil, []string{"-Xmx2g M"}},
		{"a case of what is not", "case ${M:-b} in a) O=-Xmx1g ;; b) O=-Xmx2g ;; esac\njava $O M\n", nil, []string{"-Xmx2g M", "-Xmx1g M"}},
		{"a word like an option of echo", "echo \"-Da $O\" | xargs java\n", nil, []string{"-Da $O"}},
		{"backslashes in a value", "O='-Da='\\''b'\\ c\\\\d\\\n\neval 'P=-De=\\\"f'\njava \"$O\" $P M\n", nil, []string{`-Da='b c\d -De="f M`}},
		{"words as xargs reads them", "echo \"-Da='b c' -De=f\\\\ g -Dh=\\$i\" | xargs java -Xmx1g\n", nil, []string{"-Xmx1g -Da=b c -De=f g -Dh=$i"}},
		{"a quote that does not end", "echo \"-Xmx1g 'a\" | xargs java -Xms1g\n", nil, []string{"-Xms1g -Xmx1g"}},
		{"arithmetic of what is not known, in a branch", "if [ -f x ]; then f=$(foo); O=-Xmx$((f/10))m; fi\njava $O A\n", nil, []string{"?-Xmx$((f/10))m $O A"}},
		{"xargs and what is not known", "echo \"$O -Xmx1g\" | xargs java\n", nil, []string{"$O -Xmx1g"}},
		{"lines by their numbers", "java $(printf 'a\\nb\\n' | sed \"1 s/^/-D/; $ s/$/-D/\")\n", nil, []string{"-Da b-D"}},
		{"a folder without links", "cd conf\njava -Da=$(pwd -P) M\n", nil, []string{"-Da=./conf M"}},
		{"a loop over the same word twice", "for o in -ea -ea -Xmx1g; do case $o in -X*) O=$o ;; esac; done\njava $O M\n", nil, []string{"-Xmx1g M"}},
		{"a loop over many words", "for i in {1..40}; do O=\"$O -Da=$i\"; done\njava $O M\n", nil, []string{"$O" + numbered("-Da=", 40) + " M"}},
		{"a script that it reads", ". ./env.sh\njava $O M\n", map[string]string{"env.sh": "O=-Xmx2g\n"}, []string{"-Xmx2g M"}},
		{"one from its own folder", "d=$(cd \"$(dirname \"$0\")\" && pwd)\n. \"$d/../conf/env.sh\"\njava $O M\n", map[string]string{"../conf/env.sh": "O=-Xmx2g\n"}, []string{"-Xmx2g M"}},
		{"one that it starts", "export O=-Xmx2g\n./main.sh -ea\n", map[string]string{"main.sh": "java $O \"$@\" M\n"}, []string{"-Xmx2g -ea M"}},
		{"eval", "O='\"-Da=b c\" -Xmx1g'\neval \"exec java $O M\"\n", nil, []string{"-Da=b c -Xmx1g M"}},
		{"eval of what is not set", "O=\"-Xa $O\"\neval \"exec java $O M\"\n", nil, []string{"-Xa $O M"}},
		{"a shell within", "su app -c \"java -Xmx1g M\"\n", nil, []string{"-Xmx1g M"}},
		{"what starts others", "exec nice -n 5 gosu app java -Xmx1g M\n", nil, []string{"-Xmx1g M"}},
		{"a function", "run() { java -Xmx1g \"$@\"; }\nrun M a\n", nil, []string{"-Xmx1g M a"}},
		{"arithmetic", "M=4096\njava -Xmx$((M * 3 / 4))m M\n", nil, []string{"-Xmx3072m M"}},
		{"arithmetic on what nobody knows", "java -Xmx$((M / 2))m M\n", nil, []string{"-Xmx$((M / 2))m M"}},
		{"a file that is not here", "java -Xmx$(cat /heap)m M\n", nil, []string{"-Xmx$(cat /heap)m M"}},
		{"a program nobody knows", "java -Xmx$(heap-of --all)m M\n", nil, []string{"-Xmx$(heap-of --all)m M"}},
		{"a test of what is known", "H=-Xmx2g\n[ -z \"$H\" ] && H=-Xmx1g\njava $H M\n", nil, []string{"-Xmx2g M"}},
		{"a branch that adds", "O=-Xmx1g\nif [ -n \"$DEBUG\" ]; then O=\"$O -Xdebug\"; fi\njava $O M\n", nil, []string{"-Xmx1g ?-Xdebug M"}},
		{"branches that rule each other out", "if [ \"$BIG\" ]; then H=-Xmx8g; else H=-Xmx1g; fi\njava $H M\n", nil, []string{"-Xmx1g M", "-Xmx8g M"}},
		{"a program that may fail", "O=-Xmx1g\nif probe; then O=\"$O -Xint\"; fi\njava $O M\n", nil, []string{"-Xmx1g ?-Xint M"}},
		{"start and stop", "case $1 in\n  start) java -Xmx1g M ;;\n  stop) java -Xmx32m Stop ;;\nesac\n", nil, []string{"-Xmx1g M", "-Xmx32m Stop"}},
		{"a script that asks before it ends", "[ -z \"$URL\" ] && echo no URL && exit 1\nexec java -Xmx1g M\n", nil, []string{"-Xmx1g M"}},
		{"by the release", "V=$(java -version 2>&1 | head -1 | cut -d'\"' -f2 | cut -d. -f1)\nif [ \"$V\" -ge 9 ]; then L=-Xlog:gc; else L=-Xloggc:a; fi\njava $L M\n", nil,
			[]string{"-Xlog:gc(9-0) -Xloggc:a(0-8) M"}},
		{"by the release as awk prints it", "V=$(java -version 2>&1 | awk -F '\"' '/version/ {print $2}')\nV=$(echo \"$V\" | awk -F. '{printf(\"%03d%03d\",$1,$2);}')\nif [ $V -ge 011000 ]; then L=-Xlog:gc; else L=-Xloggc:a; fi\njava $L M\n", nil,
			[]string{"-Xlog:gc(11-0) -Xloggc:a(0-10) M"}},
		{"words that xargs prints line by line", "f() { while read -r w; do printf ' %s' \"$w\"; done; }\njava $(echo \"-Xmx1g $O\" | xargs printf '%s\\n' | f) $(echo a | xargs printf '%x') M\n", nil,
			[]string{"-Xmx1g $O $(echo a | xargs printf '%x') M"}},
		{"a line that awk ends", "java -Da=$(echo 11.0 | awk '{printf \"v%s\\n\", $1}') -Db=$(echo a | awk '{printf \"%x\", $1}') -Dc=$(echo a b | awk '{printf $2}') M\n", nil,
			[]string{`-Da=v11.0 -Db=$(echo a | awk '{printf "%x", $1}') -Dc=b M`}},
		{"lines that awk does not end", "java -Da=$(printf 'x\\ny\\n' | awk '{printf \"%s,\", $1}') M\n", nil, []string{`-Da=$(printf 'x\ny\n' | awk '{printf "%s,", $1}') M`}},
		{"numbers of awk", "java -Da=$(echo -5m | awk '{printf \"%d\", $1}') -Db=$(echo $X | awk '{printf \"%d\", $1}') M\n", nil,
			[]string{`-Da=-5 -Db=$(echo $X | awk '{printf "%d", $1}') M`}},
		{"what sed deletes", "java -Da=$(printf 'v1\\nv2\\n' | sed -n '1!d;s/v/x/p') M\n", nil, []string{"-Da=x1 M"}},
		{"all lines but one", "java -Da=$(printf 'a\\nb\\n' | sed '1!d') M\n", nil, []string{"-Da=a M"}},
		{"fields as awk prints them", "java $(echo a b | awk '{print $2, $1 \"c\"}') $(echo 1 | awk '{print $1 * 2}') M\n", nil, []string{"b ac $(echo 1 | awk '{print $1 * 2}') M"}},
		{"by what the image says", "case $JAVA_VERSION in 1.8*) G=-XX:+UseParNewGC ;; *) G=-XX:+UseG1GC ;; esac\njava $G M\n", nil, []string{"-XX:+UseG1GC(9-0) -XX:+UseParNewGC(0-8) M"}},
		{"options in a file", "while read o; do O=\"$O $o\"; done < jvm.options\njava $O M\n", map[string]string{"jvm.options": "-Xmx1g\n-ea\n"}, []string{"$O -Xmx1g -ea M"}},
		{"the same again and again", "while true; do java -Xmx1g M; sleep 1; done\n", nil, []string{"-Xmx1g M"}},
		{"it waits for something", "until probe -z db; do sleep 1; done\njava -Xmx1g M\n", nil, []string{"-Xmx1g M"}},
		{"words of a wrapper of Gradle", "D='\"-Xmx64m\" \"-Xms64m\"'\neval set -- $(printf '%s\\n' \"$D $J\" | xargs -n1 | sed ' s~[^-[:alnum:]+,./:=@_]~\\\\&~g; ' | tr '\\n' ' ') '\"$@\"'\nexec java \"$@\"\n", nil,
			[]string{"-Xmx64m -Xms64m"}},
		{"what it leaves", "export LEFT=\"-Xmx1g $LEFT\"\n", nil, []string{"LEFT: -Xmx1g $LEFT"}},
		{"what other programs get", "export LEFT=-Xmx1g\n./a\nexport LEFT=-Xmx2g\n./b\n", nil, []string{"LEFT: -Xmx1g", "LEFT: -Xmx2g"}},
		{"java in a question", "V=$(java -XshowSettings:vm -version 2>&1)\nA=$(java -Xmx1g A)\n", nil, nil},
		{"the release is asked alone", "java -version\n", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, result := told(t, c.script, c.files)
			assert.Equal(t, c.want, got)
			assert.False(t, result.Over)
		})
	}
}

// Each word knows where it stands, through all that a script does with it.
func TestPlaces(t *testing.T) {
	script := "HEAP=2g\nO=\"-Xmx$HEAP  -Xss1m\"\nO=\"$O $X -ea\"\nrun() { exec java \"$@\"; }\nrun $O -Dx='a b' -jar a.jar\n"
	file := source.NewFile("run.sh", []byte(script))
	result, ok := Run(Script{Text: source.Verbatim(file.Span(0, len(script)))})
	require.True(t, ok)
	require.Len(t, result.Launches, 1)
	var got []string
	for _, w := range result.Launches[0].Words {
		for _, piece := range w.Text.Pieces() {
			assert.True(t, piece.Exact())
			got = append(got, piece.String())
			assert.Equal(t, piece.String(), piece.Span().String())
		}
	}
	assert.Equal(t, []string{"-Xmx", "2g", "-Xss1m", "$X", "-ea", "-Dx=", "a b", "-jar", "a.jar"}, got)
}

// Scripts that would run for ever, or take all memory, are ended by counting.
func TestBounds(t *testing.T) {
	for name, script := range map[string]string{
		"an endless loop":            "while :; do x=1; done\n",
		"one without a command":      "while [[ 1 ]]; do x=1; done\n",
		"one of arithmetic":          "for ((;;)); do x=1; done\n",
		"one in eval":                "eval 'while [[ 1 ]]; do x=1; done'\n",
		"a tower of eval":            "x='eval \"$x\"'\neval \"$x\"\n",
		"a function of itself":       "f() { f; }\nf\n",
		"one in a substitution":      "f() { x=$(f); }\nf\n",
		"one with its own words":     "f() { f \"$1$1\"; }\nf aaaaaaaaaaaaaaaa\n",
		"a variable that doubles":    "x=aaaaaaaaaaaaaaaa\n" + strings.Repeat("x=$x$x$x$x\n", 40),
		"one in a loop":              "x=a\nwhile :; do x=\"$x$x\"; done\n",
		"one that appends":           "x=aaaaaaaa\nwhile :; do x+=$x; done\n",
		"an array that doubles":      "x=(a a)\nwhile :; do x=(\"${x[@]}\" \"${x[@]}\"); done\n",
		"replaced by more":           "x=aaaaaaaaaaaaaaaa\nwhile :; do x=${x//a/$x}; done\n",
		"braces":                     "echo {1..1000000000}\n",
		"many braces":                "echo " + strings.Repeat("{a,b}", 60) + "\n",
		"braces in eval":             "eval 'echo {1..1000000000}'\n",
		"a width":                    "printf '%1000000000d' 1\n",
		"a width by its number":      "printf '%*d' 1000000000 1\n",
		"a script that reads itself": ". ./run.sh\n",
		"one that starts itself":     "./run.sh\n",
		"output without an end":      "x=$(while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done)\n",
		"many words":                 "x=" + strings.Repeat("a", 60000) + "\necho " + strings.Repeat("$x ", 100_000) + "\n",
		"somebody is asked":          "read -r -t 3600 -p 'sure? ' a\nread -t3600 b\n",
		"a pipe of them":             "while :; do echo a; done | while :; do :; done\n",
	} {
		t.Run(name, func(t *testing.T) {
			told(t, script+"java -Xmx1g M\n", map[string]string{"run.sh": script})
		})
	}
}

// TestPartsOfVariables: a part of a variable that nobody sets is unknown beside other text, and empty by itself, for a
// default to stand for it.
func TestPartsOfVariables(t *testing.T) {
	for script, want := range map[string][]string{
		"java -Xmx${MEM%.*}m M\n":                                               {"-Xmx${MEM%.*}m", "M"},
		"H=\"-Xmx${MEM%.*}m\"\njava $H M\n":                                     {"-Xmx${MEM%.*}m", "M"},
		"M=${MEM%m}\nM=${M:-3072}\njava -Xmx${M}m M\n":                          {"-Xmx3072m", "M"},
		"O=${OPTS# }\n: ${O:=-Xmx3g -Xms4g}\njava $O M\n":                       {"-Xmx3g", "-Xms4g", "M"},
		"s=-Xmx3g i=0 o=\nwhile ((i < 6)); do o+=${s:i++:1}; done\njava $o M\n": {"-Xmx3g", "M"},
	} {
		launches, _ := told(t, script, nil)
		require.NotEmpty(t, launches, script)
		assert.Equal(t, strings.Join(want, " "), launches[0], script)
	}
}

// TestRunsOfAScript: of more branches than are forced the first are.
func TestRunsOfAScript(t *testing.T) {
	var script strings.Builder
	for i := range 2 * mostWorlds {
		fmt.Fprintf(&script, "if grep -q a f%d; then java -Xmx%dm M; fi\n", i, i+1)
	}
	launches, result := told(t, script.String(), nil)
	assert.Len(t, launches, mostWorlds)
	assert.False(t, result.Over)
}

// A bound says that it ended the run: what stands behind it is not judged.
func TestManyAssignments(t *testing.T) {
	for n, over := range map[int]bool{mostAssignments: false, mostAssignments + 1: true} {
		launches, result := told(t, strings.Repeat("a=b ", n)+"java -Xmx1g M\n", nil)
		assert.Equal(t, over, result.Over, n)
		assert.Equal(t, over, len(launches) == 0, n)
	}
}

// No file stays open that a run took, whatever the script reads.
func TestFilesAreClosed(t *testing.T) {
	open := func() int {
		all, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("this system does not list the files that are open")
		}
		return len(all)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which would close them some time
	script := "V=$(java -version 2>&1 | head -1)\ncat <<E | sh\nx\nE\nread a < x\n. ./x\njava -Xa $(<x) M\n"
	told(t, script, map[string]string{"x": "a=1\n"})
	before := open()
	for range 20 {
		told(t, script, map[string]string{"x": "a=1\n"})
	}
	assert.LessOrEqual(t, open(), before+2)
}

// Nothing of the machine is read, written or run.
func TestNothingOfTheMachine(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret")
	require.NoError(t, os.WriteFile(secret, []byte("-Xmx7g"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tool"), []byte("#!/bin/sh\ntouch "+dir+"/ran\n"), 0o700))
	t.Setenv("SECRET_OPTS", "-Xmx7g")
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	for name, script := range map[string]string{
		"a file":           "java $(cat " + secret + ") M\n",
		"one that is read": ". " + secret + "\nread O < " + secret + "\njava $O M\n",
		"by a short cut":   "java $(<" + secret + ") M\n",
		"a pattern":        "for f in " + dir + "/*; do java -D$f M; done\n",
		"the environment":  "java $SECRET_OPTS M\n",
		"a program":        "tool\n" + dir + "/tool\ncommand tool\n$(tool)\nexec tool\n",
		"what is written":  "echo a > " + dir + "/written\necho a >> " + secret + "\ncat <<E > " + dir + "/written\na\nE\n",
		"a process":        "cat <(echo a) >(cat)\n",
		"a name of a user": "java -D=~root M\necho ~nobody\n",
		"which":            "java $(command -v tool) $(type -p tool) M\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, result := told(t, script, nil)
			for _, l := range result.Launches {
				for _, w := range l.Words {
					assert.NotContains(t, w.Text.String(), "7g", l.World)
				}
			}
			entries, err := os.ReadDir(dir)
			require.NoError(t, err)
			assert.Len(t, entries, 2)
			data, err := os.ReadFile(secret)
			require.NoError(t, err)
			assert.Equal(t, "-Xmx7g", string(data))
		})
	}
}

// Whatever a script is, it ends, and what it comes to stands in it.
func FuzzRun(f *testing.F) {
	f.Add("O=\"-Xmx1g $X\"\nif [ -z \"$A\" ]; then export O; fi\nfor i in a b; do java $O $i; done\n")
	f.Add("f() { case $1 in a) eval \"$2\" ;; esac; }\nf a 'java -Xmx$((1 + 2))g M' | tee b &\ncat <<E\n$(java -version)\nE\n")
	f.Add("x=${x//a/$x}\nlet y=1\ndeclare -A z=([a]=b)\nselect i in a; do :; done\ncoproc a\ntime b\n[[ a =~ b ]] && (( x++ ))\n. b\nexec 3>&1\ntrap x EXIT\n")
	f.Fuzz(func(t *testing.T, script string) {
		file := source.NewFile("a", []byte(script))
		result, ok := Run(Script{Text: source.Verbatim(file.Span(0, len(script))), Left: []string{"O"}})
		if !ok {
			return
		}
		for _, l := range result.Launches {
			for _, w := range l.Words {
				if w.Text.Located() {
					require.LessOrEqual(t, w.Text.Span().End, len(script))
				}
			}
		}
	})
}

// A loop over what nobody knows runs once, and a word behind -jar is there, whatever prints it.
func TestUnknownWords(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"a loop over a variable", "for host in $HOSTS; do\n  java -Xmx1g -jar a.jar\ndone\n", "-Xmx1g -jar a.jar"},
		{"a loop over what a program prints", "for f in $(find . -name '*.xml'); do\n  java -Xmx1g -jar a.jar\ndone\n", "-Xmx1g -jar a.jar"},
		{"a loop over arguments", "for a in \"$@\"; do\n  java -Xmx1g -jar a.jar\ndone\n", "-Xmx1g -jar a.jar"},
		{"a name that is looked up", "jar=`ls a*.jar | tail -1`\njava -Xmx1g -jar $jar\n", "-Xmx1g -jar " + source.Gap},
		{"a name that is looked up, and words behind it", "jar=`ls a*.jar`\njava -jar $jar -port 80\n", "-jar " + source.Gap + " -port 80"},
		{"a name that is known, and words behind it", "jar=a.jar\njava -jar $jar -port 80\n", "-jar a.jar -port 80"},
		{"an option behind -jar", "java -jar -Xmx1g a.jar\n", "-jar -Xmx1g a.jar"},
		{"no name", "java -Xmx1g -jar\n", "-Xmx1g -jar"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := source.NewFile("a.sh", []byte(c.script))
			result, ok := Run(Script{Text: source.Verbatim(f.Span(0, len(f.Data))), Name: f.Name})
			require.True(t, ok)
			require.Len(t, result.Launches, 1)
			var words []string
			for _, w := range result.Launches[0].Words {
				words = append(words, w.Text.String())
			}
			assert.Equal(t, c.want, strings.Join(words, " "))
		})
	}
}
