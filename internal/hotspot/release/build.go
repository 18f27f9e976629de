package release

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

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
var vendorWords = []struct {
	word   string
	vendor Vendor
}{
	{"Temurin", Temurin}, {"Adoptium", Temurin}, {"AdoptOpenJDK", Temurin}, {"Corretto", Corretto}, {"Amazon", Corretto},
	{"Zulu", Zulu}, {"Azul", Zulu}, {"BellSoft", Liberica}, {"Microsoft", Microsoft}, {"SapMachine", SapMachine}, {"SAP SE", SapMachine},
	{"Red_Hat", RedHat}, {"Red Hat", RedHat}, {"Debian", Debian}, {"Ubuntu", Ubuntu}, {"Alpine", Alpine}, {"Java(TM) SE", Oracle},
	{"~deb", Debian}, {"ubuntu", Ubuntu}, {"-alpine-r", Alpine}, // of packages of JDK 8, and of Alpine's
}

// VendorIn is the vendor that a text names: IMPLEMENTOR of a release file, a line of java
// -version; empty where it names none.
func VendorIn(text string) Vendor {
	for _, w := range vendorWords {
		if strings.Contains(text, w.word) {
			return w.vendor
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

func exactly(release int, update Update, named bool) Build {
	if !named {
		return Build{Release: release}
	}
	return Build{Release: release, Update: update, Bound: Exactly}
}

// days are the days on which updates came out, and their numbers in 8, 11, 17, 21 and 25; 0:
// that release had not begun. The day of the first build of 17, 21 and 25 is its general availability.
//
//	https://wiki.openjdk.org/display/JDKUpdates/JDK11u (and JDK17u, JDK21u), https://wiki.openjdk.org/display/jdk8u/Main;
//	java -version prints the day from JDK 10 on: builds of 11.0.5, 7, 10, 13 and 24, of 17.0.2, 3, 7, 9 and 12, of
//	21.0.2, 4 and 8, and of 25.0.2 print these
var days = []struct {
	day     string
	updates [5]int
}{
	{"2018-10-16", [5]int{192, 1}}, {"2019-01-15", [5]int{202, 2}}, {"2019-04-16", [5]int{212, 3}}, {"2019-07-16", [5]int{222, 4}},
	{"2019-10-15", [5]int{232, 5}}, {"2020-01-14", [5]int{242, 6}}, {"2020-04-14", [5]int{252, 7}}, {"2020-07-14", [5]int{265, 8}},
	{"2020-10-20", [5]int{275, 9}}, {"2021-01-19", [5]int{282, 10}}, {"2021-04-20", [5]int{292, 11}}, {"2021-07-20", [5]int{302, 12}},
	{"2021-10-19", [5]int{312, 13, 1}}, {"2022-01-18", [5]int{322, 14, 2}}, {"2022-04-19", [5]int{332, 15, 3}}, {"2022-07-19", [5]int{345, 16, 4}},
	{"2022-10-18", [5]int{352, 17, 5}}, {"2023-01-17", [5]int{362, 18, 6}}, {"2023-04-18", [5]int{372, 19, 7}}, {"2023-07-18", [5]int{382, 20, 8}},
	{"2023-10-17", [5]int{392, 21, 9, 1}}, {"2024-01-16", [5]int{402, 22, 10, 2}}, {"2024-04-16", [5]int{412, 23, 11, 3}},
	{"2024-07-16", [5]int{422, 24, 12, 4}}, {"2024-10-15", [5]int{432, 25, 13, 5}}, {"2025-01-21", [5]int{442, 26, 14, 6}},
	{"2025-04-15", [5]int{452, 27, 15, 7}}, {"2025-07-15", [5]int{462, 28, 16, 8}}, {"2025-10-21", [5]int{472, 29, 17, 9, 1}},
	{"2026-01-20", [5]int{482, 30, 18, 10, 2}},
}

// NewestBy is the newest update of a release that had come out by a day, such as 2021-10-19. It reports false where
// that is not known: before the first day of the table, and from a quarter after the last on.
func NewestBy(jdk int, day string) (Update, bool) {
	const known = "2026-04-20"
	of := slices.Index([]int{8, 11, 17, 21, 25}, jdk)
	if of < 0 || day < days[0].day || day > known {
		return Update{}, false
	}
	newest := 0
	for _, d := range days {
		if d.day <= day {
			newest = d.updates[of]
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
