package reading

import (
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
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
	if conventional.MatchString(name) {
		return jvmflag.ByConvention
	}
	return jvmflag.LooksLike
}
