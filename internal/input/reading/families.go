package reading

import (
	"slices"
	"strings"
	"sync"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// families tell of a variable, by its name, with which others a start script puts it on one
// command line: the name of the first, and where it stands.
var families = sync.OnceValue(func() map[string]member {
	all := map[string]member{}
	for _, f := range catalogue.Facts("Together") {
		names := f.Words("Together")
		for i, name := range names {
			all[name] = member{names[0], i}
		}
	}
	return all
})

type member struct {
	of string
	at int
}

// partName is a variable that holds some of the options of a program, as its start script names them: KAFKA_HEAP_OPTS,
// PULSAR_GC. Those of one program are in the order of kafka-run-class.sh.
// https://github.com/apache/kafka/blob/3.7.0/bin/kafka-run-class.sh
// https://github.com/apache/pulsar/blob/v3.2.0/bin/pulsar
// https://github.com/apache/bookkeeper/blob/release-4.16.4/bin/common.sh
var partName = lazyregexp.New(`^([A-Z][A-Z0-9_]*?)_(HEAP|MEM|JVM_PERFORMANCE|GC|GC_LOG|GC_LOGGING|JMX|LOG4J|EXTRA)(_OPTS)?$`)

var partOrder = strings.Fields("HEAP MEM JVM_PERFORMANCE GC GC_LOG GC_LOGGING JMX LOG4J EXTRA")

// family tells to which JVM a variable belongs, and where in its command line it
// stands. The JVM has no name where that is not known.
func family(name string) (of string, at int) {
	if f, known := families()[name]; known {
		return f.of, f.at
	}
	if m := partName.FindStringSubmatch(name); m != nil {
		return m[1] + "_", slices.Index(partOrder, m[2])
	}
	if program, all := strings.CutSuffix(name, "_OPTS"); all {
		return program + "_", len(partOrder)
	}
	return "", 0
}

// inFamilies puts names of one JVM beside each other, where they may be joined.
func inFamilies(names []string, may func(name string) bool) [][]string {
	var all [][]string
	at := map[string]int{}
	for _, name := range names {
		of, _ := family(name)
		i, known := at[of]
		switch {
		case of == "" || !may(name):
			all = append(all, []string{name})
		case known:
			all[i] = append(all[i], name)
		default:
			at[of] = len(all)
			all = append(all, []string{name})
		}
	}
	for _, together := range all {
		slices.SortStableFunc(together, func(a, b string) int {
			_, x := family(a)
			_, y := family(b)
			return x - y
		})
	}
	return all
}
