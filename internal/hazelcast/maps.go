package hazelcast

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// Word is a setting that takes a word: an enumeration, a name, true or false.
type Word struct {
	Name   string
	Origin source.Origin
	Text   source.Text // where it stands; empty for a default
}

// Known reports whether the setting is known: a placeholder that the member fills in is not.
func (w Word) Known() bool { return w.Origin != source.Unknown }

// MapConfig is what a map gets: the settings of its entry, and the defaults for
// those that are absent. Nothing is taken over from the entry default.
type MapConfig struct {
	Map

	BackupCount      source.Value
	AsyncBackupCount source.Value
	TimeToLive       source.Value // milliseconds
	MaxIdle          source.Value // milliseconds

	InMemoryFormat Word
	PerEntryStats  Word
	CacheValues    Word // cache-deserialized-values
	MergePolicy    Word // as it is written: a name, or a class
	ProtectedBy    Word // split-brain-protection-ref; "" for none
	Eviction       Eviction
	Indexes        []Index
	HasMapStore    bool // its entries can be loaded again
	HasPersistence bool // its entries outlive the process
}

// DefaultMap is the name of the entry for maps that no other entry matches.
const DefaultMap = "default"

// Unlimited is the size that a member takes for an absent one, and for 0.
const Unlimited = math.MaxInt32

// defaults of a map, the same from 5.0 to 5.7.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/MapConfig.java
const (
	defaultBackupCount    = 1
	defaultInMemoryFormat = "BINARY"
	defaultCacheValues    = "INDEX-ONLY"
	defaultMergePolicy    = "com.hazelcast.spi.merge.PutIfAbsentMergePolicy"
	defaultEvictionPolicy = "NONE"
	defaultMaxSizePolicy  = "PER_NODE"
)

// Config is what maps of this entry get.
func (m Map) Config() MapConfig {
	return MapConfig{
		Map:              m,
		BackupCount:      count(m.Get("backup-count"), defaultBackupCount),
		AsyncBackupCount: count(m.Get("async-backup-count"), 0),
		TimeToLive:       milliseconds(m.Get("time-to-live-seconds")),
		MaxIdle:          milliseconds(m.Get("max-idle-seconds")),
		InMemoryFormat:   enumeration(m.Get("in-memory-format"), defaultInMemoryFormat),
		PerEntryStats:    boolean(m.Get("per-entry-stats-enabled")),
		CacheValues:      enumeration(m.Get("cache-deserialized-values"), defaultCacheValues),
		MergePolicy:      word(m.Get("merge-policy", "class-name"), defaultMergePolicy),
		ProtectedBy:      word(m.Get("split-brain-protection-ref"), ""),
		Eviction: Eviction{
			Policy:        enumeration(m.Get("eviction", "eviction-policy"), defaultEvictionPolicy),
			MaxSizePolicy: enumeration(m.Get("eviction", "max-size-policy"), defaultMaxSizePolicy),
			Size:          evictionSize(m.Get("eviction", "size")),
			Comparator:    word(m.Get("eviction", "comparator-class-name"), ""),
		},
		Indexes:        lists.Of(m.Get("indexes").Items(), indexOf),
		HasMapStore:    m.mayBeOn("map-store"),
		HasPersistence: m.mayBeOn("data-persistence") || m.mayBeOn("hot-restart"),
	}
}

// Index is one of a map, over some attributes. A bitmap counts as sorted: nobody measured one.
type Index struct {
	Sorted     bool
	Attributes int64
}

func indexOf(n *yamldoc.Node) Index {
	return Index{Sorted: n.Get("type").Value() != "HASH", Attributes: int64(len(n.Get("attributes").Items()))}
}

// Backups are those of both kinds.
func (m MapConfig) Backups() int64 { return m.BackupCount.N + m.AsyncBackupCount.N }

