// Package lint holds the vocabulary of rules and findings, and runs rules over
// workloads. It reads nothing and prints nothing.
package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/wildcard"
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

// String says the fact and the option that gives it. Of what no option gives a fact is the words.
func (f Fact) String() string {
	if name := factNames[f]; name != "" {
		return name + " (--" + string(f) + ")"
	}
	return string(f)
}

// Option is the option that gives the fact, or the fact in words where none does.
func (f Fact) Option() string {
	return If(factNames[f] != "", "--") + string(f)
}

// Rule is one rule: its check, and what its page says. The page is the only place that
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
	Parameters  []Parameter
	Page        func() Words       // what its page says; nil: no more than the title
	Check       func(*Pass)        // judges a workload; nil: the rule is about comments
	CheckIgnore func(*CommentPass) // judges a comment that asks to leave findings out; nil: the rule is about workloads
	At          source.Span        // where a project has written it; of jvmlint's own none
}

// Words are what the page of a rule says of it.
type Words struct {
	What       string    `json:"what"`       // what it looks at and how it judges
	Why        string    `json:"why"`        // what happens otherwise, with numbers
	Fix        string    `json:"fix"`        // what the fixes change
	Exceptions string    `json:"exceptions"` // when a finding may be left alone
	Evidence   string    `json:"evidence"`   // measured, documented or reported, and on what
	Examples   []Example `json:"-"`
	References []string  `json:"references"`
}

// Words are read when somebody asks for them: a check does not.
func (r *Rule) Words() Words {
	if r.Page == nil {
		return Words{}
	}
	return r.Page()
}

// Brought says by whom the rule is there: the version of jvmlint, or the line of the configuration.
func (r *Rule) Brought() string {
	if r.At.IsZero() {
		return "since " + r.Since
	}
	return "of " + r.Place()
}

// Place is the file and the line where a project has written the rule.
func (r *Rule) Place() string {
	return fmt.Sprintf("%s:%d", r.At.File.Name, r.At.File.LineAt(r.At.Start))
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

// Group is what rules are about. Its name stands for all of them where rules are chosen.
type Group string

const (
	GroupStart     Group = "start" // which options count, and whether the process starts with them
	GroupMemory    Group = "memory"
	GroupGC        Group = "gc"
	GroupSecurity  Group = "security"
	GroupHazelcast Group = "hazelcast"
)

func Groups() []string {
	return []string{string(GroupStart), string(GroupMemory), string(GroupGC), string(GroupSecurity), string(GroupHazelcast)}
}

// GroupNames are the groups of a rule in words; empty where it belongs to none.
func (r *Rule) GroupNames() string {
	return strings.Join(lists.Of(r.Groups, func(g Group) string { return string(g) }), ", ")
}

// IDs are the names of rules.
func IDs(rules []*Rule) []string { return lists.Of(rules, func(r *Rule) string { return r.ID }) }

// Named are the ids of the rules that a word chooses: the rule of that name, those of a group, or those whose names
// match a pattern with *.
func Named(word string, rules []*Rule) ([]string, error) {
	pattern := strings.Contains(word, "*") && wildcard.Valid(word)
	chosen := lists.Where(rules, func(r *Rule) bool {
		return r.ID == word || slices.Contains(r.Groups, Group(word)) || pattern && wildcard.Match(word, r.ID)
	})
	switch {
	case len(chosen) > 0:
		return IDs(chosen), nil
	case strings.Contains(word, "*"):
		return nil, fmt.Errorf("no rule matches %q", word)
	}
	return nil, spelling.Unknown("rule", word, append(Groups(), IDs(rules)...))
}

// Unit is what the number of a parameter counts.
type Unit string

const (
	UnitCount        Unit = "count"
	UnitPercent      Unit = "percent"
	UnitBytes        Unit = "bytes"
	UnitMilliseconds Unit = "milliseconds"
)

// Parameter is a number that a rule compares with and that a project may set:
// one that is a matter of judgement, never one that is the JVM's or Hazelcast's.
type Parameter struct {
	Name    string `json:"name"`
	Doc     string `json:"doc"`
	Unit    Unit   `json:"unit"`
	Default int64  `json:"default"`
	Least   int64  `json:"least"`
	Most    int64  `json:"most"`
}

// Settings are what a project says of rules, by their ids.
type Settings map[string]Setting

// Setting is what a project says of one rule. The zero Setting says nothing.
type Setting struct {
	Off        bool
	Severity   *Severity // of all its findings; nil: as the rule says
	Parameters map[string]int64
}

func (s Settings) apply(f *Finding) {
	if severity := s[f.Rule.ID].Severity; severity != nil {
		f.Severity = *severity
	}
}

// Parameter is a number of the rule, as the project sets it or by default.
func (p *Pass) Parameter(q Parameter) int64 {
	if n, set := p.settings[p.rule.ID].Parameters[q.Name]; set {
		return n
	}
	return q.Default
}

// Text writes a number of the parameter with its unit.
func (q Parameter) Text(n int64) string {
	switch q.Unit {
	case UnitPercent:
		return fmt.Sprintf("%d%%", n)
	case UnitBytes:
		return asQuantity.Replace(jvmflag.FormatSize(uint64(n)))
	case UnitMilliseconds:
		return Milliseconds(n).String()
	}
	return fmt.Sprint(n)
}

// asQuantity turns the unit of a size of the JVM into that of a Kubernetes quantity.
var asQuantity = strings.NewReplacer("k", "Ki", "m", "Mi", "g", "Gi")
