package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/hotspot/release"
)

// A container without a CPU limit may use all CPUs of its node. Older updates nevertheless take its CPU shares,
// which Kubernetes derives from the request, for a number of CPUs.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/os/linux/cgroupSubsystem_linux.cpp, CgroupSubsystem::active_processor_count
// https://bugs.openjdk.org/browse/JDK-8281181 (ended it)

const (
	sharesPerCPU = 1024 // and what a control group has where nobody sets its shares
	leastShares  = 2    // what Kubernetes gives a container without a request
)

// sharesOf is what Kubernetes makes of a request in thousandths of a CPU, 0 where there is none.
//
// https://github.com/kubernetes/kubernetes/blob/v1.30.0/pkg/kubelet/cm/helpers_linux.go, MilliCPUToShares
func sharesOf(millicores int64) int64 { return max(leastShares, millicores*sharesPerCPU/1000) }

// CPUsOfRequest is how many CPUs an update that counts shares sees at most where the container has no CPU limit and
// requests these thousandths of a CPU, 0 for none. It tells false where such an update, too, sees all of the node's:
// a request of exactly one CPU looks as if there were none. That holds for control groups of version 1.
func CPUsOfRequest(millicores int64) (int64, bool) {
	shares := sharesOf(millicores)
	return (shares + sharesPerCPU - 1) / sharesPerCPU, shares != sharesPerCPU
}

// RequestIsOneCPU reports whether a build sees one CPU in a container of a pod with this request and no limit. Between
// one CPU and two, it depends on the version of the control groups.
func RequestIsOneCPU(b release.Build, millicores int64) bool {
	return SharesCounted(b) != "" && millicores > 0 && sharesOf(millicores) < sharesPerCPU
}

// SharesCounted names the updates of a build's release that count shares: all, or those
// before one; empty where none does, and where the build is not one of them as far as is known, or
// sees no limits: a tag without an update moves to later ones.
func SharesCounted(b release.Build) string {
	in := release.SharesNotCounted.In(b)
	if release.SeesLimits.In(b) == release.No || in != release.No && in != release.LikelyNo {
		return ""
	}
	if since, ended := release.SharesNotCounted.Since(b); ended {
		return "updates before " + since.Of(b.Release)
	}
	return fmt.Sprintf("all updates of %d", b.Release)
}
