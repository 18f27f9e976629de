package lint

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// jvm is a workload whose options are the words of a file.
func jvm(t *testing.T, name, options string, jdks ...int) *workload.Workload {
	f := source.NewFile(name, []byte(options))
	words, err := jvmflag.Words(source.Verbatim(f.Span(0, len(options))))
	require.NoError(t, err)
	return &workload.Workload{Identity: workload.Identity{Name: "java", File: f, JDK: workload.JDK{Candidates: jdks, Why: "a test"}}, Launch: workload.Launch{Known: workload.AllOptions, Options: jvmflag.Known(jvmflag.Runs, jvmflag.OnChannel(jvmflag.CommandLine, words))}}
}

// rule is a made-up rule with this check.
func rule(id string, check func(*Pass)) *Rule {
	return &Rule{ID: id, Severity: Warning, Check: check}
}

// heap reports the heap size on every JDK, in words that name the JDK.
var heap = rule("heap", func(p *Pass) {
	if p.JVM == nil {
		return
	}
	p.Report([]source.Text{p.JVM.Heap.Text}, "heap on JDK %d", p.JDK)
})

// found is a finding in short.
type found struct {
	rule, message, at string
	severity          Severity
	jdks              []int
}

func foundOf(r *Result) []found {
	var all []found
	for _, f := range r.Findings {
		at := f.Span.File.Position(f.Span.Start)
		all = append(all, found{f.Rule.ID, f.Message, fmt.Sprintf("%s:%d:%d", f.Span.File.Name, at.Line, at.Column), f.Severity, f.JDKs})
	}
	return all
}

func TestCheckMergesJDKs(t *testing.T) {
	old := rule("old", func(p *Pass) {
		if p.JDK < 17 {
			p.Report([]source.Text{p.JVM.Heap.Text}, "old").Severity = Error
		}
	})
	graver := rule("graver", func(p *Pass) {
		f := p.Report([]source.Text{p.JVM.Heap.Text}, "on JDK %d", p.JDK)
		if p.JDK == 11 {
			f.Severity = Error
		}
	})
	heavier := rule("heavier", func(p *Pass) {
		p.Report([]source.Text{p.JVM.Heap.Text}, "on JDK %d", p.JDK).Weight = map[int]int64{11: 1, 17: 2, 25: 1}[p.JDK]
	})
	result, err := Check([]*workload.Workload{jvm(t, "f", "-Xmx1g", 11, 25, 17)}, []*Rule{heap, old, graver, heavier})
	require.NoError(t, err)
	assert.Equal(t, []found{
		{"graver", "on JDK 11", "f:1:5", Error, []int{11, 17, 25}}, // said is what is worst
		{"heap", "heap on JDK 25", "f:1:5", Warning, []int{11, 17, 25}},
		{"heavier", "on JDK 17", "f:1:5", Warning, []int{11, 17, 25}},
		{"old", "old", "f:1:5", Error, []int{11}},
	}, foundOf(result))
	assert.Equal(t, &Result{Findings: result.Findings, Predicted: result.Predicted}, result)
}

// If nothing names the JDK, JDK 27 says what is said only where it stands alone.
func TestCheckMergesReleasesOfShortSupport(t *testing.T) {
	graver := rule("graver", func(p *Pass) {
		f := p.Report([]source.Text{p.JVM.Heap.Text}, "on JDK %d", p.JDK)
		if p.JDK == 27 {
			f.Severity = Error
		}
	})
	alone := rule("alone", func(p *Pass) {
		if p.JDK == 27 {
			p.Report([]source.Text{p.JVM.Heap.Text}, "on JDK %d", p.JDK)
		}
	})
	w := jvm(t, "f", "-Xmx1g", 21, 25, 27)
	w.JDK.Open = true
	result, err := Check([]*workload.Workload{w}, []*Rule{graver, alone})
	require.NoError(t, err)
	assert.Equal(t, []found{
		{"alone", "on JDK 27", "f:1:5", Info, []int{27}},
		{"graver", "on JDK 25", "f:1:5", Warning, []int{21, 25, 27}},
	}, foundOf(result))

	result, err = Check([]*workload.Workload{jvm(t, "f", "-Xmx1g", 21, 25, 27)}, []*Rule{graver})
	require.NoError(t, err)
	assert.Equal(t, []found{{"graver", "on JDK 27", "f:1:5", Error, []int{21, 25, 27}}}, foundOf(result))
}

