package release

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

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
