package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// store is a cluster of members, each with as much memory.
type store struct {
	java, jar string
	release   string // of Hazelcast
	options   []string
	yaml      string
	mapName   string
	members   int
	limit     int64
	watch     bool   // the script keeps the limit, and no control group
	dir       string // of the logs

	jvm      string // its version
	heap     int64
	compact  bool // compressed pointers
	settings hazelcast.MapConfig
}

// prepare asks the JVM what heap the options come to, and reads the map's
// settings.
func (s *store) prepare() error {
	if s.members != 1 && s.members != 2 {
		return fmt.Errorf("--members %d: 1 or 2", s.members)
	}
	if _, err := os.Stat(s.jar); err != nil {
		return err
	}
	if err := s.askJVM(); err != nil {
		return err
	}
	return s.readMap()
}

// readMap reads them as jvmlint does.
func (s *store) readMap() error {
	docs, err := yamldoc.Parse(source.NewFile("hazelcast.yaml", []byte(s.yaml)))
	if err != nil {
		return err
	}
	root, ok := docs[0].Root.Entry("hazelcast")
	if !ok {
		return errors.New("the configuration has no hazelcast at its top")
	}
	entry, err := (&hazelcast.Config{Root: root.Value, Key: root.Key}).MapNamed(s.mapName)
	if err != nil {
		return err
	}
	s.settings = entry.Config()
	return os.WriteFile(s.configFile(), []byte(s.yaml), 0o644)
}

// askJVM asks the JVM what the options come to within the limit.
func (s *store) askJVM() error {
	limit := newMemoryLimit(fmt.Sprintf("fillmember-%d-0", os.Getpid()), s.limit, s.watch)
	defer limit.remove()
	words := append(limit.entering(s.java), s.options...)
	cmd := exec.Command(words[0], append(words[1:], "-XX:+PrintFlagsFinal", "-version")...)
	cmd.Env = withoutJavaOptions()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("the JVM does not start: %w\n%s", err, out[max(0, len(out)-1000):])
	}
	flags := map[string]string{}
	for _, m := range flagRow.FindAllStringSubmatch(string(out), -1) {
		flags[m[1]] = m[2]
	}
	if m := jvmVersion.FindStringSubmatch(string(out)); m != nil {
		s.jvm = m[1]
	}
	s.compact = flags["UseCompressedOops"] == "true"
	s.heap, err = strconv.ParseInt(flags["MaxHeapSize"], 10, 64)
	return err
}

var (
	flagRow    = regexp.MustCompile(`(?m)^\s*\w+ (\w+)\s+=\s+(\S+)`)
	jvmVersion = regexp.MustCompile(`version "([^"]+)"`)
)

func (s *store) configFile() string { return filepath.Join(s.dir, "hazelcast.yaml") }

// fitting is how many values of n bytes the cluster may keep: what the map's
// limit lets it, or where that is none of bytes, what the heaps could hold at
// the best.
func (s *store) fitting(n int64) int64 {
	bytes := s.heap
	if e := s.settings.Eviction; e.Evicts() && e.CountsUsedHeap() {
		if limit := e.HeapBytes(source.Value{N: s.heap, Origin: source.Option}); limit.Known() {
			bytes = limit.N
		}
	}
	members := int64(s.members)
	cost := n
	if counted := s.settings.EntryCost(hazelcast.IntegerKey(), hazelcast.ArrayValue(n), s.compact); counted > 0 {
		cost = counted
	}
	return hazelcast.PrimaryBytes(bytes, members, min(s.settings.Backups(), members-1)) / cost
}
