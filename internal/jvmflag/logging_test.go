package jvmflag

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func resolveLogging(line string) *Resolution {
	words, _ := Words(text(line))
	return Resolve(21, OnChannel(JavaOptions, words))
}

// TestRefusedLogging holds what becomes of a refusal of the log.
func TestRefusedLogging(t *testing.T) {
	for _, c := range []struct {
		name, line string
		want       Refusal
	}{
		{"a tag that there is not", "-Xlog:foo", Refusal{Cause: BadValue, Log: "Invalid tag 'foo' in log selection."}},
		{"a folder that there is not", "-Xlog:gc:file=", Refusal{Cause: MissingFile, Log: "Error opening log file '': No such file or directory"}},
		{"an old log, opened behind all options", "-Xloggc:/ -Xmx1g", Refusal{Cause: MissingFile, Log: "Unable to log to file / with log file rotation: / is not a regular file"}},
		{"a log that is off", "-Xlog:disable -Xlog:foo", Refusal{Cause: BadValue}},
	} {
		t.Run(c.name, func(t *testing.T) {
			refusal := resolveLogging(c.line).Refusal
			require.NotNil(t, refusal)
			assert.Equal(t, c.want, Refusal{Cause: refusal.Cause, Fault: refusal.Fault, Log: refusal.Log})
			assert.Equal(t, JavaOptions, refusal.Channel)
			assert.Equal(t, Farewell[:], refusal.Lines[len(refusal.Lines)-len(Farewell):])
		})
	}
}

// TestCausesOfLogging holds what lines of the log are about, and where they go.
func TestCausesOfLogging(t *testing.T) {
	r := resolveLogging("-Xlog:gc:::: -Xloggc:stdout -XX:+PrintGCDetails")
	require.Nil(t, r.Refusal)
	type message struct {
		cause  Cause
		option string
		stdout bool
	}
	var said []message
	for _, m := range r.Messages {
		said = append(said, message{m.Cause, m.At.String(), m.Stdout})
	}
	assert.Equal(t, []message{
		{BadValue, "-Xlog:gc::::", true}, {DeprecatedFlag, "-Xloggc:stdout", true}, {DeprecatedFlag, "-XX:+PrintGCDetails", true},
	}, said)
}

// TestLoggingHelp holds that the JVM ends for the option that asks for help.
func TestLoggingHelp(t *testing.T) {
	r := resolveLogging("-Xlog:help -Xloggc:a.log -verbose:gc")
	assert.Equal(t, Program{Ends, "-Xlog:help"}, r.Program)
	assert.Empty(t, r.Messages)
}
