package hazelcast

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Effect is what comes of a value that a property can not have.
type Effect int

const (
	NoEffect    Effect = iota
	Refused            // the member does not start
	Throws             // it throws an exception when it reads the value, at some time after its start
	ReadAsFalse        // of a switch no other word than true is on
	Ignored            // it takes the default without a word
)

// choices are the values that members tell apart by hand, in capitals or not as they are written here.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/instance/impl/Node.java, ShutdownHookPolicy
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/cluster/fd/ClusterFailureDetectorType.java
var choices = map[string][]string{
	ShutdownPolicy: {"TERMINATE", Graceful},
	"hazelcast.heartbeat.failuredetector.type": {"deadline", "phi-accrual"},
	"hazelcast.health.monitoring.level":        {"OFF", "SILENT", "NOISY"},
}

// Choices are the values that a property can have, where they are few and known.
func Choices(name string) []string { return choices[name] }

// Judge tells what comes of a value.
func (k KnownProperty) Judge(value source.Text) Effect {
	s := value.String()
	switch {
	case choices[k.Name] != nil && !slices.Contains(choices[k.Name], s):
		return Refused
	case k.Type == Boolean && s != "" && !strings.EqualFold(s, "true") && !strings.EqualFold(s, "false"):
		return ReadAsFalse
	case k.Type == Integer && k.Kind == SystemOnly:
		if _, err := strconv.ParseInt(strings.Replace(s, "#", "0x", 1), 0, 64); err != nil { // Integer.getInteger decodes
			return Ignored
		}
	case k.isInteger() && k.Kind == MemberProperty:
		if _, err := strconv.ParseInt(s, 10, 64); err != nil {
			return k.thrown()
		}
	case k.Type == Number && k.Kind == MemberProperty:
		if _, err := strconv.ParseFloat(strings.TrimSpace(s), 64); err != nil {
			return k.thrown()
		}
	}
	return NoEffect
}

// isInteger reports whether only whole numbers will do. Where it is not seen how
// the code reads a property, that a member refuses a word in its place says so.
func (k KnownProperty) isInteger() bool {
	_, err := strconv.Atoi(k.Default)
	return k.Type == Integer || k.Type == "" && k.ReadAtStart && (err == nil || k.Default == "computed")
}

func (k KnownProperty) thrown() Effect {
	if k.ReadAtStart {
		return Refused
	}
	return Throws
}
