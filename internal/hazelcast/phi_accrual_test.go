package hazelcast

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// The pauses after which members of 5.3.1 and 5.7.0 were removed lie between the bounds: with
// an interval of 5 s and a timeout of 10 s 16.5 to 25.8 s, of 20 s 33.4 to 34.4 s, of 60 s 73.8
// to 75.6 s. The deadline alone removed them after 6.2 to 15.7, 19.8 to 23.4, 58.1 to 60.6 s.
func TestPhiAccrual(t *testing.T) {
	const phi = "    hazelcast.heartbeat.failuredetector.type: phi-accrual\n"
	for name, c := range map[string]struct {
		properties    string
		safe, removed int64
	}{
		"defaults":          {phi, 60_580, 77_250},
		"timeout 10":        {phi + "    hazelcast.max.no.heartbeat.seconds: 10\n", 10_580, 27_250},
		"timeout 20":        {phi + "    hazelcast.max.no.heartbeat.seconds: 20\n", 20_580, 37_250},
		"a low threshold":   {phi + "    hazelcast.heartbeat.phiaccrual.failuredetector.threshold: 1\n", 60_131, 71_602},
		"a large deviation": {phi + "    hazelcast.heartbeat.phiaccrual.failuredetector.min.std.dev.millis: 2000\n", 71_600, 81_600},
		"beyond numbers":    {phi + "    hazelcast.heartbeat.phiaccrual.failuredetector.threshold: 1e308\n", 62_155, 96_991},
		"the deadline":      {"    hazelcast.heartbeat.failuredetector.type: deadline\n", 55_000, 65_000},
	} {
		t.Run(name, func(t *testing.T) {
			h := heartbeats(t, c.properties)
			require.NotNil(t, h)
			assert.InDelta(t, c.safe, h.SafePause(), 10)
			assert.InDelta(t, c.removed, h.CertainRemoval(), 30)
		})
	}
	h := Heartbeats{Interval: source.Value{N: 5000, Origin: source.Default}, Phi: &PhiAccrual{Threshold: 10, Deviation: 100}}
	assert.Equal(t, []int64{10_000, 70_000, 80_000}, []int64{h.TimeoutFor(1000), h.TimeoutFor(70_000), h.TimeoutFor(70_600)})
}

// A detector that is not known, or cannot be made, allows no pause that could be told.
func TestUnknownDetectors(t *testing.T) {
	const detector, phi = "    hazelcast.heartbeat.failuredetector.type: ", "    hazelcast.heartbeat.phiaccrual.failuredetector."
	for name, properties := range map[string]string{
		"a placeholder":           detector + "${DETECTOR}\n",
		"another detector":        detector + "phi\n",
		"a threshold of no sense": detector + "phi-accrual\n" + phi + "threshold: x\n",
		"a threshold of 0":        detector + "phi-accrual\n" + phi + "threshold: 0\n",
		"an unknown deviation":    detector + "phi-accrual\n" + phi + "min.std.dev.millis: ${D}\n",
		"a negative deviation":    detector + "phi-accrual\n" + phi + "min.std.dev.millis: -1\n",
	} {
		assert.Nil(t, heartbeats(t, properties), name)
	}
}

func heartbeats(t *testing.T, properties string) *Heartbeats {
	docs, err := yamldoc.Parse(source.NewFile("hazelcast.yaml", []byte("hazelcast:\n  properties:\n"+properties)))
	require.NoError(t, err)
	return HeartbeatsOf(&Config{Root: docs[0].Root.Get("hazelcast")}, nil)
}
