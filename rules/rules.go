// Package rules holds the rules, a file each. A rule compares what the models
// compute; it computes nothing itself.
package rules

import "github.com/jvmlint/jvmlint/internal/lint"

//go:generate go run ./generate README.md

// All lists every rule, in the order of its page in README.md.
func All() []*lint.Rule {
	return []*lint.Rule{
		&unknownFlag,
		&lockedFlag,
		&badFlagValue,
		&collectorConflict,
		&sizeConflict,
		&obsoleteFlag,
		&deprecatedFlag,
		&overriddenFlag,
		&flagWithoutEffect,
		&startDependsOnCPUs,
		&optionsNotRead,
		&containerMemorySum,
		&heapIsLimit,
		&alwaysPreTouch,
		&heapFromHost,
		&heapDefaultQuarter,
		&heapGrows,
		&metaspaceUnbounded,
		&directMemoryUnbounded,
		&directMemoryNonsense,
		&compressedOopsLost,
		&serialByAccident,
		&containerSupportOff,
		&nativeMemoryTrackingOn,
		&memoryUnit,
		&minRAMPercentage,
		&requestBelowHeap,
		&g1RegionCount,
		&g1HeapWastePercent,
		&hazelcastTTLWithoutEntryStats,
		&hazelcastHeartbeatVsFullGC,
		&hazelcastMergePolicyStats,
		&hazelcastEvictionIgnored,
		&hazelcastMapExceedsHeap,
		&hazelcastFreeHeapPolicy,
		&hazelcastTTLVsMaxIdle,
		&hazelcastPerNodeSize,
		&hazelcastSplitBrainUnused,
		&hazelcastSplitBrainSize,
		&hazelcastDefaultNotInherited,
		&hazelcastNativeMemory,
		&hazelcastBackupVsFailures,
		&hazelcastHeartbeatRange,
		&hazelcastPropertyIgnored,
		&hazelcastPropertyShadowed,
		&hazelcastPropertyCrash,
		&hazelcastEvictionCost,
		&hazelcastShutdownLosesData,
		&hazelcastGracePeriod,
		&hazelcastJDK,
		&hazelcastCLISharesOptions,
	}
}
