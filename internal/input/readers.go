package input

import (
	"bytes"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/compose"
	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
)

// readers are all kinds of files that are read, in the order in which messages
// name them. A new one is a file with its reader, and a line here.
var readers = []reading.Reader{
	kube.HelmTemplates,
	hazelcastXML,
	compose.Files,
	kube.YAMLFiles,
	jibOfMaven,
	jibOfGradle,
	otherText,
	dockerfile,
	systemdUnit,
	pastedOutput,
	fragmentReader,
	optionsText,
	propertiesFile,
	script,
	nothing,
}

// readerOf finds the reader of a file; nil where nobody knows it. Content counts first for the reader that
// the name promises: a script with "{{" in it is no template.
func readerOf(c *reading.Candidate) *reading.Reader {
	says := func(asked func(*reading.Candidate) bool) bool { return asked != nil && asked(c) }
	if owner := firstReader(func(r *reading.Reader) bool { return says(r.Owns) }); owner != nil {
		return owner
	}
	if marked := firstReader(func(r *reading.Reader) bool { return says(r.Mark) }); marked != nil {
		return marked
	}
	if named := readerByName(c.File.Name); named != nil && !named.YAML && says(named.Content) {
		return named
	}
	return firstReader(func(r *reading.Reader) bool { return says(r.Content) })
}

func firstReader(is func(*reading.Reader) bool) *reading.Reader {
	for i := range readers {
		if is(&readers[i]) {
			return &readers[i]
		}
	}
	return nil
}

// Formats are all that a file may have.
func Formats() []reading.Format {
	all := lists.Flat(readers, func(r reading.Reader) []reading.Format { return r.Formats })
	return lists.With(nil, all...)
}

// Wanted reports whether a folder is searched for files of a name. A file that is named is read whatever its name.
func Wanted(name string) bool { return readerByName(name) != nil }

// readerByName is the reader of the files that a name promises; nil where it promises nothing.
func readerByName(name string) *reading.Reader {
	return firstReader(func(r *reading.Reader) bool { return promisedBy(r.Files, name) })
}

// promisedBy reports whether a file, whatever its folder, bears a name of some patterns.
func promisedBy(patterns []string, file string) bool {
	base := path.Base(file)
	return slices.ContainsFunc(patterns, func(pattern string) bool { return matchesName(pattern, base) })
}

// matchesName is path.Match for the patterns that there are most of, for folders of tens
// of thousands of files: *.yaml, *jvmargs*, Dockerfile.*.
func matchesName(pattern, name string) bool {
	// Most names differ from a pattern in their first or last letter.
	differ := func(of, c byte) bool { return of != c && strings.IndexByte(`*?[]\`, of) < 0 }
	if pattern != "" && name != "" && (differ(pattern[0], name[0]) || differ(pattern[len(pattern)-1], name[len(name)-1])) {
		return false
	}
	if !strings.ContainsAny(pattern, `?[\`) {
		before, behind, has := strings.Cut(pattern, "*")
		switch {
		case !has:
			return pattern == name
		case !strings.Contains(behind, "*"):
			return len(name) >= len(before)+len(behind) && strings.HasPrefix(name, before) && strings.HasSuffix(name, behind)
		case before == "" && strings.IndexByte(behind, '*') == len(behind)-1:
			return strings.Contains(name, behind[:len(behind)-1])
		}
	}
	matched, _ := path.Match(pattern, name)
	return matched
}

func whatIsRead() string {
	names := lists.Of(readers, func(r reading.Reader) string { return r.Name })
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	last := len(names) - 1
	return "jvmlint reads " + strings.Join(names[:last], ", ") + ", and " + names[last]
}

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
	return !slices.Contains(otherLanguages, base) && (!strings.Contains(base, ".") || promisedBy(searched, base))
}

// Promises reports whether a file that was searched is worth reading.
func Promises(f *source.File) bool {
	if path.Ext(f.Name) == ".json" {
		return bytes.Contains(f.Data, []byte(`"apiVersion"`)) && HoldsOptions(f.Data)
	}
	if path.Base(f.Name) == "pom.xml" || isGradle(f.Name) {
		return mayUseJib(f) || makesStartScript(f)
	}
	isUnit := serviceSection.Match(f.Data) && execJava.Match(f.Data)
	return IsScript(f.Data) && !slices.Contains(otherLanguages, path.Base(f.Name)) ||
		searchedByName(filepath.ToSlash(f.Name)) && (isUnit || HoldsOptions(f.Data))
}

// execJava finds the command of a unit that is java.
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
	return lists.Any(bytes.Lines(data), func(line []byte) bool {
		return plainOption.Match(line) && !reading.IsComment(string(line)) && !remark.Match(line)
	})
}

var (
	plainOption = lazyregexp.New(`(?:^|[^\w-])-X(?:m[xsn]\d+[kKmMgG]|X:[+-]?[A-Z][A-Za-z])`)
	// heapProperty gives an option, or the size of a heap, to a product.
	heapProperty = lazyregexp.New(`(?m)^[ \t]*(?:wrapper\.java\.(?:additional|maxmemory|initmemory)|(?:dbms|server)\.(?:memory\.heap|jvm\.additional)|spark\.(?:driver|executor|yarn\.am)\.memory)\b`)
	remark       = lazyregexp.New(`(?i)^\s*(?://|/?\*|;|--|<!--|::|@?rem\b)`)
)
