//go:build !linux

package cli

// useLargePages is left to the system.
func useLargePages() {}