// LostStats names what the member does not keep of an entry that expires in a map without per-entry-stats-enabled:
// eviction by LRU needs the last access, by LFU the hits, and keeps them. Measured on 5.3.1 and 5.7.0.
func (m MapConfig) LostStats() string {
	lost := []string{"creation time", "last stored time"}
	if m.Eviction.Policy.Name != "LRU" {
		lost = append(lost, "last access time")
	}
	if m.Eviction.Policy.Name != "LFU" {
		lost = append(lost, "hits")
	}
	return plural.Or(lost)
}

// WrittenName is the name of the entry: a map's, or a pattern of names.
func (m Map) WrittenName() string {
	if m.Name == nil {
		return DefaultMap
	}
	return m.Name.Value()
}

// mayBeOn reports whether a block is there and nothing switches it off.
func mayBeOn(n *yamldoc.Node) bool {
	enabled := n.Get("enabled")
	return n.Kind() == yamldoc.Mapping && (enabled == nil || boolean(enabled).Name != "false")
}

// mayBeOn tells it of a block of the map, which in a resource may be a switch alone.
func (m Map) mayBeOn(block string) bool {
	if enabled := m.Get(block, "enabled"); enabled != nil {
		return boolean(enabled).Name != "false"
	}
	return m.Get(block).Kind() == yamldoc.Mapping || m.Overrides(block)
}

// IsPlaceholder reports whether a text holds a ${...}, which the member replaces
// when it starts: nobody knows here by what.
func IsPlaceholder(t source.Text) bool { return strings.Contains(t.String(), "${") }

// count reads a whole number, which is unknown where the member takes none:
// 02, 0x2, +2 and " 2 " are words to it, "2" is a number.
func count(n *yamldoc.Node, standard int64) source.Value {
	if n == nil {
		return source.Value{N: standard, Origin: source.Default, Why: "default"}
	}
	return number(n.Text(), source.Configured)
}

func number(t source.Text, origin source.Origin) source.Value {
	if IsPlaceholder(t) {
		return source.Value{Text: t, Why: "a placeholder, which the member fills in"}
	}
	v, err := strconv.ParseInt(t.String(), 10, 32)
	if err != nil || strconv.FormatInt(v, 10) != t.String() {
		return source.Value{Text: t, Why: "no whole number"}
	}
	return source.Value{N: v, Origin: origin, Text: t}
}

func milliseconds(n *yamldoc.Node) source.Value {
	v := count(n, 0)
	v.N *= 1000
	return v
}

// evictionSize reads a size, of which 0 is none.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/MemberDomConfigProcessor.java, getEvictionConfig (5.0 to 5.7)
func evictionSize(n *yamldoc.Node) source.Value {
	v := count(n, Unlimited)
	if v.Known() && v.N == 0 {
		v.N, v.Why = Unlimited, "0 is no limit"
	}
	return v
}

func word(n *yamldoc.Node, standard string) Word {
	if n == nil || n.IsNull() {
		return Word{Name: standard, Origin: source.Default}
	}
	text := n.Text()
	if n.Kind() != yamldoc.Scalar || IsPlaceholder(text) {
		return Word{Text: text}
	}
	return Word{Name: strings.TrimSpace(text.String()), Origin: source.Configured, Text: text}
}

// enumeration reads the name of a constant. Case is judged by the schema.
func enumeration(n *yamldoc.Node, standard string) Word {
	w := word(n, standard)
	w.Name = strings.ToUpper(w.Name)
	return w
}

// boolean reads a switch that is off by default: of the words for true the member knows one.
func boolean(n *yamldoc.Node) Word {
	w := word(n, "false")
	if w.Known() {
		w.Name = strconv.FormatBool(strings.EqualFold(w.Name, "true"))
	}
	return w
}

// entryStatsPolicies are the merge policies that compare what only
// per-entry-stats-enabled keeps. Their classes stand in com.hazelcast.spi.merge.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/MergePolicyValidator.java, checkMapMergePolicy (5.0 to 5.7)
var entryStatsPolicies = []string{"HigherHitsMergePolicy", "LatestAccessMergePolicy", "LatestUpdateMergePolicy"}

