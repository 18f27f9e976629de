package reading

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

// conventional is a name that says that it holds options of the JVM, as those
// do that start scripts know: JAVA_OPTS, KAFKA_HEAP_OPTS, CATALINA_OPTS, PULSAR_MEM,
// SERVER_JVMFLAGS, javaOptions, jvm.options, additional_java_arguments.
var conventional = lazyregexp.New(`(?i)java|jvm|jdk|jre|heap|catalina|vmoptions|opts|opt$|jmx|options?$|args$|arguments$|flags$|param(?:eter)?s$|(?:^|[_.-])(?:gc|mem|memory)$`)

// EvidenceOf is how sure it is that a JVM gets the options which stand in a variable
// or under a key.
func EvidenceOf(name string) jvmflag.Evidence {
	if _, own := ChannelOf(name); own {
		return jvmflag.Runs
	}
	if conventional.MatchString(name) && !misspelt(name) {
		return jvmflag.ByConvention
	}
	return jvmflag.LooksLike
}

// misspelt tells JAVE_OPTS: no script reads it, though whoever wrote it meant one.
func misspelt(name string) bool {
	return slices.ContainsFunc(spelling.Near(name, slices.Values(commonNames), 1), func(m spelling.Match) bool {
		return m.Letters == 1 && len(m.Name) == len(name)
	})
}

var commonNames = []string{"JAVA_OPTS", "JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "CATALINA_OPTS"}

// ofAnother reports whether a variable bears the name of a program, as TRINO_JAVA_OPTS does, that none of the
// given names of a container and its image have. Of an abbreviation, as in ES_JAVA_OPTS, nobody can tell.
func ofAnother(variable string, names ...string) bool {
	own := strings.ToLower(strings.Join(names, " "))
	program, _, _ := strings.Cut(variable, "_")
	return len(program) > len("ZK") && strings.Contains(variable, "_JAVA_") && !ofJVM.MatchString(program) && !strings.Contains(own, strings.ToLower(program))
}

// ofJVM finds the first word of a variable that names no program.
var ofJVM = lazyregexp.New(`(?i)java|jvm|jdk|jre|heap|opts?$|options?$|args$|gc$|mem|` +
	`^(?:app|application|service|server|spring|catalina)$`)
