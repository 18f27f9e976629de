// Package rules holds the rules, one file each. A rule compares the results of
// the models; it computes nothing itself.
package rules

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
)

//go:generate go run ./generate ../docs/rules

// All returns every rule, in the order of the index in docs/rules.
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
		&heapOverVendorShare,
		&metaspaceUnbounded,
		&directMemoryUnbounded,
		&directMemoryNonsense,
		&compressedOopsLost,
		&serialByAccident,
		&containerSupportOff,
		&limitsNotSeen,
		&nativeMemoryTrackingOn,
		&memoryUnit,
		&minRAMPercentage,
		&requestBelowHeap,
		&requestAboveLimit,
		&gcThreadsFixed,
		&heapDumpLost,
		&unknownLogTag,
		&repeatedProperty,
		&unknownContainerField,
		&openDebugPort,
		&g1RegionCount,
		&g1HeapWastePercent,
		&g1HumongousObjects,
		&g1PauseTarget,
		&g1YoungPinned,
		&g1FullGCSerial,
		&g1MixedNever,
		&parallelInCluster,
		&parallelYoungRatio,
		&cmsCardStride,
		&cmsYoungSize,
		&tenuring,
		&zgcHeadroom,
		&shenandoahHeadroom,
		&zgcGenerations,
		&gcLogToSpaceExhausted,
		&gcLogMMUViolated,
		&gcLogNoMixedCollections,
		&gcLogHumongousShare,
		&gcLogFullGCSerialised,
		&gcLogConcurrentModeFailure,
		&gcLogAllocationStall,
		&hazelcastSchema,
		&hazelcastBoolean,
		&hazelcastTTLWithoutEntryStats,
		&hazelcastHeartbeatVsFullGC,
		&hazelcastMergePolicyStats,
		&hazelcastEvictionIgnored,
		&hazelcastMapExceedsHeap,
		&hazelcastFreeHeapPolicy,
		&hazelcastTTLVsMaxIdle,
		&hazelcastPerNodeSize,
		&hazelcastOperatorMaxSize,
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
		&suppressionMalformed,
		&suppressionUnknownRule,
		&suppressionUnused,
	}
}

// ofOptions is an example of options, which a rule reports and does not report.
func ofOptions(args, bad, good string) lint.Example {
	return lint.Example{Name: "options.txt", Args: args, Bad: bad, Good: good}
}

// mended is an example of a file that a rule no longer reports with other words: each old one is followed by the new.
func mended(name, args, bad string, words ...string) lint.Example {
	return lint.Example{Name: name, Args: args, Bad: bad, Good: strings.NewReplacer(words...).Replace(bad)}
}
