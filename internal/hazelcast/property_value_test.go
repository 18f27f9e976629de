package hazelcast

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// config is that of a run as the model reads it.
func (r memberRun) config(t *testing.T) *Config { return configOf(t, r.file()) }

// valueCases ask for one property, as it is set in one place or in several.
var valueCases = []struct {
	name     string
	property string
	run      memberRun
	want     string
	origin   source.Origin
	setAs    string
}{
	{"default", HeartbeatTimeout, memberRun{}, "60", source.Default, HeartbeatTimeout},
	{"file", HeartbeatTimeout, memberRun{yaml: "  properties: {hazelcast.max.no.heartbeat.seconds: 111}\n"}, "111", source.Configured, HeartbeatTimeout},
	{"option", HeartbeatTimeout, memberRun{options: []string{"-Dhazelcast.max.no.heartbeat.seconds=222"}}, "222", source.Option, HeartbeatTimeout},
	{"the file beats the option", HeartbeatTimeout, memberRun{yaml: "  properties: {hazelcast.max.no.heartbeat.seconds: 111}\n",
		options: []string{"-Dhazelcast.max.no.heartbeat.seconds=222"}}, "111", source.Configured, HeartbeatTimeout},
	{"even with nothing in it", ShutdownPolicy, memberRun{yaml: "  properties: {hazelcast.shutdownhook.policy: ''}\n",
		options: []string{"-Dhazelcast.shutdownhook.policy=GRACEFUL"}}, "", source.Configured, ShutdownPolicy},
	{"parent as an option", "hazelcast.io.input.thread.count", memberRun{options: []string{"-Dhazelcast.io.thread.count=9"}}, "9", source.Option, "hazelcast.io.thread.count"},
	{"parent in the file", "hazelcast.socket.client.bind.any", memberRun{yaml: "  properties: {hazelcast.socket.bind.any: false}\n"}, "false", source.Configured, "hazelcast.socket.bind.any"},
	{"itself before its parent", "hazelcast.io.input.thread.count", memberRun{yaml: "  properties: {hazelcast.io.thread.count: 8}\n",
		options: []string{"-Dhazelcast.io.input.thread.count=9"}}, "9", source.Option, "hazelcast.io.input.thread.count"},
	{"default of the parent", "hazelcast.socket.client.bind.any", memberRun{}, "true", source.Default, "hazelcast.socket.bind.any"},
	{"older name", "hazelcast.jet.job.scan.period", memberRun{options: []string{"-Djet.job.scan.period=9"}}, "9", source.Option, "jet.job.scan.period"},
	{"older name in the file", "hazelcast.jet.job.scan.period", memberRun{yaml: "  properties: {jet.job.scan.period: 9}\n"}, "9", source.Configured, "jet.job.scan.period"},
	{"newer name before the older", "hazelcast.jet.job.scan.period", memberRun{yaml: "  properties: {jet.job.scan.period: 9}\n",
		options: []string{"-Dhazelcast.jet.job.scan.period=8"}}, "8", source.Option, "hazelcast.jet.job.scan.period"},
	{"yes stays yes", "hazelcast.jmx", memberRun{yaml: "  properties: {hazelcast.jmx: yes}\n"}, "yes", source.Configured, "hazelcast.jmx"},
	{"blanks stay", HeartbeatTimeout, memberRun{yaml: "  properties: {hazelcast.max.no.heartbeat.seconds: ' 60 '}\n"}, " 60 ", source.Configured, HeartbeatTimeout},
	{"an older number of YAML", HeartbeatTimeout, memberRun{yaml: "  properties: {hazelcast.max.no.heartbeat.seconds: 010}\n"}, "010", source.Configured, HeartbeatTimeout},
}

func TestEffectiveProperty(t *testing.T) {
	for _, c := range valueCases {
		got := c.run.config(t).EffectiveProperty(c.property, Version{5, 3, 1}, properties(t, strings.Join(c.run.options, " ")))
		assert.Equal(t, []any{c.want, c.origin, c.setAs}, []any{got.Text.String(), got.Origin, got.Name}, c.name)
	}
}

func TestEffectivePropertyOfMembers(t *testing.T) {
	onMembers(t, func(t *testing.T, release string) {
		for _, c := range valueCases {
			c.run.questions = []string{"property " + c.property}
			assert.Equal(t, []string{c.property + "=" + c.want}, ask(t, release, c.run), c.name)
		}
	})
}

// The number of samples of an eviction is read before any configuration.
func TestSystemOnly(t *testing.T) {
	const name = "hazelcast.map.eviction.sample.count"
	config := configOf(t, "hazelcast:\n  properties: {"+name+": 500}\n")
	text := func(options string) string {
		return config.EffectiveProperty(name, Version{}, properties(t, options)).Text.String()
	}
	assert.Equal(t, "15", text(""))
	assert.Equal(t, "600", text("-D"+name+"=600"))
}

func TestInteger(t *testing.T) {
	for text, want := range map[string]known{
		"5": {5, source.Option, "5"}, "-5": {-5, source.Option, "-5"}, "+5": {5, source.Option, "+5"}, "010": {10, source.Option, "010"},
		" 5": {0, source.Unknown, " 5"}, "5.0": {0, source.Unknown, "5.0"}, "1k": {0, source.Unknown, "1k"}, "": {}, "0x5": {0, source.Unknown, "0x5"},
	} {
		assert.Equal(t, want, knownOf(PropertyValue{Text: source.Unlocated(text, "test"), Origin: source.Option}.Integer()), text)
	}
}

func TestShutdownOf(t *testing.T) {
	type result struct {
		graceful bool
		wait     int64
	}
	for _, c := range []struct {
		yaml, options string
		want          result
	}{
		{"", "", result{false, 600_000}},
		{"", "-Dhazelcast.shutdownhook.policy=GRACEFUL -Dhazelcast.graceful.shutdown.max.wait=30", result{true, 30_000}},
		{"hazelcast.shutdownhook.policy: GRACEFUL", "", result{true, 600_000}},
		{"hazelcast.shutdownhook.policy: TERMINATE", "-Dhazelcast.shutdownhook.policy=GRACEFUL", result{false, 600_000}},
		{"hazelcast.shutdownhook.enabled: false", "-Dhazelcast.shutdownhook.policy=GRACEFUL", result{false, 600_000}},
		{"hazelcast.shutdownhook.enabled: yes", "-Dhazelcast.shutdownhook.policy=GRACEFUL", result{false, 600_000}},
		{"hazelcast.graceful.shutdown.max.wait: 5", "-Dhazelcast.shutdownhook.policy=graceful", result{false, 5_000}},
	} {
		s := ShutdownOf(configOf(t, "hazelcast:\n  properties: {"+c.yaml+"}\n"), Version{5, 3, 1}, properties(t, c.options))
		assert.Equal(t, c.want, result{s.IsGraceful(), s.MaxWait.N}, "%s %s", c.yaml, c.options)
	}
}
