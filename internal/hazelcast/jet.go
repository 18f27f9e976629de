package hazelcast

// Jet reports whether the configuration switches Jet, the engine for pipelines, on.
func (c *Config) Jet() bool {
	if c == nil || c.Resource {
		return false
	}
	return boolean(c.Root.Get("jet", "enabled")).Name == "true"
}
