// Package images tells which JVM a container image brings, as far as its name says so.
package images

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
	"github.com/jvmlint/jvmlint/internal/imagename"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/programs"
	"github.com/jvmlint/jvmlint/internal/wildcard"
)

// Reference is the name of an image taken apart: registry and path, and the tag, empty where there is none.
type Reference struct{ Repository, Tag string }

// Parse takes a name apart; a digest is left out, and so is a tag that is filled in later.
func Parse(name string) Reference {
	if at := strings.Index(name, ":$"); at > 0 {
		return Reference{Repository: name[:at]}
	}
	name, _, _ = strings.Cut(name, "@")
	if i := strings.LastIndexByte(name, ':'); i > strings.LastIndexByte(name, '/') {
		return Reference{name[:i], name[i+1:]}
	}
	return Reference{Repository: name}
}

// bare is what is known of an image that brings a JVM and nothing else, by its repository; without a subject: it is not
// known to.
func bare(repository string) catalogue.Fact {
	return bareOnes.Of(repository, func(repository string) catalogue.Fact {
		f, _ := lists.First(catalogue.Facts("JVM images"), func(f catalogue.Fact) bool {
			return lists.AnyWord(repository, func(name, pattern string) bool { return wildcard.Match(pattern, name) }, f.Words("JVM images")...)
		})
		return f
	})
}

var bareOnes parallel.Memo[string, catalogue.Fact]

// othersBuildOn reports whether a repository is a JVM by itself, on which others build.
func othersBuildOn(repository string) bool { return bare(repository).Get("Alone") == "yes" }

// OnlyJDK reports whether an image brings a JDK, and nothing else that a JVM may load: its tags begin with the version
// of the JDK.
func OnlyJDK(r Reference) bool { return bare(r.Repository).Get("Tag") == "JDK" }

// vendors are words for builds of OpenJDK in the names of images that bring one.
var vendors = lazyregexp.New(`temurin|corretto|zulu|liberica|sapmachine|adoptopenjdk`)

// BringsOpenJDK reports whether an image is known to bring a build of OpenJDK with HotSpot: a
// release alone, as in acme/jdk-8, does not say whose.
func BringsOpenJDK(r Reference) bool {
	if OtherJVM(r) != "" {
		return false
	}
	_, named := BuildOf(r)
	return othersBuildOn(r.Repository) || vendors.MatchString(r.Repository+":"+r.Tag) || named && !strings.Contains(r.Repository, "/")
}

// OtherJVM names the JVM of an image that does not run HotSpot; empty where nothing says so.
func OtherJVM(r Reference) string {
	openJ9 := lists.AnyWord(r.Repository+":"+r.Tag, strings.Contains, "openj9", "semeru", "ibmjava")
	if i, _ := Table(nil).Find(r); i.JVM == "OpenJ9" || openJ9 { // which reads other options
		return "OpenJ9"
	}
	named := func(f catalogue.Fact) bool { return path.Base(r.Repository) == f.Subject() }
	if slices.ContainsFunc(catalogue.Facts("Native image"), named) { // of a program that was compiled ahead of time
		return "a native image of GraalVM"
	}
	return ""
}

// Image is what an image brings, as far as somebody has looked into it.
type Image struct {
	Name      Pattern       // of its repository
	Tag       Pattern       // of its tags; empty for all
	JDK       int           // 0 where its name tells, or nothing does
	Build     release.Build // of that release, as far as a project says
	Least     int           // the oldest JDK that it may bring, where JDK is 0; 0: any
	JVM       string        // empty where its name tells
	Hazelcast hazelcast.Version
	Arguments []Argument // what its start script hands to one java, in order
	More      bool       // it adds options that are not listed here
	Start     string     // its start script as a short program of a shell, where there is one
	Files     []string   // files and folders of the image that the script takes options from
	Ignores   []string   // names of files of options that nothing in it reads

	// Reads are all the variables of options that anything in the image reads, the one for options of any kind first;
	// empty where there may be others, as where the script takes in a file that its users may put there.
	Reads []string

	// Unsized is what it does where no option sizes its heap, in the words behind its name, and why nothing can be said
	// of the JVM then; empty: its arguments say all of its heap.
	Unsized string
	Program programs.Program // which sizes its heap where Unsized is said and the memory is known

	TakesArguments bool     // it runs whatever the arguments are
	TakesOptions   bool     // it runs where the first argument begins with a dash
	Programs       []string // that run it where a command in place of the image's own starts one

	AtOnce    []Argument // it starts a JVM for each of these variables, all at once, with these options where one is not set
	Framework bool       // its program is one of Spring, Quarkus or the like

	Source   string // the page that proves it, or the place in a configuration
	Declared bool   // a project says so
}

