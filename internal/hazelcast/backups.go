package hazelcast

import (
	"strconv"
	"strings"
)

// Backups is how many copies of an entry other members hold, those that are
// made in the background included. A map that does not say has one.
func (m Map) Backups() int {
	count := func(key string, standard int) int {
		n := m.Get(key)
		if n == nil {
			return standard
		}
		if backups, err := strconv.Atoi(strings.TrimSpace(n.Value())); err == nil {
			return backups
		}
		return standard
	}
	return count("backup-count", 1) + count("async-backup-count", 0)
}

// HasStore reports whether a map store keeps the entries, too.
func (m Map) HasStore() bool {
	store := m.Get("map-store")
	return store != nil && !strings.EqualFold(store.Get("enabled").Value(), "false")
}
