// Package lint holds the vocabulary of rules and findings, and runs rules over
// workloads. It reads nothing and prints nothing.
package lint

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Severity tells what happens to who leaves a finding alone.
type Severity int

const (
	Info    Severity = iota
	Warning          // works worse than asked for, or does nothing
	Error            // will not start, is killed, or loses data
)

var severityNames = [...]string{"info", "warning", "error"}

// String is the severity as outputs and options spell it.
func (s Severity) String() string { return severityNames[s] }

// Severities lists the names, mildest first.
func Severities() []string { return severityNames[:] }

// Confidence tells what a finding rests on.
type Confidence int

const (
	Certain Confidence = iota // the model is verified exact
	Likely                    // an estimate: pauses, native memory in use
)

var confidenceNames = [...]string{"certain", "likely"}

// String is the confidence as outputs spell it.
func (c Confidence) String() string { return confidenceNames[c] }

// Tag tells what an editor may show of the characters at fault beside a mark.
type Tag int

const (
	NoTag         Tag = iota
	WithoutEffect     // they do nothing: faded
	Deprecated        // they go with a later release: struck through
)

// Fact names something that inputs may lack, as the option that gives it.
type Fact string

const (
	FactMemory        Fact = "memory"
	FactCPUs          Fact = "cpus"
	FactPause         Fact = "full-gc-pause"
	FactLargestObject Fact = "largest-object"
	FactLive          Fact = "live"
	FactMembers       Fact = "members"
	FactJDK           Fact = "jdk"
	FactNodeMemory    Fact = "node-memory" // of a JVM that does not see its limits
	FactNodeCPUs      Fact = "node-cpus"
)

// factNames say each fact in words.
var factNames = map[Fact]string{
	FactMemory: "the memory limit",
	FactCPUs:   "the number of CPUs",
	FactPause:  "the full-GC pause",

	FactLargestObject: "the size of the largest object",
	FactLive:          "the size of the live data",
	FactMembers:       "the number of members",
	FactJDK:           "the JDK",
	FactNodeMemory:    "the memory of the node",
	FactNodeCPUs:      "the CPUs of the node",
}

// String says the fact and the option that gives it. Of what no option gives a
// fact is the words.
func (f Fact) String() string {
	if name := factNames[f]; name != "" {
		return name + " (--" + string(f) + ")"
	}
	return string(f)
}

// Rule is one rule: its page and its check. The page is the only place that
// documents it; explain, the table of rules and every output take it from here.
type Rule struct {
	ID          string
	Severity    Severity   // the highest that it reports
	Confidence  Confidence // the lowest that it reports
	Groups      []Group    // that it belongs to; none: it is about comments, or a project's own
	Since       string     // the version of jvmlint that brought it; empty of a project's own
	Tag         Tag
	OfShape     bool     // it is told, as information, of what only looks like options too
	YieldsTo    []string // rules that say more: what they find at a place on one JDK is told, and not what this one finds there on another
	Title       string   // one line: when it triggers
	What        string   // what it looks at and how it judges
	Why         string   // what happens otherwise, with numbers
	FixSafety   string   // what the fixes change
	Exceptions  string   // when a finding may be left alone
	Evidence    string   // measured, documented or reported, and on what
	Parameters  []Parameter
	Examples    []Example
	References  []string
	Check       func(*Pass)        // judges a workload; nil: the rule is about comments
	CheckIgnore func(*CommentPass) // judges a comment that asks to leave findings out; nil: the rule is about workloads
	At          source.Span        // where a project has written it; of jvmlint's own none
}

// Brought says by whom the rule is there: the version of jvmlint, or the line
// of the configuration.
func (r *Rule) Brought() string {
	if r.At.IsZero() {
		return "since " + r.Since
	}
	return "of " + r.Place()
}

// Place is the file and the line where a project has written the rule.
func (r *Rule) Place() string {
	return fmt.Sprintf("%s:%d", r.At.File.Name, r.At.File.Position(r.At.Start).Line)
}

// Example shows the rule at work, and is run as a test: Bad raises it, Good
// does not, and the first fix of Bad clears it.
type Example struct {
	Name string // what the input would be called: opts.txt, values.yaml, hazelcast.yaml
	Args string // facts it needs: --cpus 8 --memory 10Gi
	Bad  string
	Good string

	BadLog, GoodLog string // GC logs that go with the two; empty where the rule reads none
}
