package input

import (
	"bytes"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// searched are names that promise nothing, of files that hold settings, scripts or builds. They are read where
// they are a script of a shell, a unit, a build that names Jib, or plainly hold options of a JVM.
var searched = strings.Fields(`*.conf *.cfg *.cnf *.ini *.config *.default *.defaults *.opts *.args *.bash *.ksh *.zsh
	*.sysconfig *.json pom.xml build.gradle build.gradle.kts`)

// otherLanguages are files without an extension that are in a language of their own, or that build tools bring.
var otherLanguages = strings.Fields("Makefile makefile GNUmakefile Jenkinsfile Vagrantfile Rakefile Gemfile Justfile justfile gradlew mvnw")

// ofPrograms are folders in which a file may be a script of a shell whatever its name ends with: bin/app.functions.
var ofPrograms = strings.Fields("bin sbin libexec scripts init.d")

// Searched reports whether a folder is searched for a file of a name that promises nothing, for what it holds.
func Searched(name string) bool {
	return searchedByName(name) || slices.Contains(ofPrograms, path.Base(path.Dir(name)))
}

func searchedByName(name string) bool {
	base := path.Base(name)
	if slices.Contains(otherLanguages, base) {
		return false
	}
	return !strings.Contains(base, ".") || slices.ContainsFunc(searched, func(pattern string) bool { return matchesName(pattern, base) })
}

// Promises reports whether a file that was searched is worth reading.
func Promises(f *source.File) bool {
	if path.Ext(f.Name) == ".json" {
		return bytes.Contains(f.Data, []byte(`"apiVersion"`)) && HoldsOptions(f.Data)
	}
	if path.Base(f.Name) == "pom.xml" || isGradle(f.Name) {
		return mayUseJib(f) || makesStartScript(f)
	}
	return IsScript(f.Data) && !slices.Contains(otherLanguages, path.Base(f.Name)) ||
		searchedByName(filepath.ToSlash(f.Name)) && (isUnitOfJVM(f.Data) || HoldsOptions(f.Data))
}

// isUnitOfJVM reports whether a text is a unit whose command is java.
func isUnitOfJVM(data []byte) bool { return serviceSection.Match(data) && execJava.Match(data) }

var execJava = lazyregexp.New(`(?m)^ExecStart[ \t]*=[^\n]*\bjava["']?[ \t]`)

// IsScript reports whether a text is a script of a shell.
func IsScript(data []byte) bool { return shebang.Match(data[:min(len(data), 100)]) }

var shebang = lazyregexp.New(`^#![ \t]*\S*/(?:(?:env|with-contenv)[ \t]+)?(?:ba|da|a|k|z)?sh\b`)

// HoldsOptions reports whether a line that is no comment plainly holds options of a JVM.
func HoldsOptions(data []byte) bool {
	if slices.ContainsFunc([]string{"wrapper.java.", ".memory.heap", ".jvm.additional", "spark."}, func(part string) bool { return bytes.Contains(data, []byte(part)) }) && heapProperty.Match(data) {
		return true
	}
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
	// heapProperty gives an option, or the size of a heap, to a product.
	heapProperty = lazyregexp.New(`(?m)^[ \t]*(?:wrapper\.java\.(?:additional|maxmemory|initmemory)|(?:dbms|server)\.(?:memory\.heap|jvm\.additional)|spark\.(?:driver|executor|yarn\.am)\.memory)\b`)
	remark       = lazyregexp.New(`(?i)^\s*(?://|/?\*|;|--|<!--|::|@?rem\b)`)
)
