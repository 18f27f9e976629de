package gclog

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestBeginsJVM(t *testing.T) {
	for text, want := range map[string]bool{
		"[0.005s][info][gc] Using G1\n":                                                                  true,
		"[2026-11-21T18:00:00.000+0000][0.003s] Using The Z Garbage Collector\n":                         true,
		"[0.004s][info][gc,init] Version: 17.0.9+9 (release)\n":                                          true,
		"[7200.105s][info][gc] GC(412) Pause Young (Normal) (G1 Evacuation Pause) 92M->70M(96M) 2.6ms\n": false,
		"OpenJDK 64-Bit Server VM (25.252-b09) for linux-amd64 JRE (1.8.0_252-b09), built on Apr 2020\n": false,
		"": false,
	} {
		assert.Equal(t, want, BeginsJVM([]byte(text)), text)
	}
}
