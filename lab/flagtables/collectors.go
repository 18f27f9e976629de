package main

import (
	"maps"
	"slices"
	"strings"
)

// collectors are the options that choose one. A JVM without one of them
// refuses to start.
var collectors = []struct{ name, option string }{
	{"Serial", "-XX:+UseSerialGC"}, {"Parallel", "-XX:+UseParallelGC"}, {"CMS", "-XX:+UseConcMarkSweepGC"}, {"G1", "-XX:+UseG1GC"},
	{"Z", "-XX:+UseZGC"}, {"Shenandoah", "-XX:+UseShenandoahGC"}, {"Epsilon", "-XX:+UseEpsilonGC"},
}

// machines are three that differ in what ergonomics look at.
var machines = [][]string{
	{"-Xms64m", "-Xmx256m", "-XX:ActiveProcessorCount=2"},
	{"-Xms128m", "-Xmx1g", "-XX:ActiveProcessorCount=8"},
	{"-Xms256m", "-Xmx6g", "-XX:ActiveProcessorCount=32"},
}

// ofStart is a flag that a JVM sets by the clock of its processor, as it finds it at
// each start: two starts may differ, whatever the collector.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/cpu/x86/rdtsc_x86.cpp, Rdtsc::initialize
const ofStart = "UseFastUnorderedTimeStamps"

// underCollectors finds the values that a collector starts a flag from, where
// others start it from another and the size of the machine does not matter.
func (r *release) underCollectors() (map[string]map[string]string, error) {
	values := map[string]map[string]string{}
	for _, c := range collectors {
		for i, machine := range machines {
			text, err := r.say(slices.Concat(unlock, machine, []string{c.option, "-XX:+PrintFlagsFinal", "-version"})...)
			if err != nil {
				return nil, err
			}
			seen := map[string]string{}
			for _, row := range printed.FindAllStringSubmatch(text, -1) {
				seen[row[2]] = row[3]
			}
			if len(seen) == 0 {
				break
			}
			if i == 0 {
				values[c.name] = seen
				continue
			}
			maps.DeleteFunc(values[c.name], func(name, value string) bool { return seen[name] != value })
		}
	}
	for _, f := range r.flags {
		var of []string
		for _, v := range values {
			if value, ok := v[f.name]; ok {
				of = append(of, value)
			}
		}
		slices.Sort(of)
		choice := strings.HasPrefix(f.name, "Use") && strings.HasSuffix(f.name, "GC")
		differ := f.name != ofStart && len(of) == len(values) && of[0] != of[len(of)-1] && !choice
		for _, v := range values {
			if !differ || v[f.name] == f.value {
				delete(v, f.name)
			}
		}
	}
	return values, nil
}