// HasFiles reports whether something that is mounted hides options of the image.
func (i Image) HasFiles(mounted string) bool {
	return slices.ContainsFunc(i.Files, func(file string) bool {
		return strings.HasPrefix(file+"/", path.Clean(mounted)+"/") || strings.HasPrefix(mounted, file+"/")
	})
}

// Runs reports whether a program is one that runs what the image is for.
func (i Image) Runs(program string) bool {
	return slices.Contains(i.Programs, program) || slices.Contains(i.Programs, path.Base(program))
}

// Guessed reports whether only its name says that it starts a JVM.
func (i Image) Guessed() bool { return i.Unsized == likeOne }

// Argument is what a start script puts on the command line of java: what a variable holds, and Default where it is not
// set. Without a variable it is there always.
type Argument struct {
	Variable, Default string
	Before, Behind    string    // what the script puts around it: -Xmx and m
	Share             string    // what it puts before a share of the memory, such as 75%, in place of Before
	Brought           bool      // the default is a variable of the image: an empty one in its place leaves out both
	If, Unless        []Setting // all hold where it counts, and each leaves it out
	DefaultUnless     string    // a variable that, where it is set, leaves out the default
}

// Setting is a variable that is not empty, or one that holds a certain value.
type Setting struct {
	Variable string
	Value    Pattern
}

// Holds reports whether a value of the variable is meant.
func (s Setting) Holds(value string) bool {
	if s.Value == "" {
		return value != ""
	}
	return s.Value.matches(value)
}

// JVMs are those that an image may run. Options are predicted for HotSpot.
var JVMs = []string{HotSpot, OpenJ9, None}

const (
	HotSpot = "HotSpot"
	OpenJ9  = "OpenJ9"
	None    = "none" // it runs programs of other languages
)

// Pattern is a name with wildcards: * stands for anything but /, ** between two / for any parts.
type Pattern string

func NewPattern(s string) (Pattern, error) {
	if !wildcard.Valid(s) {
		return "", fmt.Errorf("%q is not a name with wildcards such as registry.example.org/base/*", s)
	}
	return Pattern(s), nil
}

func (p Pattern) matches(s string) bool { return wildcard.Match(string(p), s) }

// Table is images that a project knows of, beside those that are known here.
type Table []Image

// Find is the first image of the table, or else of those known here, that a name means.
func (t Table) Find(r Reference) (Image, bool) {
	local := []string{imagename.Local(r.Repository)}
	if i := slices.IndexFunc(t, func(i Image) bool { return means(i.Name, i.Tag, local, r.Tag) }); i >= 0 {
		return t[i], true
	}
	i := foundBefore.Of(r, find)
	return i, i.Name != ""
}

// foundBefore are names that were looked up, as each container of a file may have the same.
var foundBefore parallel.Memo[Reference, Image]

// find is the image of those known here that a name means; without a name of its own: none does.
func find(r Reference) Image {
	names := imagename.Candidates(r.Repository)
	if i, found := known(names, r.Tag, "Image", "Unread"); found {
		return withBundled(i, names, r)
	}
	if i, is := product(names); is || othersBuildOn(r.Repository) {
		return i
	}
	if i, found := known(names, r.Tag, "Named like"); found {
		return withBundled(i, names, r)
	}
	return likeProduct(names)
}

// means reports whether an image of some patterns is meant by one of some names, and by a tag.
func means(name, of Pattern, names []string, tag string) bool {
	return slices.ContainsFunc(names, name.matches) && (of == "" || of.matches(tag))
}

// Build is the build that an image brings, as the table or its name tells: at least its release.
func (t Table) Build(r Reference) (release.Build, bool) {
	if i, found := t.Find(r); found && i.JDK != 0 {
		if i.Build.Release == i.JDK {
			return i.Build, true
		}
		return release.Build{Release: i.JDK}, true
	}
	return BuildOf(r)
}

// BringsJVM reports whether an image is a JVM for programs of others: nothing
// tells what they are, and with which options they are started.
func (t Table) BringsJVM(r Reference) bool {
	i, found := t.Find(r)
	return othersBuildOn(r.Repository) || found && i.Declared && i.JVM != None
}

// RunsJVM reports whether more than its name says that an image runs a JVM.
func (t Table) RunsJVM(r Reference) bool {
	i, found := t.Find(r)
	return found && i.JVM != None && !i.Guessed() || t.BringsJVM(r)
}

// OtherJVM names the JVM of an image that does not run HotSpot; empty where nothing says so.
func (t Table) OtherJVM(r Reference) string {
	switch i, _ := t.Find(r); i.JVM {
	case "":
		return OtherJVM(r)
	case HotSpot, None:
		return ""
	default:
		return i.JVM
	}
}
