package hazelcast

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// MostBackups is the most backups of both kinds that a map can have.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/partition/IPartition.java, MAX_BACKUP_COUNT (5.0 to 5.7)
const MostBackups = 6

// Setting is a key of a map and its value, and what a map has that does not set
// it; "" where that is nothing.
type Setting struct {
	Key, Value *yamldoc.Node
	Own        string
}

// standards are what maps have of the settings that take one word or number.
var standards = map[string]string{
	"backup-count":              fmt.Sprint(defaultBackupCount),
	"async-backup-count":        "0",
	"time-to-live-seconds":      "0",
	"max-idle-seconds":          "0",
	"in-memory-format":          defaultInMemoryFormat,
	"per-entry-stats-enabled":   "false",
	"statistics-enabled":        "true",
	"read-backup-data":          "false",
	"cache-deserialized-values": defaultCacheValues,
	"metadata-policy":           "CREATE_ON_UPDATE",
}

// Lacks lists what another entry sets and this one does not, where that makes a
// difference: the member takes over nothing from entry to entry. Resources lack
// nothing: they have all fields once they are in the cluster.
func (m MapConfig) Lacks(other MapConfig) []Setting {
	var lacking []Setting
	if m.Resource || other.Resource {
		return nil
	}
	for _, e := range other.Node.Entries() {
		key := e.Key.Value()
		if m.Node.Get(key) != nil || e.Value.IsNull() || IsPlaceholder(e.Value.Text()) {
			continue
		}
		own, plain := standards[key]
		switch {
		case plain && e.Value.Value() == own:
		case key == "eviction" && !other.Eviction.Evicts():
		case key == "merge-policy" && other.MergePolicy.Known() && isDefaultMerge(other.MergePolicy.Name):
		case e.Value.Kind() != yamldoc.Scalar && (len(e.Value.Entries())+len(e.Value.Items()) == 0 || !mayBeOn(e.Value) && e.Value.Kind() == yamldoc.Mapping):
		default:
			lacking = append(lacking, Setting{Key: e.Key, Value: e.Value, Own: own})
		}
	}
	return lacking
}

func isDefaultMerge(name string) bool {
	return name == defaultMergePolicy || name == "PutIfAbsentMergePolicy"
}
