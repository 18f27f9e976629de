package cli

import "runtime/debug"

// release is set when a release is built.
var release = ""

// version is the release, else what the Go toolchain noted of the build.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "0.0.0-dev"
}