// Two findings of a rule at one place are two, on each JDK.
func TestCheckKeepsFindingsAtOnePlace(t *testing.T) {
	twice := rule("twice", func(p *Pass) {
		p.Report([]source.Text{p.JVM.Heap.Text}, "first")
		p.Report([]source.Text{p.JVM.Heap.Text}, "second")
	})
	result, err := Check([]*workload.Workload{jvm(t, "f", "-Xmx1g", 11, 17)}, []*Rule{twice})
	require.NoError(t, err)
	assert.Equal(t, []found{
		{"twice", "first", "f:1:5", Warning, []int{11, 17}},
		{"twice", "second", "f:1:5", Warning, []int{11, 17}},
	}, foundOf(result))
}

func TestCheckSorts(t *testing.T) {
	options := rule("a-options", func(p *Pass) {
		for i := len(p.Workload.Options) - 1; i >= 0; i-- {
			o := p.Workload.Options[i]
			p.Report([]source.Text{o.Text}, "%s", o)
		}
	})
	nowhere := rule("nowhere", func(p *Pass) { p.Report(nil, "the workload") })
	result, err := Check([]*workload.Workload{jvm(t, "g", "-Xmx1g", 17), jvm(t, "f", "-Xms1g -Xmx2g", 17)}, []*Rule{nowhere, options, heap})
	require.NoError(t, err)
	assert.Equal(t, []found{
		{"a-options", "-Xms1g", "f:1:1", Warning, []int{17}},
		{"nowhere", "the workload", "f:1:1", Warning, []int{17}},
		{"a-options", "-Xmx2g", "f:1:8", Warning, []int{17}},
		{"heap", "heap on JDK 17", "f:1:12", Warning, []int{17}},
		{"a-options", "-Xmx1g", "g:1:1", Warning, []int{17}},
		{"nowhere", "the workload", "g:1:1", Warning, []int{17}},
		{"heap", "heap on JDK 17", "g:1:5", Warning, []int{17}},
	}, foundOf(result))
}

func TestCheckCollectsNeeds(t *testing.T) {
	wants := rule("wants", func(p *Pass) {
		p.Needs(FactMemory)
		if p.JDK == 11 {
			p.Needs(FactCPUs, FactMemory)
		}
	})
	content := rule("content", func(*Pass) {})
	f, g := jvm(t, "f", "-Xmx1g", 11, 17), jvm(t, "g", "-Xmx1g", 17)
	result, err := Check([]*workload.Workload{f, g}, []*Rule{content, wants})
	require.NoError(t, err)
	assert.Equal(t, []NotJudged{
		{Rule: wants, Workload: f, Needs: []Fact{FactMemory, FactCPUs}},
		{Rule: wants, Workload: g, Needs: []Fact{FactMemory}},
	}, result.NotJudged)
	assert.Equal(t, "the memory limit (--memory)", FactMemory.String())
}

func TestCheckRefusals(t *testing.T) {
	type refused struct {
		jdks []int
		line string
		all  bool
	}
	for _, c := range []struct {
		name, options string
		want          []refused
		judged        []int
	}{
		{"starts", "-Xmx1g", nil, []int{11, 17, 25}},
		{"starts nowhere", "-Xmx1gb", []refused{{[]int{11, 17, 25}, "Invalid maximum heap size: -Xmx1gb", true}}, nil},
		{"starts on some", "-Xmx1g -XX:MaxRAMPercentage=80.", []refused{{[]int{11, 17}, "Improperly specified VM option 'MaxRAMPercentage=80.'", false}}, []int{25}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := jvm(t, "f", c.options, 25, 11, 17)
			result, err := Check([]*workload.Workload{w}, []*Rule{heap})
			require.NoError(t, err)
			var got []refused
			for _, r := range result.Refused {
				assert.Same(t, w, r.Workload)
				got = append(got, refused{r.JDKs, r.Refusal.Lines[0], r.All})
			}
			assert.Equal(t, c.want, got)
			var judged []int
			for _, f := range result.Findings {
				judged = append(judged, f.JDKs...)
			}
			assert.Equal(t, c.judged, judged)
		})
	}
}

