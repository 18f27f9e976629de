package hazelcast

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// RefusedField is a field of a custom resource that the API server does not take.
type RefusedField struct {
	At      *yamldoc.Node
	Message string // the API server's own
	Meant   string // what is likely meant, as it is written in the file; "" where nobody can tell
}

// field is what the schema of a resource says of one field. Left out are words
// that a newer release of the operator may know besides.
type field struct {
	path        string // a * stands for any key or item
	kind        string
	words       []string
	least, most int64 // of backups alone
}

const anyNumber = 1<<31 - 1

// https://github.com/hazelcast/hazelcast-platform-operator/blob/v5.12.0/config/crd/bases/hazelcast.com_maps.yaml (operator 5.7 to 5.12)
var mapSchema = []field{
	{path: "backupCount", kind: "integer", most: MostBackups},
	{path: "asyncBackupCount", kind: "integer", most: MostBackups},
	{path: "timeToLiveSeconds", kind: "integer", least: -anyNumber, most: anyNumber},
	{path: "maxIdleSeconds", kind: "integer", least: -anyNumber, most: anyNumber},
	{path: "eviction.maxSize", kind: "integer", least: -anyNumber, most: anyNumber},
	{path: "eviction.evictionPolicy", kind: "string", words: []string{"NONE", "LRU", "LFU", "RANDOM"}},
	{path: "eviction.maxSizePolicy", kind: "string", words: slices.Concat(
		[]string{PerNode, "PER_PARTITION", UsedHeapSize, UsedHeapPercentage, FreeHeapSize, FreeHeapPercentage}, nativePolicies, []string{"ENTRY_COUNT"})},
	{path: "inMemoryFormat", kind: "string", words: []string{"BINARY", "OBJECT", "NATIVE"}},
	{path: "persistenceEnabled", kind: "boolean"},
}

// https://github.com/hazelcast/hazelcast-platform-operator/blob/v5.12.0/config/crd/bases/hazelcast.com_hazelcasts.yaml (operator 5.7 to 5.12)
var clusterSchema = []field{
	{path: "clusterSize", kind: "integer", most: anyNumber},
	{path: "repository", kind: "string"},
	{path: "version", kind: "string"},
	{path: "properties.*", kind: "string"},
	{path: "jvm.memory.initialRAMPercentage", kind: "string"},
	{path: "jvm.memory.minRAMPercentage", kind: "string"},
	{path: "jvm.memory.maxRAMPercentage", kind: "string"},
	{path: "jvm.gc.logging", kind: "boolean"},
	{path: "jvm.args", kind: "array"},
	{path: "jvm.args.*", kind: "string"},
}

// RefusedFields lists what the API server does not take of the resources that a
// configuration is written out of.
func (c *Config) RefusedFields() []RefusedField {
	if c == nil || !c.Resource {
		return nil
	}
	all := refusedOf(c.Root, clusterSchema)
	for _, m := range c.MapResources {
		all = append(all, refusedOf(m.Node, mapSchema)...)
	}
	return all
}

func refusedOf(spec *yamldoc.Node, schema []field) []RefusedField {
	var all []RefusedField
	for _, f := range schema {
		parent, last := "", f.path
		if i := strings.LastIndex(f.path, "."); i >= 0 {
			parent, last = f.path[:i], f.path[i+1:]
		}
		at := spec
		if parent != "" {
			at = spec.Get(strings.Split(parent, ".")...)
		}
		if last != "*" {
			all = append(all, f.judge(at.Get(last), "spec."+f.path)...)
			continue
		}
		for i, n := range at.Items() {
			all = append(all, f.judge(n, fmt.Sprintf("spec.%s[%d]", parent, i))...)
		}
		for _, e := range at.Entries() {
			all = append(all, f.judge(e.Value, "spec."+parent+"."+e.Key.Value())...)
		}
	}
	return all
}

// judge holds a value against its field. What the API server replaces by the
// default, and what something fills in first, is not judged.
func (f field) judge(n *yamldoc.Node, path string) []RefusedField {
	refused := func(meant, format string, args ...any) []RefusedField {
		return []RefusedField{{At: n, Message: path + fmt.Sprintf(format, args...), Meant: meant}}
	}
	given, value := jsonType(n), n.Value()
	switch {
	case given == "" || given == "null" || strings.Contains(value, "$") || strings.Contains(value, "{{"):
		return nil
	case given != f.kind:
		return refused(f.spelt(n), " in body must be of type %s: %q", f.kind, given)
	case f.words != nil && !slices.Contains(f.words, value):
		return refused(f.nearest(value), ": Unsupported value: %q: supported values: \"%s\"", value, strings.Join(f.words, `", "`))
	case f.kind != "integer":
		return nil
	}
	number, err := strconv.ParseInt(value, 10, 64)
	switch {
	case err == nil && number < f.least:
		return refused("", " in body should be greater than or equal to %d", f.least)
	case err == nil && number > f.most && f.most == MostBackups:
		return refused("", " in body should be less than or equal to %d", f.most)
	}
	return nil
}

// nearest is the word that differs in case alone.
func (f field) nearest(value string) string {
	for _, w := range f.words {
		if strings.EqualFold(w, value) {
			return w
		}
	}
	return ""
}

// spelt is a value of another type as the field takes it.
func (f field) spelt(n *yamldoc.Node) string {
	value := n.Value()
	switch {
	case n.Kind() != yamldoc.Scalar, strings.HasPrefix(f.path, "jvm."): // whose quotes would be taken for a part of the option
		return ""
	case f.kind == "string":
		return strconv.Quote(value)
	case f.kind == "integer" && integerPattern.MatchString(value), f.kind == "boolean" && (value == "true" || value == "false"):
		return value
	}
	return ""
}

var (
	integerPattern = lazyregexp.New(`^-?(0|[1-9]\d*)$`)
	numberPattern  = lazyregexp.New(`^-?\d+\.\d*[1-9]\d*$`)
)

// jsonType is the type that a value has for the API server, which reads YAML
// 1.1: there yes is a boolean. It is empty where it is not certain.
func jsonType(n *yamldoc.Node) string {
	switch n.Kind() {
	case yamldoc.Mapping:
		return "object"
	case yamldoc.Sequence:
		return "array"
	case yamldoc.Scalar:
	default:
		return ""
	}
	value := n.Value()
	switch {
	case n.WrittenTag() != "":
		return ""
	case n.Style() != yamldoc.Plain:
		return "string"
	case n.IsNull():
		return "null"
	case slices.Contains([]string{"true", "yes", "on", "false", "no", "off"}, strings.ToLower(value)):
		return "boolean"
	case integerPattern.MatchString(value):
		return "integer"
	case numberPattern.MatchString(value):
		return "number"
	case n.Tag() == "!!str" && len(value) > 1:
		return "string"
	}
	return ""
}
