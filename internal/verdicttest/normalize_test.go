package verdicttest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRead(t *testing.T) {
	const dashes = "Error: Could not create the Java Virtual Machine.\nError: A fatal exception has occurred. Program will exit.\n"
	for _, c := range []struct {
		name string
		o    Outcome
		want Said
	}{
		{"a start", Outcome{Stderr: "openjdk version \"21.0.8\"\nOpenJDK 64-Bit Server VM (build 21)\n"}, Said{Starts: true}},
		{"a glued refusal", Outcome{Exit: 1, Stderr: "Unrecognized VM option 'UseG1GCC'\nDid you mean '(+/-)UseG1GC'? " + dashes},
			Said{Messages: []string{"Unrecognized VM option 'UseG1GCC'", "Did you mean '(+/-)UseG1GC'?"}}},
		{"the log", Outcome{Stdout: "[0.003s][info   ][gc] Using G1\n[0.004s][warning][gc] -Xloggc is deprecated.\n"},
			Said{Starts: true, Messages: []string{"[T][warning][gc] -Xloggc is deprecated."}}},
		{"the log speaks of another JVM", Outcome{Stdout: "[0.003s][warning][perf,memops] Cannot use file /tmp/hsperfdata_root/19508 because it is locked by another process (errno = 11)\n"},
			Said{Starts: true}},
		{"what was asked for", Outcome{Exit: 1, Stdout: "[Global flags]\n     bool UseG1GC  = true {product} {default}\nError occurred during initialization of VM\nToo small maximum heap\n", Stderr: dashes},
			Said{Messages: []string{initializing, "Too small maximum heap"}}},
		{"a reason on standard output alone", Outcome{Exit: 1, Stdout: "The Java thread stack size specified is too small. Specify at least 136k\n", Stderr: dashes},
			Said{Messages: []string{"The Java thread stack size specified is too small. Specify at least 136k"}}},
		{"a crash", Outcome{Exit: 134, Stdout: "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n#  SIGSEGV (0xb) at pc=0x00007f1234567890, pid=12, tid=13\n#\n# JRE version: 21\n"},
			Said{Messages: []string{"#  SIGSEGV (0xb) at pc=N, pid=N, tid=N"}}},
	} {
		assert.Equal(t, c.want, c.o.read(Line{}), c.name)
	}
}

// A line that is written for a shell is read as what it was.
func TestShell(t *testing.T) {
	l := Line{
		Variables: []Variable{{"JAVA_TOOL_OPTIONS", "-Da='b c'\t\"x\"\n"}},
		Args:      []string{"-Dx=it's", "", "-Xmx1g"},
		Files:     map[string]string{"argfile": "-ea\n"},
	}
	assert.Equal(t, `printf %s $'-ea\n' > argfile; JAVA_TOOL_OPTIONS=$'-Da=\'b c\'\t"x"\n' java '-Dx=it'\''s' '' -Xmx1g`, l.shell())
	assert.Equal(t, Line{Variables: []Variable{{"_JAVA_OPTIONS", "-Da=b c"}}, Args: []string{"-Db=c d", "-version"}}, parseLine(`_JAVA_OPTIONS='-Da=b c' -Db="c d"`))
	assert.Equal(t, Line{Args: []string{"-jar", `a\b.jar`}}, parseLine(`! -jar a\\b.jar`))
}

func TestKind(t *testing.T) {
	assert.Equal(t, kind("uintx MaxGCPauseMillis=0 is outside the allowed range [ 1 ... 18446744073709551614 ]"), kind("uintx NewRatio=7 is outside the allowed range [ 0 ... 5 ]"))
	assert.NotEqual(t, kind("Unrecognized VM option 'X'"), kind("Improperly specified VM option 'X'"))
}