// Without a JVM the configuration is judged, whatever the JDK.
func TestCheckWithoutJVM(t *testing.T) {
	w := jvm(t, "f", "", 11, 17)
	w.Known, w.IsMember = workload.Nothing, true
	config := rule("config", func(p *Pass) {
		assert.Nil(t, p.JVM)
		p.Report(nil, "timeout %d", p.Heartbeats.Timeout.N)
	})
	result, err := Check([]*workload.Workload{w}, []*Rule{config})
	require.NoError(t, err)
	assert.Equal(t, []found{{"config", "timeout 60000", "f:1:1", Warning, []int{11, 17}}}, foundOf(result))
	assert.Empty(t, result.Findings[0].Context)
}

func TestCheckPanic(t *testing.T) {
	broken := rule("broken", func(*Pass) { panic("no such map") })
	result, err := Check([]*workload.Workload{jvm(t, "f.yaml", "-Xmx1g", 17)}, []*Rule{heap, broken})
	assert.EqualError(t, err, "internal error in rule broken on f.yaml, please report it: no such map")
	assert.Len(t, result.Faults, 1)
	assert.Len(t, result.Findings, 1, "of the other rule")
}

func TestContext(t *testing.T) {
	contexts := func(w *workload.Workload) []string {
		result, err := Check([]*workload.Workload{w}, []*Rule{heap})
		require.NoError(t, err)
		var all []string
		for _, f := range result.Findings {
			all = append(all, f.Context)
		}
		return all
	}
	w := jvm(t, "f", "-Xmx1g -XX:+UseSerialGC", 17)
	assert.Equal(t, []string{"JDK 17 (a test), Serial"}, contexts(w))
	w = jvm(t, "f", "-Xmx1g -XX:+UseG1GC", 11, 17)
	w.JDK.Why = "nothing names it"
	limits := source.NewFile("values.yaml", []byte("a: b\nmemory:  10Gi "))
	w.Memory = source.Value{N: 10 << 30, Origin: source.Configured, Text: source.Verbatim(limits.Span(12, 19))}
	w.CPUs = source.Value{N: 8, Origin: source.Argument, Why: "--cpus", Text: source.Unlocated("8", "--cpus")}
	assert.Equal(t, []string{"assuming JDK 17 of 11, 17 (nothing names it), G1, 8 CPUs (--cpus), limit 10Gi (values.yaml:2)"}, contexts(w))
	w.Memory = source.Value{N: 3 << 29, Origin: source.Argument, Why: "--memory"}
	assert.Equal(t, []string{"assuming JDK 17 of 11, 17 (nothing names it), G1, 8 CPUs (--cpus), limit 1536m (--memory)"}, contexts(w))
}

// In a file of several workloads each finding names its own.
func TestContextOfSeveral(t *testing.T) {
	a := jvm(t, "f", "-Xmx1g -XX:+UseSerialGC", 17)
	b := *a
	a.Name, b.Name = "A_OPTS", "B_OPTS"
	result, err := Check([]*workload.Workload{a, &b}, []*Rule{heap})
	require.NoError(t, err)
	var contexts []string
	for _, f := range result.Findings {
		contexts = append(contexts, f.Context)
	}
	assert.Equal(t, []string{"A_OPTS: JDK 17 (a test), Serial", "B_OPTS: JDK 17 (a test), Serial"}, contexts)
}

func TestWords(t *testing.T) {
	assert.Equal(t, []string{"0 MiB", "1 MiB", "1 MiB", "2 MiB", "no bound"}, []string{MiB(0), MiB(1), MiB(1 << 20), MiB(1<<20 + 1), MiB(hotspot.Unbounded)})
	assert.Equal(t, []string{"", "17", "11, 17"}, []string{Releases(nil), Releases([]int{17}), Releases([]int{17, 11, 17})})
}
