package hazelcast

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// The Hazelcast Platform Operator writes the configuration of members out of custom resources: one of kind Hazelcast
// for the cluster, one of kind Map for each map. Their fields have names of their own.

// MapResource is the map of a resource of kind Map. Its name is that of the
// resource, where the spec gives it no other.
//
// https://github.com/hazelcast/hazelcast-platform-operator/blob/v5.12.0/api/v1alpha1/map_types.go, MapName
func MapResource(o *yamldoc.Node) Map {
	name := o.Get("spec", "name")
	if name.Value() == "" {
		name = o.Get("metadata", "name")
	}
	return Map{Name: name, Node: o.Get("spec"), Resource: true}
}

// mapFields are the fields of a Map that a rule may ask for, by the settings
// that the operator writes out of them. Other settings have no field.
//
// https://github.com/hazelcast/hazelcast-platform-operator/blob/v5.12.0/internal/controller/hazelcast/hazelcast_resources.go, createMapConfig (operator 5.3 to 5.12)
var mapFields = map[string]string{
	"backup-count":             "backupCount",
	"async-backup-count":       "asyncBackupCount",
	"time-to-live-seconds":     "timeToLiveSeconds",
	"max-idle-seconds":         "maxIdleSeconds",
	"in-memory-format":         "inMemoryFormat",
	"eviction":                 "eviction",
	"eviction.eviction-policy": "eviction.evictionPolicy",
	"eviction.max-size-policy": "eviction.maxSizePolicy",
	"eviction.size":            "eviction.maxSize",
	"near-cache":               "nearCache",
	"map-store":                "mapStore",
	"data-persistence.enabled": "persistenceEnabled",
}

// Place is the mapping that a setting of the map stands in, or would, and its
// key there. There is none where a resource has no field for it.
func (m Map) Place(setting ...string) (mapping *yamldoc.Node, key string) {
	if m.Resource {
		field, known := mapFields[strings.Join(setting, ".")]
		if !known {
			return nil, ""
		}
		setting = strings.Split(field, ".")
	}
	last := len(setting) - 1
	return m.Node.Get(setting[:last]...), setting[last]
}

// Get is the value of a setting; nil where it is absent.
func (m Map) Get(setting ...string) *yamldoc.Node {
	mapping, key := m.Place(setting...)
	return mapping.Get(key)
}

// fixedFields are those that the operator refuses to change once it has made the map.
//
// https://github.com/hazelcast/hazelcast-platform-operator/blob/v5.12.0/api/v1alpha1/map_validation.go, validateNotUpdatableMapFields (operator 5.6 to 5.12)
var fixedFields = []string{"backup-count", "async-backup-count", "in-memory-format", "data-persistence.enabled"}

// Fixed reports whether a setting of the map stays as it was made.
func (m Map) Fixed(setting string) bool { return m.Resource && slices.Contains(fixedFields, setting) }

// HasLicense reports whether the configuration names a license of Hazelcast Enterprise.
func (c *Config) HasLicense() bool {
	for _, key := range []string{"license-key", "licenseKeySecretName", "licenseKeySecret"} {
		if (c.Resource || key == "license-key") && c.Root.Get(key) != nil {
			return true
		}
	}
	return false
}

// nativeMemory is the switch of a cluster's resource: a block that says anything is one that is on.
//
// https://github.com/hazelcast/hazelcast-platform-operator/blob/v5.12.0/api/v1alpha1/hazelcast_types.go, NativeMemoryConfiguration.IsEnabled (operator 5.7 to 5.12)
func (c *Config) nativeMemory() Word {
	e, _ := c.Root.Entry("nativeMemory")
	if e.Value.Kind() != yamldoc.Mapping {
		return boolean(nil)
	}
	return Word{Name: "true", Origin: source.Configured, Text: e.Key.Text()}
}

// AddProperty is the edit that adds a property to those of the configuration.
// Values of a resource must be strings. There may be none.
func (c *Config) AddProperty(name, value string) source.Edit {
	edit, _ := yamldoc.InsertEntry(c.Root.Get("properties"), name, value, c.Resource) // none where it cannot be added
	return edit
}
