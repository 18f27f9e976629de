package hazelcast

import (
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// The properties that decide what a member does on SIGTERM.
const (
	ShutdownPolicy  = "hazelcast.shutdownhook.policy"
	ShutdownHook    = "hazelcast.shutdownhook.enabled"
	ShutdownMaxWait = "hazelcast.graceful.shutdown.max.wait"
)

// Graceful is the policy that hands a member's data to the others before it
// leaves. Members know it in capitals alone.
const Graceful = "GRACEFUL"

// Shutdown says what a member does on SIGTERM.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/instance/impl/Node.java, NodeShutdownHookThread
type Shutdown struct {
	Policy  PropertyValue
	Hook    PropertyValue
	MaxWait source.Value // for its data to be handed over, in milliseconds
}

// ShutdownOf reads the properties with their defaults: a hook that terminates.
func ShutdownOf(c *Config, v Version, system map[string]jvmflag.Property) Shutdown {
	wait := c.EffectiveProperty(ShutdownMaxWait, v, system).Integer()
	wait.N *= 1000
	return Shutdown{
		Policy:  c.EffectiveProperty(ShutdownPolicy, v, system),
		Hook:    c.EffectiveProperty(ShutdownHook, v, system),
		MaxWait: wait,
	}
}

// IsGraceful reports whether it waits until the others have its data.
func (s Shutdown) IsGraceful() bool { return s.Hook.True() && s.Policy.Text.String() == Graceful }
