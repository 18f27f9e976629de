// Package rules holds the rules, one file each. A rule compares the results of
// the models; it computes nothing itself.
package rules

import (
	"cmp"
	"slices"
	"sync"

	"github.com/jvmlint/jvmlint/internal/gclog"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

//go:generate go test ../internal/report/pages -run UpToDate -update

// All returns every rule, in the order of the index in docs/rules.
func All() []*lint.Rule { return slices.Clone(all()) }

var all = sync.OnceValue(func() []*lint.Rule {
	rules := []*lint.Rule{
		&unknownFlag, &lockedFlag, &badFlagValue, &collectorConflict, &sizeConflict, &obsoleteFlag,
		&deprecatedFlag, &overriddenFlag, &flagWithoutEffect, &startDependsOnCPUs, &optionsNotRead,

		&containerMemorySum, &heapIsLimit, &alwaysPreTouch, &heapFromHost, &heapDefaultQuarter, &heapGrows,
		&heapSizeSlip, &heapOptionRefused, &interpreterOnly, &heapOverVendorShare, &metaspaceUnbounded,
		&directMemoryUnbounded, &directMemoryNonsense, &compressedOopsLost, &serialByAccident,
		&containerSupportOff, &limitsNotSeen, &nativeMemoryTrackingOn, &memoryUnit, &minRAMPercentage,
		&requestBelowHeap, &requestAboveLimit, &gcThreadsFixed, &heapDumpLost, &tempReadOnly, &unknownLogTag,
		&repeatedProperty, &unknownContainerField, &livenessKillsStart, &livenessVsFullGC, &shellBeforeJava, &stopIsFailure,
		&openDebugPort, &portTaken,

		&g1RegionCount, &g1HeapWastePercent, &g1HumongousObjects, &g1PauseTarget, &g1YoungPinned,
		&g1FullGCSerial, &g1MixedNever,

		&parallelInCluster, &parallelYoungRatio, &youngTakesHeap, &cmsCardStride, &cmsYoungSize, &tenuring,
		&zgcHeadroom, &shenandoahHeadroom, &zgcGenerations,

		&gcLogToSpaceExhausted, &gcLogMMUViolated, &gcLogNoMixedCollections, &gcLogHumongousShare,
		&gcLogFullGCSerialised, &gcLogConcurrentModeFailure, &gcLogAllocationStall,

		&hazelcastSchema, &hazelcastBoolean, &hazelcastTTLWithoutEntryStats, &hazelcastHeartbeatVsFullGC,
		&hazelcastMergePolicyStats, &hazelcastEvictionIgnored, &hazelcastMapExceedsHeap,
		&hazelcastFreeHeapPolicy, &hazelcastTTLVsMaxIdle, &hazelcastMaxIdleSecond, &hazelcastPerNodeSize,
		&hazelcastOperatorMaxSize, &hazelcastSplitBrainUnused, &hazelcastSplitBrainSize,
		&hazelcastDefaultNotInherited, &hazelcastNativeMemory, &hazelcastBackupVsFailures,
		&hazelcastHeartbeatRange, &hazelcastRefusedInUse, &hazelcastPropertyIgnored,
		&hazelcastPropertyShadowed, &hazelcastPropertyCrash, &hazelcastEvictionCost,
		&hazelcastCPWithoutPersistence, &hazelcastMulticastFallback, &hazelcastMembersApart, &hazelcastShutdownLosesData,
		&hazelcastGracePeriod, &hazelcastJDK, &hazelcastCLISharesOptions,

		&suppressionMalformed, &suppressionUnknownRule, &suppressionUnused,
	}
	for _, r := range rules {
		r.Page, r.Since = wordsOf(r.ID), cmp.Or(r.Since, "0.1.0")
	}
	return rules
})

// Groups of most rules.
var (
	ofStart     = []lint.Group{lint.GroupStart}
	ofMemory    = []lint.Group{lint.GroupMemory}
	ofGC        = []lint.Group{lint.GroupGC}
	ofHazelcast = []lint.Group{lint.GroupHazelcast}

	ofMemberStart  = []lint.Group{lint.GroupStart, lint.GroupHazelcast}
	ofMemberMemory = []lint.Group{lint.GroupMemory, lint.GroupHazelcast}
)

// lacks reports whether a value is not known, and says which fact the user must give.
func lacks(p *lint.Pass, v source.Value, fact lint.Fact) bool {
	if !v.Known() {
		p.Needs(fact)
	}
	return !v.Known()
}

// lacksMeasured is the same of what only the users of a Hazelcast member are asked to measure.
func lacksMeasured(p *lint.Pass, v source.Value, fact lint.Fact) bool {
	return !v.Known() && (!p.Workload.IsMember || lacks(p, v, fact))
}

// setOrAdd is the edit that writes a value where it stands, else adds the option that gives it.
func setOrAdd(p *lint.Pass, at source.Text, option, value string) source.Edit {
	if at.Located() {
		return lint.Replace(at, value)
	}
	return p.AddOption(option + value)
}

// ofLog judges the GC log that one of these collectors wrote.
func ofLog(check func(*lint.Pass, *gclog.Log), collectors ...string) func(*lint.Pass) {
	return func(p *lint.Pass) {
		if log := p.GCLog(collectors...); log != nil {
			check(p, log)
		}
	}
}

// ofMaps judges each map of a Hazelcast member.
func ofMaps(check func(*lint.Pass, hazelcast.MapConfig)) func(*lint.Pass) {
	return func(p *lint.Pass) {
		for _, m := range p.HazelcastMaps() {
			check(p, m)
		}
	}
}
