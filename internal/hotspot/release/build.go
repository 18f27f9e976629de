package release

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// Build is one build of HotSpot: a release, its update, and who made it. What nobody names is empty.
type Build struct {
	Release int
	Update  Update
	Bound   Bound
	Vendor  Vendor
	Why     string // the page that tells the update of a tag that is no longer built; empty for others
}

// Bound is what is known of the update.
type Bound int

const (
	Unnamed Bound = iota // nothing names one
	Newest               // a tag that floats: it moves on with each update
	Exactly              // Update
	AtMost               // Update, or one before it
)

// Update counts the builds of a release: 13 of 11.0.13, 32 and 1 of 11.0.32.1, 252 of 8u252.
// The zero Update is the first build.
type Update struct{ Number, Patch int }

// Compare is negative where u came before v.
func (u Update) Compare(v Update) int {
	return cmp.Or(cmp.Compare(u.Number, v.Number), cmp.Compare(u.Patch, v.Patch))
}

// Vendor is who made a build.
type Vendor string

// The vendors whose images and packages are known.
const (
	Temurin    Vendor = "Temurin"
	Corretto   Vendor = "Corretto"
	Zulu       Vendor = "Zulu"
	Liberica   Vendor = "Liberica"
	Microsoft  Vendor = "Microsoft"
	SapMachine Vendor = "SapMachine"
	RedHat     Vendor = "Red Hat"
	Oracle     Vendor = "Oracle"
	Debian     Vendor = "Debian"
	Ubuntu     Vendor = "Ubuntu"
	Alpine     Vendor = "Alpine"
	OpenJDK    Vendor = "OpenJDK" // Docker Hub's openjdk, built from the sources as they are
)

// String writes a build as people do: 8u252, 11.0.13, 17 where the update is not known.
func (b Build) String() string {
	if b.Bound == Unnamed || b.Bound == Newest {
		return strconv.Itoa(b.Release)
	}
	return b.Update.Of(b.Release)
}

// Of writes an update of a release.
func (u Update) Of(release int) string {
	switch {
	case release <= 8:
		return fmt.Sprintf("%du%d", release, u.Number)
	case u == Update{}:
		return strconv.Itoa(release)
	case u.Patch > 0:
		return fmt.Sprintf("%d.0.%d.%d", release, u.Number, u.Patch)
	}
	return fmt.Sprintf("%d.0.%d", release, u.Number)
}

// vendorWords are words by which release files and java -version tell who made a build.
var vendorWords = jvmflag.Table(vendorsTSV, func(cells []string) []string { return cells })

//go:embed vendors.tsv
var vendorsTSV string

// VendorIn is the vendor that a text names: IMPLEMENTOR of a release file, a line of java
// -version; empty where it names none.
func VendorIn(text string) Vendor {
	for _, w := range vendorWords() {
		if strings.Contains(text, w[1]) {
			return Vendor(w[0])
		}
	}
	return ""
}

// version matches the versions that java -version, release files, logs and tags have, from their beginning.
//
//	https://openjdk.org/jeps/223 and https://openjdk.org/jeps/322: 11.0.13+8, 17.0.20.1, 21+35
//	https://www.oracle.com/java/technologies/javase/versioning-naming.html: 1.8.0_252-b09, 8u252
//	https://github.com/corretto/corretto-8/blob/develop/CHANGELOG.md: 8.432.06.1
//	https://access.redhat.com/articles/1299013: 1.8.0.312.b07 of packages
var version = lazyregexp.New(`^(?:1\.(\d{1,2})(?:\.0(?:[._](\d{1,4}))?)?|(\d{1,2})u(\d{1,4})|8\.(\d{3})\.\d{2}(?:\.\d+)?|(\d{1,3})(?:\.0(?:\.(\d{1,3})(?:\.(\d{1,3})(\.\d+)*)?)?)?(\+\d+)?)(?:[-_+ /]|\.b|$)`)

// Parse reads a version: 17, 1.8, or that of a build: 17.0.9+9, 8u252, 1.8.0_292-b10,
// 11.0.32.1. The release of none is 0.
func Parse(s string) (Build, bool) {
	if b, is := plain(s); is {
		return b, true
	}
	m := version.FindStringSubmatch(s)
	n := func(i int) int { v, _ := strconv.Atoi(m[i]); return v }
	switch {
	case m == nil:
		return Build{}, false
	case m[1] != "":
		return exactly(n(1), Update{Number: n(2)}, m[2] != ""), true
	case m[3] != "":
		return exactly(n(3), Update{Number: n(4)}, true), true
	case m[5] != "":
		return Build{Release: 8, Update: Update{Number: n(5)}, Bound: Exactly, Vendor: Corretto}, true
	}
	b := exactly(n(6), Update{n(7), n(8)}, m[7] != "" || m[10] != "")
	if m[9] != "" && b.Update.Patch != 0 { // Corretto counts its own builds behind the update
		b.Update.Patch, b.Vendor = 0, Corretto
	}
	return b, true
}

