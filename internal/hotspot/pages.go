package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

const largePage = 2 * mega

// setLargePages finds only transparent large pages, as on nearly every machine. Up to
// JDK 11 UseLargePages stays on for shared memory, which is not tried.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/linux/os_linux.cpp, os::large_page_init (JDK 8 to 25)
func setLargePages(s *startup) *jvmflag.Refusal {
	const large, transparent, file, shared, why = "UseLargePages", "UseTransparentHugePages", "UseHugeTLBFS", "UseSHM", "large pages"
	if s.jdk >= 9 {
		s.warnOfPages()
	}
	set := func(largeOn, transparentOn, sharedOn bool) {
		for flag, on := range map[string]bool{large: largeOn, transparent: transparentOn, file: false, shared: sharedOn} {
			if s.on(flag) != on {
				s.keepOrigin(flag, 1-s.n(flag), why)
			}
		}
	}
	tries := s.jdk < 16 && (s.on(shared) || s.on(large) && s.isDefault(transparent) && s.isDefault(file) && s.isDefault(shared))
	switch {
	case s.isCommandLine(large) && !s.on(large):
		set(false, false, false)
	case s.on(transparent):
		set(true, true, false)
	default:
		set(tries, false, tries)
	}
	return nil
}

// leaveNUMA leaves open whether the machine has several nodes of memory: on one
// node, the JVM switches off what it asks for.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/linux/os_linux.cpp, os::Linux::numa_init (JDK 8 to 25)
func leaveNUMA(s *startup) *jvmflag.Refusal {
	for _, flag := range []string{"UseNUMA", "UseNUMAInterleaving"} {
		if s.on(flag) && !s.on("ForceNUMA") && (flag == "UseNUMA" || s.jdk >= 25) {
			s.change(flag).unknown = true
		}
	}
	return nil
}

// warnOfPages says that there are no large pages, as on nearly every machine.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/os/linux/os_linux.cpp, os::large_page_init (JDK 11 to 25)
func (s *startup) warnOfPages() {
	const pages, transparent, size = "UseLargePages", "UseTransparentHugePages", "LargePageSizeInBytes"
	switch {
	case s.jdk < 16 && !s.isDefault(size) && s.n(size) != largePage && (s.on(pages) || s.on(transparent) && s.isDefault(pages)):
		s.warn(size, "Setting LargePageSizeInBytes has no effect on this OS. Large page size is 2048K.")
	case s.jdk >= 24 && s.on("UseZGC") && s.on(transparent) && (s.on(pages) || s.isDefault(pages)): // Linux gives none to shared memory by default
		s.logs(transparent, "pagesize", "Shared memory transparent huge pages are not enabled in the OS. Set /sys/kernel/mm/transparent_hugepage/shmem_enabled to 'advise' to enable them.")
	case s.jdk >= 17 && s.on(pages) && s.isCommandLine(pages) && !s.on("UseHugeTLBFS") && !s.on("UseSHM") && !s.on(transparent):
		s.logs(pages, "pagesize", "UseLargePages disabled, no large pages configured and available on the system.")
	case s.jdk < 25 && s.on("UseHugeTLBFS"):
		s.warn("UseHugeTLBFS", "%s", release.Choose(s.jdk, release.Since(11, "HugeTLBFS is not supported by the operating system."),
			release.Since(16, "HugeTLBFS is not configured or not supported by the operating system.")))
	case s.jdk >= 16 && s.jdk < 25 && s.on("UseSHM"):
		s.warn("UseSHM", "Large pages using UseSHM are not configured on this system.")
	}
}

// warnOfSharedPages says that there are none for the heap, and for the tables that a collector maps likewise.
//
// https://github.com/openjdk/jdk11u/blob/jdk-11.0.13-ga/src/hotspot/os/linux/os_linux.cpp, shmat_large_pages (JDK 11)
func (s *startup) warnOfSharedPages() {
	if !s.on("UseSHM") || s.jdk >= 16 || s.isDefault("UseLargePages") && s.isDefault("UseSHM") && s.isDefault("LargePageSizeInBytes") {
		return
	}
	spaces := map[Kind]int{CMS: 2, Shenandoah: 4}
	for range max(spaces[s.collector.Kind], 1) {
		s.warn("UseLargePages", "Failed to reserve shared memory. (error = 12)")
	}
}
