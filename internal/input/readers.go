package input

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
)

// readers are all kinds of files that are read, in the order in which messages
// name them. A new one is a file with its reader, and a line here.
var readers = []reading.Reader{
	kube.HelmTemplates,
	hazelcastXML,
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
	for i, r := range readers {
		if r.Owns != nil && r.Owns(c) {
			return &readers[i]
		}
	}
	for i, r := range readers {
		if r.Mark != nil && r.Mark(c) {
			return &readers[i]
		}
	}
	if named := readerByName(c.File.Name); named != nil && !named.YAML && named.Content != nil && named.Content(c) {
		return named
	}
	for i, r := range readers {
		if r.Content != nil && r.Content(c) {
			return &readers[i]
		}
	}
	return nil
}

// Formats are all that a file may have.
func Formats() []reading.Format {
	var all []reading.Format
	for _, r := range readers {
		for _, f := range r.Formats {
			if !slices.Contains(all, f) {
				all = append(all, f)
			}
		}
	}
	return all
}

// Wanted reports whether a folder is searched for files of a name. A file that is named is read whatever its name.
func Wanted(name string) bool {
	return readerByName(name) != nil
}

// readerByName is the reader of the files that a name promises; nil where it promises nothing.
func readerByName(name string) *reading.Reader {
	base := path.Base(name)
	for i, r := range readers {
		for _, pattern := range r.Files {
			if matchesName(pattern, base) {
				return &readers[i]
			}
		}
	}
	return nil
}

// matchesName is path.Match for the patterns that there are most of, for folders of tens
// of thousands of files: *.yaml, *jvmargs*, Dockerfile.*.
func matchesName(pattern, name string) bool {
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
	var names []string
	for _, r := range readers {
		if r.Name != "" {
			names = append(names, r.Name)
		}
	}
	last := len(names) - 1
	return "jvmlint reads " + strings.Join(names[:last], ", ") + ", and " + names[last]
}
