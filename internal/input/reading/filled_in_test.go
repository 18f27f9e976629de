package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func TestWithGaps(t *testing.T) {
	for text, want := range map[string]string{
		"-Da=$(hostname -I | awk '{print $1}') -Xss1m": "-Da=\ufffc -Xss1m",
		"-Da=`hostname -I` -Xss1m":                     "-Da=\ufffc -Xss1m",
		"-Xmx$((1 + (2 * 3)))m $(a b)":                 "-Xmx\ufffcm \ufffc",
		"$(HEAP) -Da=$(b)":                             "$(HEAP) -Da=$(b)",
		"-Da=$(b -c":                                   "-Da=$(b -c",
		"-Da=` -Xss1m":                                 "-Da=` -Xss1m",
		"-Xmx{{ .heap }}m -Xms<%= @heap %> {% if a %}": "-Xmx\ufffcm -Xms\ufffc \ufffc",
		"-Xmx${HEAP:-1 g} ${OPTS} #{heap}":             "-Xmx\ufffc ${OPTS} \ufffc",
		"-Xmx{{ .heap -Xss1m":                          "-Xmx{{ .heap -Xss1m",
	} {
		assert.Equal(t, want, withGaps(source.Unlocated(text, "a test")).String(), text)
	}
}

// Who puts something in: a shell, Kubernetes, Compose, Maven, templates, Windows, or a person.
func TestHasPlaceholder(t *testing.T) {
	for _, s := range []string{"${A}", "$A", "$1", "$(A)", "$[A/4]", "a`b`", "{{ a }}", "{% a %}", "<%= a %>", "<size>", "#{a}", "@a.b@", "%A%", "-Xmx${A:-1g}", "-Xmx{HEAP_SIZE}", "##HEAP##", source.Gap} {
		assert.True(t, HasPlaceholder(s), s)
	}
	for _, s := range []string{"", "-Xmx1g", "a$", "5$", "kill -9 %p", "gdb - %p", "{a}", "{A", "#HEAP#", "a#b", "a@b", "50%", "1 < 2", "$$"} {
		assert.False(t, HasPlaceholder(s), s)
	}
}

// What is not known of an option leaves the JVM unknown where a size or a number is.
func TestDecides(t *testing.T) {
	for option, want := range map[string]bool{
		"-Xmx${A}": true, "-Xmn$A": true, "-Xss${A}": true, "-XX:NewRatio=${A}": true, "-XX:+Use${GC}GC": true, "-XX:MaxRAMPercentage=$A": true,
		"-XX:HeapDumpPath=${A}": false, "-XX:OnError=${A}": false, "-Da=${A}": false, "-Xlog:gc:file=${A}": false, "-XX:NoSuchFlag=${A}": false, "-X${A}": true, "-${A}": true,
	} {
		assert.Equal(t, want, decides(option), option)
	}
}

func TestLogsUnknown(t *testing.T) {
	for option, want := range map[string]bool{
		"-Xlog:gc": false, "-Xlog:gc:${LOG}/gc.log": false, "-Xlog:gc:file=$LOG": false, "-Xlog:${WHAT}": true, "-Xlog:${WHAT:-gc:x}:stdout": true,
		"-Xlog:gc:gc.log:${DECORATIONS}": true, "-Xlog:gc:${LOG:-a:b}:time": false, `-Xlog:gc:C:\logs\gc.log`: true, `-Xlog:gc:file="D:/gc.log"`: true, "-Xloggc:${A}": false, "-Da=-Xlog:${A}": false,
	} {
		assert.Equal(t, want, logsUnknown(option), option)
	}
}

// What is filled in later is taken out, and with it what can be said of the JVM.
func TestComplete(t *testing.T) {
	for _, c := range []struct {
		name, doubt   string
		options, left []string
		limit         string
	}{
		{"nothing", "", []string{"-Xmx1g", "-Da=b"}, []string{"-Xmx1g", "-Da=b"}, ""},
		{"a heap", "the value of -Xmx${HEAP} is unknown", []string{"-Xmx${HEAP}", "-Da=b"}, []string{"-Da=b"}, ""},
		{"a property", "", []string{"-Da=${A}"}, []string{"-Da=${A}"}, ""},
		{"the limit of the container", "", []string{"-Xmx$(limits.memory)"}, nil, "-Xmx$(limits.memory)"},
		{"the limit in mebibytes", "", []string{"-Xmx$(limits.memory/1Mi)m"}, nil, "-Xmx$(limits.memory/1Mi)m"},
		{"a part of the limit", "the value of -Xmx$(limits.memory/1Mi)k is unknown", []string{"-Xmx$(limits.memory/1Mi)k"}, nil, ""},
		{"a log of JDK 8", "", []string{"-Xloggc:${LOG}/gc.log"}, nil, ""},
		{"a recording", "", []string{"-XX:StartFlightRecording=${JFR}"}, nil, ""},
		{"a file of options", "the contents of the file that @a.args names are unknown", []string{"@a.args"}, []string{"@a.args"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := openJDK(c.options...)
			w.Known = workload.AllOptions
			open("f", "").Complete(w)
			var left []string
			for _, o := range w.Options {
				left = append(left, o.String())
			}
			assert.Equal(t, c.left, left)
			assert.Equal(t, c.doubt, w.Doubt)
			assert.Equal(t, c.limit, w.HeapOfLimit.String())
		})
	}
}

func TestSingleDollars(t *testing.T) {
	for s, want := range map[string]string{"$$A": "$A", "$$$A": "$$A", "$$$$": "$$", "$A": "$A", "": ""} {
		assert.Equal(t, want, SingleDollars(text(s)).String(), s)
	}
}
