package input

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// Names of files that a folder is searched for, though they promise nothing: they are
// read where they are scripts of a shell, or plainly hold options of a JVM.
var (
	settings = strings.Fields("* *.conf *.cfg *.cnf *.ini *.config *.json *.default *.defaults *.opts *.args *.bash *.ksh *.zsh")
	// Programs hold options in words that only they themselves make options of.
	programs = strings.Fields("Makefile Jenkinsfile Vagrantfile Rakefile *.mk *.xml *.toml *.tf *.hcl *.nomad *.bat *.cmd *.ps1 *.gradle *.kts *.groovy *.sbt *.rb *.pp *.nix *.jsonnet *.cue")
)

// Searched reports whether a folder is searched for files of a name that are wanted
// only for what they hold, and whether a reader may take one.
func Searched(name string) (searched, readable bool) {
	base := path.Base(name)
	matches := func(pattern string) bool {
		if pattern == "*" { // a name without an extension
			return !strings.Contains(base, ".")
		}
		matched, _ := path.Match(pattern, base)
		return matched
	}
	if slices.ContainsFunc(programs, matches) {
		return true, false
	}
	readable = slices.ContainsFunc(settings, matches)
	return readable, readable
}

// IsScript reports whether a text is a script of a shell.
func IsScript(data []byte) bool { return shebang.Match(data[:min(len(data), 100)]) }

var shebang = lazyregexp.New(`^#![ \t]*\S*/(?:env[ \t]+)?(?:ba|da|a|k|z)?sh\b`)

// HoldsOptions reports whether a line that is no comment plainly holds options of a JVM.
func HoldsOptions(data []byte) bool {
	if !bytes.Contains(data, []byte("-Xm")) && !bytes.Contains(data, []byte("-XX:")) {
		return false
	}
	for line := range bytes.Lines(data) {
		if plainOption.Match(line) && !reading.IsComment(string(line)) && !remark.Match(line) {
			return true
		}
	}
	return false
}

var (
	plainOption = lazyregexp.New(`(?:^|[^\w-])-X(?:m[xsn]\d+[kKmMgG]|X:[+-]?[A-Z][A-Za-z])`)
	remark      = lazyregexp.New(`(?i)^\s*(?://|/?\*|;|--|<!--|::|@?rem\b)`)
)
