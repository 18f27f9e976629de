package custom_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/custom"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func verbatim(name, text string) source.Text {
	return source.Verbatim(source.NewFile(name, []byte(text)).Span(0, len(text)))
}

func compile(condition, message, at string) (*custom.Rule, []string) {
	rule, faults := custom.Compile(custom.Definition{
		ID: verbatim("id", "house-rule"), Condition: verbatim("condition", condition), Message: verbatim("message", message), At: verbatim("at", at),
	}, []string{"heap-grows"})
	var all []string
	for _, f := range faults {
		all = append(all, f.Error())
	}
	return rule, all
}

// outcome says what comes of a condition: findings with what they stand at,
// what is needed, what fails.
func outcome(t *testing.T, condition, message, at, options string, facts workload.Facts) []string {
	rule, faults := compile(condition, message, at)
	require.Empty(t, faults, condition)
	in := input.Read(source.NewFile("jvm.options", []byte(options+"\n")))
	require.Len(t, in.Workloads, 1, options)
	facts.Apply(in.Workloads[0])
	result, _ := lint.Check(in.Workloads, []*lint.Rule{rule.Rule})
	var all []string
	for _, f := range result.Findings {
		all = append(all, fmt.Sprintf("%s @ %s on %s", f.Message, f.Span, lint.Releases(f.JDKs)))
	}
	for _, n := range result.NotJudged {
		for _, fact := range n.Needs {
			all = append(all, "needs "+fact.String())
		}
	}
	for _, err := range result.Faults {
		all = append(all, err.Error())
	}
	return all
}

func on(jdks ...int) workload.Facts {
	return workload.Facts{JDK: workload.JDK{Candidates: jdks, Why: "--jdk"}}
}

func TestOutcome(t *testing.T) {
	limited := on(17)
	limited.Memory = source.Value{N: 8 << 30, Origin: source.Argument, Why: "--memory"}
	limited.CPUs = source.Value{N: 1, Origin: source.Argument, Why: "--cpus"}
	for _, c := range []struct {
		condition, message, at, options string
		facts                           workload.Facts
		want                            []string
	}{
		// sizes, and where findings stand
		{`heap > size("4Gi")`, "{heap}", "", "-ea -Xmx5g", on(17), []string{"5g @ 5g on 17"}},
		{`heap > size("4Gi")`, "{heap}", "MaxHeapSize", "-ea -Xmx5g", on(17), []string{"5g @ -Xmx5g on 17"}},
		{`heap > size("4Gi")`, "{heap}", "-ea", "-ea -Xmx5g", on(17), []string{"5g @ -ea on 17"}},
		{`heap > size("4Gi")`, "{heap}", "", "-ea -Xmx4g", on(17), nil},
		{`heap * 4 < memory`, "{heap} of {memory}, {gc}", "", "-Xmx1g", limited, []string{"1g of 8g, Serial @ 1g on 17"}},
		{`"UseZGC" in set`, "ZGC", "", "-Xmx1g -XX:+UseZGC", on(17), []string{"ZGC @ -XX:+UseZGC on 17"}},
		{`flags.NewRatio == 3`, "{flags.NewRatio}", "", "-Xmx1g -XX:NewRatio=3", on(17), []string{"3 @ -XX:NewRatio=3 on 17"}},
		{`flags["NewRatio"] == 3`, "ratio", "", "-Xmx1g -XX:NewRatio=3", on(17), []string{"ratio @ -XX:NewRatio=3 on 17"}},
		{`options.exists(o, o.startsWith("-Dapp."))`, "{name}", "-Dapp.", "-Xmx1g -Dapp.home=/x", on(17), []string{"options @ -Dapp.home=/x on 17"}},
		{`size(options) == 2 && options.size() == 2`, "two", "-Xmx", "-ea -Xmx1g", on(17), []string{"two @ -Xmx1g on 17"}},
		{`budget.planned > memory`, "over", "", "-Xmx8g", limited, []string{"over @  on 17"}},

		// JDKs that differ
		{`jdk < 17`, "old", "heap", "-Xmx1g", on(11, 17), []string{"old @ 1g on 11"}},
		{`jdk < 25`, "old", "heap", "-Xmx1g", on(11, 17), []string{"old @ 1g on 11, 17"}},

		// what is not known
		{`heap > 1`, "m", "", "-ea", on(17), []string{"needs the memory limit (--memory)"}},
		{`memory > 1`, "m", "", "-Xmx1g", on(17), []string{"needs the memory limit (--memory)"}},
		{`memory > 1 || heap > 1`, "either", "heap", "-Xmx1g", on(17), []string{"either @ 1g on 17"}},
		{`has(memory) && memory > 1`, "m", "", "-Xmx1g", on(17), nil},
		{`!has(memory)`, "no limit: {memory}", "heap", "-Xmx1g", on(17), []string{"no limit: unknown @ 1g on 17"}},
		{`!has(request)`, "m", "heap", "-Xmx1g", on(17), []string{"m @ 1g on 17"}},
		{`request > 1`, "m", "", "-Xmx1g", on(17), []string{"needs the memory request"}},
		{`flags.DisableExplicitGC == true`, "m", "", "-Xmx1g", on(17), []string{"needs the value of DisableExplicitGC"}},
		{`has(flags.DisableExplicitGC)`, "m", "", "-Xmx1g", on(17), nil},
		{`gc == "Serial"`, "m", "", "-Xmx1g", on(17), []string{"needs the memory limit (--memory)", "needs the number of CPUs (--cpus)"}},
		{`gc == "Serial"`, "m", "", "-Xmx1g -XX:+UseSerialGC", on(17), []string{"m @ -XX:+UseSerialGC on 17"}},
		{`starts`, "m", "heap", "-Xmx1g", on(17), []string{"m @ 1g on 17"}},
		{`!starts`, "m", "-Xms", "-Xmx1g -Xms2g", on(17), []string{"m @ -Xms2g on 17"}},
		{`heap > 1`, "m", "", "-Xmx1g -Xms2g", on(17), nil}, // it does not start, and that is a finding

		// what goes wrong while it is judged
		{`heap / (heap - heap) > 1`, "m", "", "-Xmx1g", on(17), []string{"condition:1:1: cannot be judged for options of jvm.options: division by zero"}},
		{`flags.NewRatio`, "m", "", "-Xmx1g", on(17), []string{"condition:1:1: cannot be judged for options of jvm.options: a condition must be true or false, but this is 2"}},
		{`size(name) > 3`, "m", "", "-Xmx1g", on(17), []string{`condition:1:1: cannot be judged for options of jvm.options: "options" is not a Kubernetes quantity, such as 10Gi, 512M or 500m`}},
		{costly, "m", "", "-Xmx1g" + strings.Repeat(" -Da=b", 20), on(17), []string{"condition:1:1: cannot be judged for options of jvm.options: it takes more than 100000 steps"}},
	} {
		assert.Equal(t, c.want, outcome(t, c.condition, c.message, c.at, c.options, c.facts), c.condition+" on "+c.options)
	}
}

