package hazelcast

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// configOf reads what stands under the key hazelcast.
func configOf(t *testing.T, yaml string) *Config {
	docs, err := yamldoc.Parse(source.NewFile("hazelcast.yaml", []byte(yaml)))
	require.NoError(t, err)
	e, ok := docs[0].Root.Entry("hazelcast")
	require.True(t, ok)
	return &Config{Root: e.Value, Key: e.Key}
}

// properties are what -D options come to.
func properties(t *testing.T, options string) map[string]jvmflag.Property {
	f := source.NewFile("options", []byte(options))
	words, err := jvmflag.Words(source.Verbatim(f.Span(0, len(options))))
	require.NoError(t, err)
	return jvmflag.Resolve(17, jvmflag.OnChannel(jvmflag.CommandLine, words)).Properties
}

// known is what a Value says, without its place in a file.
type known struct {
	n      int64
	origin source.Origin
	text   string
}

func knownOf(v source.Value) known { return known{v.N, v.Origin, v.Text.String()} }

func TestMaps(t *testing.T) {
	var none *Config
	assert.Empty(t, none.Maps())
	for yaml, want := range map[string][]string{
		"hazelcast: {}":               nil,
		"hazelcast:\n  map:\n":        nil,
		"hazelcast:\n  map: [a, b]\n": nil,
		"hazelcast:\n  map:\n    b: {}\n    default: {}\n    'a*': {}\n": {"b", "default", "a*"},
		"hazelcast:\n  map:\n    broken: 5\n    null: ~\n    ok: {}\n":   {"ok"},
		"hazelcast:\n  map:\n    a: &x {}\n    b: *x\n":                  {"a", "b"},
		"hazelcast:\n  cache:\n    a: {}\n":                              nil,
	} {
		var got []string
		for _, m := range configOf(t, yaml).Maps() {
			got = append(got, m.Name.Value())
		}
		assert.Equal(t, want, got, yaml)
	}
}

func TestProperty(t *testing.T) {
	system := properties(t, "-Dfile.too=222 -Doption.only=333 -Dempty -Dtwice=1 -Dtwice=2")
	config := configOf(t, "hazelcast:\n  properties:\n    file.too: 111\n    file.only: yes\n    quoted: \"x y\"\n    option.only: {a: b}\n")
	for _, c := range []struct {
		name   string
		config *Config
		want   known
	}{
		{"file.too", config, known{0, source.Configured, "111"}}, // the file beats the option
		{"file.too", nil, known{0, source.Option, "222"}},
		{"file.only", config, known{0, source.Configured, "yes"}},
		{"file.only", nil, known{0, source.Default, ""}},
		{"quoted", config, known{0, source.Configured, "x y"}},
		{"option.only", config, known{0, source.Option, "333"}}, // a mapping is no value
		{"twice", config, known{0, source.Option, "2"}},
		{"empty", config, known{0, source.Option, ""}},
		{"neither", config, known{0, source.Default, ""}},
	} {
		text, origin := c.config.Property(c.name, system)
		assert.Equal(t, c.want, known{0, origin, text.String()}, c.name)
	}
}

func TestHeartbeatsOf(t *testing.T) {
	const file = "hazelcast:\n  properties:\n    hazelcast.max.no.heartbeat.seconds: "
	standard := []known{{60_000, source.Default, ""}, {5_000, source.Default, ""}}
	for _, c := range []struct {
		name, yaml, options string
		want                []known // timeout, interval
	}{
		{"defaults", "", "", standard},
		{"defaults with a file", "hazelcast: {}", "", standard},
		{"options", "", "-Dhazelcast.max.no.heartbeat.seconds=10 -Dhazelcast.heartbeat.interval.seconds=1",
			[]known{{10_000, source.Option, "10"}, {1_000, source.Option, "1"}}},
		{"file", file + "120\n", "", []known{{120_000, source.Configured, "120"}, standard[1]}},
		{"the file beats the option", file + "111\n", "-Dhazelcast.max.no.heartbeat.seconds=222",
			[]known{{111_000, source.Configured, "111"}, standard[1]}},
		{"one from each", file + "30\n", "-Dhazelcast.heartbeat.interval.seconds=2",
			[]known{{30_000, source.Configured, "30"}, {2_000, source.Option, "2"}}},
		{"no interval is one second", "", "-Dhazelcast.heartbeat.interval.seconds=0", []known{standard[0], {1_000, source.Option, "0"}}},
		{"nor is a negative one", "", "-Dhazelcast.heartbeat.interval.seconds=-3", []known{standard[0], {1_000, source.Option, "-3"}}},
		{"no number in the file", file + "1m\n", "-Dhazelcast.max.no.heartbeat.seconds=10", []known{{0, source.Unknown, "1m"}, standard[1]}},
		{"a blank is no digit", file + "' 60 '\n", "", []known{{0, source.Unknown, " 60 "}, standard[1]}},
		{"no number in the option", "", "-Dhazelcast.heartbeat.interval.seconds=", []known{standard[0], {}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var config *Config
			if c.yaml != "" {
				config = configOf(t, c.yaml)
			}
			h := HeartbeatsOf(config, properties(t, c.options))
			assert.Equal(t, c.want, []known{knownOf(h.Timeout), knownOf(h.Interval)})
		})
	}
}

// With a timeout of 10 s and an interval of 1 s members of 5.3.1 stayed after
// 8 s of silence and were removed after 11.5 s.
func TestPauses(t *testing.T) {
	h := Heartbeats{Timeout: source.Value{N: 10_000}, Interval: source.Value{N: 1_000}}
	assert.Equal(t, []int64{9_000, 11_000}, []int64{h.SafePause(), h.CertainRemoval()})
	assert.Less(t, int64(8_000), h.SafePause())
	assert.Greater(t, int64(11_500), h.CertainRemoval())
}

func TestTimeoutFor(t *testing.T) {
	for _, c := range []struct{ pause, interval, want int64 }{
		{0, 5_000, 10_000},
		{4_999, 5_000, 10_000},
		{5_000, 5_000, 20_000}, // 10 s less an interval would be the pause itself
		{12_000, 5_000, 20_000},
		{15_001, 5_000, 30_000},
		{60_000, 1_000, 70_000},
	} {
		h := Heartbeats{Interval: source.Value{N: c.interval}}
		got := h.TimeoutFor(c.pause)
		assert.Equal(t, c.want, got, "pause %d, interval %d", c.pause, c.interval)
		h.Timeout.N = got
		assert.Greater(t, h.SafePause(), c.pause, c.pause)
	}
}
