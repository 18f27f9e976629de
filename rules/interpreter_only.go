package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var interpreterOnly = lint.Rule{
	ID: "interpreter-only", Severity: lint.Warning, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupStart},
	Title:  "a property has the JVM compile nothing",
	What: `-Djava.compiler=NONE, or with no value, comes to -Xint up to JDK 20: the JVM only interprets.
-Xint itself is not reported: its name says what it does. With -Xdebug beside it the property does
nothing, which flag-without-effect reports, and from JDK 21 on it is ignored (obsolete-flag).`,
	Why: `Interpreted code is 20 to 40 times slower: 2 million puts and gets of a HashMap took 0.4 to 0.7 s on
JDK 8, 11 and 17, and 11 to 18 s with it.`,
	FixSafety:  "Unsafe: the JVM compiles, and takes memory for the code.",
	Exceptions: "A test of the interpreter.",
	Evidence: `java -version of JDK 8u252, 11.0.13 and 17.0.9 says "interpreted mode" with it, and "mixed
mode" with -Xdebug beside it or with another value; 21.0.8 says that the property is obsolete.`,
	Examples: []lint.Example{ofOptions("--jdk 17", "-Xss1m -Djava.compiler=NONE", "-Xss1m")},
	References: []string{
		"https://github.com/openjdk/jdk/blob/jdk-17-ga/src/hotspot/share/runtime/arguments.cpp",
		"https://bugs.openjdk.org/browse/JDK-8041676",
	},
	Check: func(p *lint.Pass) {
		if o, counts := p.Options.CompilerOff(); counts {
			f := p.Report([]source.Text{o.Text}, "%s switches the compilers off: the JVM only interprets", o)
			f.Suggest(lint.Unsafe, "remove it", p.RemoveOption(o))
		}
	},
}