// MergeNeedsEntryStats reports whether the merge policy of a map is one that the
// member takes only with per-entry-stats-enabled.
func (m MapConfig) MergeNeedsEntryStats() bool {
	return slices.Contains(entryStatsPolicies, strings.TrimPrefix(m.MergePolicy.Name, "com.hazelcast.spi.merge."))
}

// MostBackups is the most backups of both kinds that a map can have.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/partition/IPartition.java, MAX_BACKUP_COUNT (5.0 to 5.7)
const MostBackups = 6

// Setting is a key of a map and its value, and what a map has that does not set it; "" where that is nothing.
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

// Lacks lists what another entry sets and this one does not, where that makes a difference: the member takes over
// nothing from entry to entry. Resources lack nothing: they have all fields once they are in the cluster.
func (m MapConfig) Lacks(other MapConfig) []Setting {
	var lacking []Setting
	if m.Resource || other.Resource {
		return nil
	}
	for _, e := range other.Node.Entries() {
		key := e.Key.Value()
		if m.Overrides(key) || m.Node.Get(key) != nil || e.Value.IsNull() || IsPlaceholder(e.Value.Text()) {
			continue
		}
		own, plain := standards[key]
		switch {
		case plain && e.Value.Value() == own:
		case key == "eviction" && !other.Eviction.Evicts():
		case key == "merge-policy" && other.MergePolicy.Known() && slices.Contains([]string{defaultMergePolicy, "PutIfAbsentMergePolicy"}, other.MergePolicy.Name):
		case e.Value.Kind() != yamldoc.Scalar && (len(e.Value.Entries())+len(e.Value.Items()) == 0 || !mayBeOn(e.Value) && e.Value.Kind() == yamldoc.Mapping):
		default:
			lacking = append(lacking, Setting{Key: e.Key, Value: e.Value, Own: own})
		}
	}
	return lacking
}

// AmbiguousError is that of a map whose name two patterns match equally well: the member refuses to create it.
type AmbiguousError struct {
	Name     string
	Patterns [2]Map
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q matches the patterns %q and %q equally well", e.Name, e.Patterns[0].WrittenName(), e.Patterns[1].WrittenName())
}

// MapNamed is the entry that decides for a map: the one of its name, else the
// pattern that matches with the most characters, else default, else the member's
// own defaults, which have no node. What follows an @ in a name is no part of it.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/Config.java, findMapConfig (5.0 to 5.7)
func (c *Config) MapNamed(name string) (Map, error) {
	name, _, _ = strings.Cut(name, "@")
	entries := c.Maps()
	named := func(name string) (Map, bool) {
		return lists.First(entries, func(m Map) bool { return m.WrittenName() == name })
	}
	if own, is := named(name); is {
		return own, nil
	}
	var best Map
	var rival *Map
	most := -1
	for _, m := range entries {
		switch point := matchingPoint(m.WrittenName(), name); {
		case point > most:
			best, rival, most = m, nil, point
		case point == most && point >= 0:
			rival = &m
		}
	}
	switch {
	case rival != nil:
		return Map{}, &AmbiguousError{name, [2]Map{best, *rival}}
	case most >= 0:
		return best, nil
	}
	standard, _ := named(DefaultMap)
	return standard, nil
}

// matchingPoint is the number of characters of a pattern that stand in a name
// before and behind its first *, which may overlap there; -1 where they do not.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/config/matcher/MatchingPointConfigPatternMatcher.java (5.0 to 5.7)
func matchingPoint(pattern, name string) int {
	before, behind, ok := strings.Cut(pattern, "*")
	if !ok || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, behind) {
		return -1
	}
	return len(utf16.Encode([]rune(before + behind))) // as Java counts
}