// plain reads what most versions are, for which it takes no regular expression: 17, 17-jre, 8u252, 17.0.9.
func plain(s string) (Build, bool) {
	s, _, _ = strings.Cut(s, "-")
	of, update, named := strings.Cut(s, "u")
	if !named {
		of, update, named = strings.Cut(s, ".0.")
	}
	if !isNumber(of, 2) || of == "1" || named && !isNumber(update, 3) {
		return Build{}, false
	}
	return exactly(jvmflag.CellNumber(of), Update{Number: jvmflag.CellNumber(update)}, named), true
}

func isNumber(s string, digits int) bool {
	return 0 < len(s) && len(s) <= digits && strings.Trim(s, "0123456789") == ""
}

func exactly(release int, update Update, named bool) Build {
	if !named {
		return Build{Release: release}
	}
	return Build{Release: release, Update: update, Bound: Exactly}
}

// days are the days on which updates came out, and their numbers in 8, 11, 17, 21 and 25.
var days = jvmflag.Table(daysTSV, func(cells []string) []string { return cells })

//go:embed days.tsv
var daysTSV string

// NewestBy is the newest update of a release that had come out by a day, such as 2021-10-19. It reports false where
// that is not known: before the first day of the table, and from a quarter after the last on.
func NewestBy(jdk int, day string) (Update, bool) {
	const known = "2026-04-20"
	of := slices.Index([]int{8, 11, 17, 21, 25}, jdk)
	if of < 0 || day < days()[0][0] || day > known {
		return Update{}, false
	}
	newest := 0
	for _, d := range days() {
		if d[0] <= day {
			newest = jvmflag.CellNumber(d[1+of])
		}
	}
	return Update{Number: newest}, true
}

// Printed is what a JVM or its files say of their build.
type Printed struct {
	Build    Build
	From, To int    // where the text has its version
	JVM      string // its name, if it is not HotSpot: no more is known then
}

// versions find the version in what JVMs print and write, each in one group.
var versions = []*lazyregexp.Regexp{
	lazyregexp.New(`(?m)^(?:openjdk|java) version "([^"\n]+)"`),                             // java -version
	lazyregexp.New(`(?m)^# JRE version: [^\n]*\(build (\d[\w.+-]*)\)`),                      // the head of an hs_err file
	lazyregexp.New(`(?m)^(?:openjdk|java) (\d[\w.+-]*) \d{4}-\d\d-\d\d`),                    // java --version
	lazyregexp.New(`(?m)^JAVA_VERSION="([^"\n]+)"`),                                         // the file release of a JDK
	lazyregexp.New(` VM (?:\([^)\n]*\) )+for \S+ JRE (?:\([^)\n]*\) )*?\((1?\d[\w.+-]*)\)`), // logs of JDK 8, and hs_err files
	lazyregexp.New(` VM version \S+\r?\nJDK (\d[\w.+-]*)`),                                  // jcmd PID VM.version
	lazyregexp.New(`(?m)^\[.*\] Version: (\S+) \(`),                                         // unified logs
}

var (
	// toldBy finds the lines that tell the vendor beside the version.
	toldBy = lazyregexp.New(`(?m)^.*(?:Runtime Environment|Server VM|Client VM|IMPLEMENTOR="|\] Version: ).*$`)

	// otherVM finds JVMs that are not HotSpot.
	//
	//	https://eclipse.dev/openj9/docs/version0.41/
	//	https://docs.azul.com/prime/release-notes
	otherVM = lazyregexp.New(`(?m)^(?:(?:Eclipse|IBM) )?(OpenJ9|J9) VM |^(Zing) 64-Bit|^JVM_VARIANT="([^"]+)"`)
)

// PrintedIn is the build that a text tells: the output of java -version or of jcmd VM.version, the file
// release of a JDK, the head of a log. It reports false where the text has none.
func PrintedIn(text string) (Printed, bool) {
	if m := otherVM.FindStringSubmatch(text); m != nil && !strings.EqualFold(m[3], "hotspot") {
		return Printed{JVM: m[1] + m[2] + m[3]}, true
	}
	for _, v := range versions {
		m := v.FindStringSubmatchIndex(text)
		if m == nil {
			continue
		}
		version := text[m[2]:m[3]]
		if strings.HasPrefix(version, "8.0_") { // as jcmd has it
			version = "1." + version
		}
		b, is := Parse(version)
		if !is {
			continue
		}
		if b.Vendor == "" {
			b.Vendor = VendorIn(strings.Join(toldBy.FindAllString(text, -1), "\n"))
		}
		return Printed{Build: b, From: m[2], To: m[3]}, true
	}
	return Printed{}, false
}
