package jvmflag

import "github.com/jvmlint/jvmlint/internal/lazyregexp"

// countsBytes finds the flags that do. Others of type size_t, or with Size in
// their names, count entries, words or KiB.
var countsBytes = lazyregexp.New(`(?:Heap|Metaspace|Space|CodeCache|New|Old|Perm|Memory|Region|TLAB|LogFile|Page)Size(?:InBytes)?$`)

// CountsBytes reports whether a flag is a size in bytes.
func CountsBytes(flag string) bool { return countsBytes.MatchString(flag) }

// CountsKiB reports whether a flag is a size in KiB, which the words that set
// it, such as -Xss, take in bytes.
func CountsKiB(flag string) bool {
	return flag == "ThreadStackSize" || flag == "CompilerThreadStackSize" || flag == "VMThreadStackSize"
}
