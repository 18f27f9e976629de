package hazelcast

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// badValues are settings, what the model says of them, and what a member does
// when it is started with them.
var badValues = []struct {
	name, value string
	effect      Effect
	answer      string
}{
	{"hazelcast.io.thread.count", "1k", Refused, `died: NumberFormatException For input string: "1k"`},
	{"hazelcast.io.thread.count", "' 3 '", Refused, `died: NumberFormatException For input string: " 3 "`},
	{"hazelcast.io.thread.count", "3.0", Refused, `died: NumberFormatException For input string: "3.0"`},
	{"hazelcast.io.thread.count", "+3", NoEffect, "started"},
	{"hazelcast.partition.count", "1k", Refused, `died: NumberFormatException For input string: "1k"`},
	{"hazelcast.partition.count", "0", Throws, "started"}, // the first use of a map does
	{"hazelcast.partition.count", "-5", Refused, "died: NegativeArraySizeException -5"},
	{"hazelcast.operation.thread.count", "0", Refused, "died: ArithmeticException / by zero"},
	{HeartbeatInterval, "1m", Refused, `died: NumberFormatException For input string: "1m"`},
	{"hazelcast.partition.migration.timeout", "5 minutes", Refused, `died: NumberFormatException For input string: "5 minutes"`},
	{ShutdownPolicy, "GRACEFULL", Refused, "died: IllegalArgumentException No enum constant com.hazelcast.instance.impl.Node.ShutdownHookPolicy.GRACEFULL"},
	{ShutdownPolicy, "graceful", Refused, "died: IllegalArgumentException No enum constant com.hazelcast.instance.impl.Node.ShutdownHookPolicy.graceful"},
	{ShutdownPolicy, "GRACEFUL", NoEffect, "started"},
	{"hazelcast.heartbeat.failuredetector.type", "phi", Refused, "died: IllegalArgumentException Unknown failure detector type: phi"},
	{"hazelcast.heartbeat.failuredetector.type", "DEADLINE", Refused, "died: IllegalArgumentException Unknown failure detector type: DEADLINE"},
	{"hazelcast.heartbeat.failuredetector.type", "phi-accrual", NoEffect, "started"},
	{"hazelcast.jmx", "yess", ReadAsFalse, "started"},
	{"hazelcast.jmx", "TRUE", NoEffect, "started"},
	{ShutdownMaxWait, "10m", Throws, "started"}, // read on SIGTERM
	{EvictionBatch, "1k", Throws, "started"},    // read with the first map
	{HeartbeatTimeout, "0", NoEffect, "started"},
}

func TestJudge(t *testing.T) {
	for _, release := range realMembers {
		v, _ := ParseVersion(release)
		for _, c := range badValues {
			written := configOf(t, "hazelcast:\n  properties: {"+c.name+": "+c.value+"}\n").WrittenProperties()
			require.Len(t, written, 1)
			known, ok := LookupProperty(c.name, v)
			require.True(t, ok, c.name)
			assert.Equal(t, c.effect, known.Judge(written[0].Value), "%s: %s", c.name, c.value)
		}
	}
}

func TestBadValuesOfMembers(t *testing.T) {
	onMembers(t, func(t *testing.T, release string) {
		for _, c := range badValues {
			lines := ask(t, release, memberRun{yaml: "  properties: {" + c.name + ": " + c.value + "}\n", questions: []string{"start"}})
			assert.Equal(t, []string{c.answer}, lines, "%s: %s", c.name, c.value)
		}
	})
}

// Integer.getInteger decodes what it reads, and takes the default else.
func TestJudgeSystemOnly(t *testing.T) {
	known, _ := LookupProperty(EvictionSamples, Version{})
	for value, want := range map[string]Effect{"500": NoEffect, "-1": NoEffect, "0x10": NoEffect, "#10": NoEffect, "1k": Ignored, "1.5": Ignored, "": Ignored} {
		assert.Equal(t, want, known.Judge(source.Unlocated(value, "test")), value)
	}
}

// The default of a property is always a value that it can have.
func TestJudgeDefaults(t *testing.T) {
	for name, rows := range knownProperties() {
		for _, k := range rows {
			if k.Default != "" && k.Default != "computed" {
				assert.Equal(t, NoEffect, k.Judge(source.Unlocated(k.Default, "test")), "%s %s", name, k.Default)
			}
		}
	}
}