const costly = `options.all(a, options.all(b, options.all(c, options.all(d, size(options) > 1))))`

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		condition, message, at string
		want                   []string
	}{
		{"heep > 1", "m", "", []string{`condition:1:1: unknown variable or function "heep", did you mean "heap"?`}},
		{"cpus > 1 &&\n  meemory > 1", "m", "", []string{`condition:2:3: unknown variable or function "meemory", did you mean "memory"?`}},
		{"heap > 4Gi", "m", "", []string{`condition:1:9: write a size as size("4Gi"): "Gi" cannot follow a number`}},
		{`heap > "4Gi"`, "m", "", []string{`condition:1:6: ">" does not take a number and a text: write a size as size("4Gi")`}},
		{"heap >", "m", "", []string{"condition:1:7: the condition ends where a value is expected"}},
		{`heap > size("4Gi"`, "m", "", []string{`condition:1:18: a ")" is missing at the end`}},
		{"heap > 4 heap", "m", "", []string{`condition:1:10: "heap" is not expected here: an operator such as && or == is missing before it`}},
		{"heap = 4", "m", "", []string{"condition:1:6: = is not an operator: there are ==, && and ||"}},
		{"heap > 1 &&& x", "m", "", []string{"condition:1:12: & is not an operator: there are ==, && and ||"}},
		{`name == "é" && flags.NewRatoi == 1`, "m", "", []string{`condition:1:22: unknown flag "NewRatoi", did you mean "NewRatio"?`}},
		{`"UseG2GC" in set`, "m", "", []string{`condition:1:2: unknown flag "UseG2GC", did you mean "UseG1GC"?`}},
		{`has(flags.UseG2GC)`, "m", "", []string{`condition:1:11: unknown flag "UseG2GC", did you mean "UseG1GC"?`}},
		{`has(heep)`, "m", "", []string{`condition:1:5: has() takes a variable, or a flag such as flags.MaxHeapSize`}},
		{`heap > size("4Gj")`, "m", "", []string{`condition:1:14: "4Gj" is not a Kubernetes quantity, such as 10Gi, 512M or 500m`}},
		{`heap`, "m", "", []string{"condition:1:1: a condition must be true or false, but this is int"}},
		{`name.size() > 3`, "m", "", []string{`condition:1:6: size() takes a list, a map, or a size such as size("4Gi"), and not string`}},
		{`heap > 1`, "{haep}", "", []string{`message:1:2: unknown value "haep", did you mean "heap"?`}},
		{`heap > 1`, "é {flags.NewRatoi}", "", []string{`message:1:10: unknown flag "NewRatoi", did you mean "NewRatio"?`}},
		{`heap > 1`, "m", "MaxHeepSize", []string{`at:1:1: unknown variable or flag "MaxHeepSize", did you mean "MaxHeapSize"?`}},
	} {
		rule, faults := compile(c.condition, c.message, c.at)
		assert.Nil(t, rule, c.condition)
		assert.Equal(t, c.want, faults, c.condition)
	}
	_, faults := custom.Compile(custom.Definition{ID: verbatim("id", "heap-grows"), Condition: verbatim("c", "heap > 1"), Message: verbatim("m", "m")}, []string{"heap-grows"})
	require.Len(t, faults, 1)
	assert.Equal(t, `id:1:1: the name "heap-grows" is taken`, faults[0].Error())
}
