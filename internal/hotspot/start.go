package hotspot

import "github.com/jvmlint/jvmlint/internal/jvmflag"

// Verdict is whether a JVM starts, and what it says until it has, in its own words and order.
type Verdict struct {
	OK       bool
	Messages []jvmflag.Message
	Refusal  *jvmflag.Refusal // nil where it starts
	JVM      *JVM             // what it does then; nil where it does not start, or prints something and ends
}

// Start gives the verdict on options that have been read: the refusal of the
// reader, or else what comes of them on the machine, or of its modules.
func Start(r *jvmflag.Resolution, m Machine) Verdict { return verdict(r, m, (*startup).jvm) }

func verdict(r *jvmflag.Resolution, m Machine, ask func(*startup) *JVM) Verdict {
	r = r.Completed(m.Memory)
	v := Verdict{Messages: r.Messages, Refusal: r.Refusal}
	if v.Refusal == nil && r.Program.Kind != jvmflag.Ends {
		var said []jvmflag.Message
		v.JVM, said, v.Refusal = predictAll(r, m, ask)
		v.Messages = append(v.Messages[:len(v.Messages):len(v.Messages)], said...)
		if v.JVM != nil {
			said, refusal := r.Boot()
			v.Messages = append(v.Messages, said...)
			if refusal != nil {
				v.JVM, v.Refusal = nil, refusal
			}
		}
	}
	v.OK = v.Refusal == nil
	return v
}

// Lines are all that is printed, the refusal last.
func (v Verdict) Lines() []string {
	lines := make([]string, 0, len(v.Messages)+4)
	for _, m := range v.Messages {
		lines = append(lines, m.Line)
	}
	if v.Refusal != nil {
		lines = append(lines, v.Refusal.Lines...)
	}
	return lines
}
