package hazelcast

import "github.com/jvmlint/jvmlint/internal/source"

// CPSubsystem is what a member keeps for its consistent data structures.
type CPSubsystem struct {
	Members     source.Value // cp-member-count; 0 by default, which turns it off
	Persistence Word
}

// CP reads the block cp-subsystem.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/cp/CPSubsystemConfig.java (5.0 to 5.7)
func (c *Config) CP() CPSubsystem {
	if c == nil || c.Resource {
		return CPSubsystem{}
	}
	cp := c.Root.Get("cp-subsystem")
	return CPSubsystem{Members: count(cp.Get("cp-member-count"), 0), Persistence: boolean(cp.Get("persistence-enabled"))}
}
