package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// Verdict is whether a JVM starts, and what it says until it has, in its own
// words and order.
type Verdict struct {
	OK       bool
	Messages []jvmflag.Message
	Refusal  *jvmflag.Refusal // nil where it starts
}

// Start gives the verdict on options that have been read: the refusal of the
// reader, or else what comes of them on the machine.
func Start(r *jvmflag.Resolution, m Machine) Verdict {
	v := Verdict{Messages: r.Messages, Refusal: r.Refusal}
	if v.Refusal == nil {
		var said []jvmflag.Message
		_, v.Refusal, said = tryToStart(r, m)
		v.Messages = append(v.Messages[:len(v.Messages):len(v.Messages)], said...)
	}
	v.OK = v.Refusal == nil
	return v
}
