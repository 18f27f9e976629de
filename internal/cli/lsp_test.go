package cli_test

import (
	"os"
	"strings"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// values are of a program with a heap of 12800 regions. Its comment is of
// characters that take two units of UTF-16 each, or one, and several bytes.
const values = `kafka: # 😀 żółw
  javaOpts: "-Dx=😀ż -Xmx50g -Xms50g -XX:G1HeapRegionSize=4m -XX:+AlwaysPreTouch"
  resources:
    limits:
      memory: 64Gi
`

func codes(all []diagnostic) []string {
	var codes []string
	for _, d := range all {
		codes = append(codes, d.Code)
	}
	return codes
}

func about(t *testing.T, all []diagnostic, code string) diagnostic {
	t.Helper()
	for _, d := range all {
		if d.Code == code {
			return d
		}
	}
	require.Fail(t, "no "+code, "%v", all)
	return diagnostic{}
}

func TestLSPInitialize(t *testing.T) {
	e := startEditor(t)
	assert.Equal(t, object{
		"capabilities": object{
			"positionEncoding":   "utf-8",
			"textDocumentSync":   object{"openClose": true, "change": 2., "save": true},
			"hoverProvider":      true,
			"completionProvider": object{"triggerCharacters": []any{":", "+"}},
			"codeActionProvider": object{"codeActionKinds": []any{"quickfix", "source.fixAll.jvmlint"}},
		},
		"serverInfo": object{"name": "jvmlint", "version": "0.0.0-dev"},
	}, e.initialize(nil, "utf-8", "utf-16"))
	e.waitFor("registration", func() bool { return len(e.asked) > 0 })
	assert.Equal(t, []string{"client/registerCapability"}, e.asked)
	assert.Zero(t, e.leave())
}

func TestLSPDiagnostics(t *testing.T) {
	for encoding, start := range map[string]int{"utf-16": 58, "utf-8": 61} {
		t.Run(encoding, func(t *testing.T) {
			e := startEditor(t)
			e.initialize(object{"jdk": 11}, encoding)
			e.openText("values.yaml", 7, values)
			d := about(t, e.diagnostics("values.yaml", 7), "g1-region-count")
			assert.Equal(t, textRange{position{1, start}, position{1, start + 2}}, d.Range)
			assert.Equal(t, 2, d.Severity)
			assert.Equal(t, "https://github.com/jvmlint/jvmlint/blob/main/docs/rules/g1-region-count.md", d.About.Href)
			assert.Equal(t, "a heap of 50g has 12800 G1 regions of 4m, over 2048", d.Message)
			require.Len(t, d.Related, 1)
			assert.Equal(t, "heap size set here", d.Related[0].Message)
			assert.Equal(t, e.uri("values.yaml"), d.Related[0].Location.URI)
			assert.Equal(t, 1, d.Related[0].Location.Range.Start.Line)
			assert.Zero(t, e.leave())
		})
	}
}

// What an option does on some JDKs only is not drawn as if it did on all.
func TestLSPTagsOnSomeJDKs(t *testing.T) {
	e := startEditor(t)
	e.initialize(object{"jdk": []int{8, 11}})
	e.openText("jvm.options", 1, "-Xmx4g\n-XX:+UseConcMarkSweepGC\n")
	d := about(t, e.diagnostics("jvm.options", 1), "deprecated-flag")
	assert.Contains(t, d.Message, "(applies to JDK 11 of 8, 11)")
	assert.Empty(t, d.Tags)
}

// What is open counts, and not what is on the disk.
func TestLSPWhileTyping(t *testing.T) {
	e := startEditor(t)
	require.NoError(t, os.WriteFile("values.yaml", []byte("other: file\n"), 0o644))
	e.initialize(object{"jdk": "11"})
	e.openText("values.yaml", 1, values)
	assert.Contains(t, codes(e.diagnostics("values.yaml", 1)), "g1-region-count")
	e.change("values.yaml", 2, object{"range": textRange{position{1, 58}, position{1, 59}}, "text": "32"})
	assert.NotContains(t, codes(e.diagnostics("values.yaml", 2)), "g1-region-count")
	for version := 3; version < 30; version++ {
		e.change("values.yaml", version, object{"range": textRange{position{5, 0}, position{5, 0}}, "text": "# typed\n"})
	}
	e.change("values.yaml", 30, object{"text": strings.Replace(values, "=4m", "=4mm", 1)})
	assert.Contains(t, codes(e.diagnostics("values.yaml", 30)), "bad-flag-value")
	e.notify("textDocument/didClose", object{"textDocument": object{"uri": e.uri("values.yaml")}})
	e.waitFor("end of the diagnostics", func() bool { d := e.shown[e.uri("values.yaml")]; return d.Version == nil && len(d.Diagnostics) == 0 })
	assert.Empty(t, e.messages)
	assert.Zero(t, e.leave())
}

func TestLSPTags(t *testing.T) {
	e := startEditor(t)
	e.initialize(object{"jdk": []any{17}})
	e.openText("jvm.options", 1, "-Xmx4g\n-Xms4g\n-XX:+UseG1GC\n-XX:PretenureSizeThreshold=1m\n-XX:+UseBiasedLocking\n-XX:+PrintFlagsFinal\n")
	all := e.diagnostics("jvm.options", 1)
	assert.Equal(t, []int{1}, about(t, all, "flag-without-effect").Tags)
	assert.Equal(t, []int{2}, about(t, all, "deprecated-flag").Tags)
	for _, d := range all {
		assert.True(t, d.Tags == nil || d.Code == "flag-without-effect" || d.Code == "deprecated-flag", d.Code)
	}
}

func TestLSPFix(t *testing.T) {
	e := startEditor(t)
	e.initialize(object{"jdk": 11})
	e.openText("values.yaml", 1, values)
	e.diagnostics("values.yaml", 1)
	a := named(t, e.actions("values.yaml", 1), "raise the region size to 32m")
	assert.Equal(t, "quickfix", a.Kind)
	assert.False(t, a.IsPreferred, "it changes the behaviour")
	assert.Contains(t, a.Title, "(unsafe)")
	assert.Equal(t, []string{"g1-region-count"}, codes(a.Diagnostics))
	fixed := e.apply(a, "values.yaml", values, 1)
	assert.Equal(t, strings.Replace(values, "=4m", "=32m", 1), fixed)
	e.change("values.yaml", 2, object{"text": fixed})
	assert.NotContains(t, codes(e.diagnostics("values.yaml", 2)), "g1-region-count")
	assert.Empty(t, e.actions("values.yaml", 0), "nothing is at fault there")
	assert.Empty(t, e.actions("values.yaml", 1, "refactor"))
}

// TestLSPFixAll holds the fixes of a whole text against those that check --fix
// makes in its file.
func TestLSPFixAll(t *testing.T) {
	const text = "kafka:\n  javaOpts: -Xmx2gb -Xms2g -XX:+AlwaysPreTouch # żółw\nother:\n  javaOpts: \"-XMaxGCPauseMillis=5 -Xmx1g\"\nthird:\n  javaOpts: -XX:+UseG1CG -Xmx1g\n"
	e := startEditor(t)
	e.initialize(object{"jdk": 17})
	e.openText("values.yaml", 1, text)
	all := e.actions("values.yaml", 0, "source.fixAll")
	require.Len(t, all, 1)
	assert.Equal(t, "source.fixAll.jvmlint", all[0].Kind)
	assert.True(t, named(t, e.actions("values.yaml", 1, "quickfix"), "write -Xmx2g").IsPreferred)
	fixed := e.apply(all[0], "values.yaml", text, 1)
	require.NoError(t, os.WriteFile("values.yaml", []byte(text), 0o644))
	run(t, "jvmlint check --jdk 17 --fix values.yaml")
	want, err := os.ReadFile("values.yaml")
	require.NoError(t, err)
	assert.NotEqual(t, text, string(want))
	assert.Equal(t, string(want), fixed)
	e.change("values.yaml", 2, object{"text": fixed})
	assert.Empty(t, e.actions("values.yaml", 0, "source.fixAll"))
}

func TestLSPHover(t *testing.T) {
	e := startEditor(t)
	e.initialize(object{"jdk": 11, "cpus": 8, "ignore": "container-memory-sum"})
	text := strings.Replace(values, "-Dx=😀ż -Xmx50g", "-Xmx50g -XX:MaxGCPauseMillis=5 -XX:ThreadStackSize=512", 1)
	e.openText("values.yaml", 1, text)
	at := func(what string) string {
		line := strings.Split(text, "\n")[1]
		return e.hover("values.yaml", 1, strings.Index(line, what)+1)
	}
	assert.Regexp(t, `11   maximum heap +50g  command line \(values.yaml:2:18\)`, at("-Xmx50g"))
	assert.Contains(t, at("-Xmx50g"), "**memory of kafka.javaOpts**", "it is a part of the sum")
	assert.Regexp(t, `11   MaxGCPauseMillis +5 ms  command line`, at("-XX:MaxGCPauseMillis"))
	assert.Contains(t, at("-XX:MaxGCPauseMillis"), "MaxGCPauseMillis: number, 200 ms by default, at least 1 ms (JDK 11)")
	assert.Regexp(t, `11   ThreadStackSize +512 KB`, at("-XX:ThreadStackSize"))
	assert.Regexp(t, `11   G1 region +4m `, at("-XX:G1Heap"))
	assert.Contains(t, at("4m -XX"), "warning: a heap of 50g has 12800 G1 regions of 4m, over 2048 [g1-region-count]")
	assert.Contains(t, at("4m -XX"), "### [g1-region-count](https://github.com/jvmlint/jvmlint/blob/main/docs/rules/g1-region-count.md)")
	assert.Contains(t, e.hover("values.yaml", 4, 16), "limit ", "the sum over the limit")
	assert.Empty(t, e.hover("values.yaml", 2, 4))
	assert.Empty(t, e.hover("values.yaml", 99, 4))

	e.openText("jvm.options", 1, "# g1-region-count, see there\n-Xmx1g\n-Xmx2g\n-XX:+UseFoo\n")
	assert.Contains(t, e.hover("jvm.options", 0, 5), "G1 cuts the heap into more than 2048 regions")
	assert.Empty(t, e.hover("jvm.options", 0, 20))
	e.openText("start.sh", 1, "java -Xmx1g -Dstore.password=geheim -jar a.jar -Dapi.token=geheim -Xms1g\n")
	for what, want := range map[int]string{14: "sets the system property store.password", 50: "the JVM does not read it", 68: "the JVM does not read it"} {
		told := e.hover("start.sh", 0, what)
		assert.Contains(t, told, want, what)
		assert.NotContains(t, told, "geheim", what)
	}
	assert.Contains(t, e.hover("jvm.options", 1, 3), "JDK 11: MaxHeapSize is overridden by -Xmx2g (jvm.options:3:1)")
	assert.Contains(t, e.hover("jvm.options", 2, 3), "JDK 11: no effect, because the JVM does not start: Unrecognized VM option 'UseFoo'")
}

// What each of several JDKs makes of an option is told apart.
func TestLSPHoverOnSeveralJDKs(t *testing.T) {
	e := startEditor(t, "--jdk", "11,17")
	e.initialize(nil)
	e.openText("jvm.options", 1, "-Xmx4g\n-XX:+UseG1GC\n-XX:G1HeapRegionSize=3m\n")
	told := e.hover("jvm.options", 2, 4)
	assert.Regexp(t, `11   G1 region +2m `, told)
	assert.Regexp(t, `17   G1 region +4m `, told)
}

func TestLSPNotOurs(t *testing.T) {
	e := startEditor(t)
	e.initialize(nil)
	for name, text := range map[string]string{
		"ci.yaml": "on: push\njobs: {a: {steps: []}}\n", "notes.txt": "hello\n", "empty.yaml": "", "word.yaml": "word", "Main.java": "class Main { int x = 1 / 0; }\n",
		"templates/x.yaml": "{{ if .Values.x }}\na: b\n{{ end }}\n",
	} {
		e.openText(name, 1, text)
		assert.Equal(t, []diagnostic{}, e.diagnostics(name, 1), name)
		assert.Empty(t, e.hover(name, 0, 1), name)
		assert.Empty(t, e.actions(name, 0), name)
	}
	assert.Empty(t, e.messages)
}

func TestLSPBroken(t *testing.T) {
	e := startEditor(t)
	e.initialize(nil)
	e.openText("values.yaml", 1, "kafka:\n  javaOpts: \"-Xmx1g\n  x: {\n")
	all := e.diagnostics("values.yaml", 1)
	require.Len(t, all, 1)
	assert.Equal(t, 1, all[0].Severity)
	assert.NotEmpty(t, all[0].Message)
	e.openText("quote.options", 1, "JAVA_OPTS=\"-Xmx1g '-Xms1g\"\n")
	all = e.diagnostics("quote.options", 1)
	require.Len(t, all, 1)
	assert.Contains(t, all[0].Message, "quote")
	assert.Equal(t, 0, all[0].Range.Start.Line)
}

// What is not judged says so, until it is a text that can be.
func TestLSPNotJudged(t *testing.T) {
	e := startEditor(t)
	e.initialize(nil)
	for name, c := range map[string]struct{ text, want string }{
		"values.yaml":       {"a: b\n" + strings.Repeat("# as long as no values are\n", 700_000), "18900005 bytes, over the limit of 16777216"},
		"large.options":     {strings.Repeat("-Xmx1g\n", 3_000_000), "21000000 bytes, over the limit of 16777216"},
		"jvm.options":       {"-Xmx9g\x00\n", "not judged: a zero byte in it shows that it is not text"},
		"Dockerfile":        {"FROM x\x00", "not judged: a zero byte in it shows that it is not text"},
		"templates/pod.yml": {"a: \x00\n", "not judged: a zero byte in it shows that it is not text"},
	} {
		e.openText(name, 1, c.text)
		assert.Equal(t, []diagnostic{{Severity: 1, Message: c.want}}, e.diagnostics(name, 1), name)
		assert.Empty(t, e.hover(name, 0, 1), name)
		assert.Empty(t, e.actions(name, 0), name)
		e.change(name, 2, object{"text": "a: b\n"})
		assert.NotContains(t, e.diagnostics(name, 2), diagnostic{Severity: 1, Message: c.want}, name)
	}
}

// A byte order mark is a character of a text where the client has it in the text;
// most take it off before they send it.
func TestLSPByteOrderMark(t *testing.T) {
	const mark, text = "\ufeff", "-XX:+UseConcMarkSweepGC -Xmx9g\n-Xmx8g\n"
	e := startEditor(t, "--jdk", "11")
	e.initialize(nil)
	require.NoError(t, os.WriteFile("plain.options", []byte(mark+text), 0o644))
	e.openText("plain.options", 1, text)
	e.openText("marked.options", 1, mark+text)
	ranges := func(name string, shift int) (all []textRange) {
		for _, d := range e.diagnostics(name, 1) {
			for _, p := range []*position{&d.Range.Start, &d.Range.End} {
				if p.Line == 0 {
					p.Character += shift
				}
			}
			all = append(all, d.Range)
		}
		return all
	}
	assert.Equal(t, textRange{position{0, 1}, position{0, 24}}, ranges("marked.options", 0)[0])
	assert.Equal(t, ranges("plain.options", 1), ranges("marked.options", 0))
	told := e.hover("plain.options", 0, 26)
	assert.NotEmpty(t, told)
	assert.Equal(t, strings.ReplaceAll(told, "plain", "marked"), e.hover("marked.options", 0, 27))
	fixed := e.apply(named(t, e.actions("plain.options", 0), "remove"), "plain.options", text, 1)
	assert.NotEqual(t, text, fixed)
	assert.Equal(t, mark+fixed, e.apply(named(t, e.actions("marked.options", 0), "remove"), "marked.options", mark+text, 1))
}

func TestLSPErrors(t *testing.T) {
	e := startEditor(t)
	code := func(method string, params any) int64 {
		var failed *jsonrpc2.Error
		require.ErrorAs(t, e.conn.Call(t.Context(), method, params, nil), &failed, method)
		return failed.Code
	}
	assert.EqualValues(t, -32002, code("textDocument/hover", object{}))
	e.initialize(nil)
	assert.EqualValues(t, jsonrpc2.CodeMethodNotFound, code("textDocument/rename", object{}))
	assert.EqualValues(t, jsonrpc2.CodeInvalidParams, code("textDocument/hover", object{"position": "here"}))
	assert.EqualValues(t, jsonrpc2.CodeInvalidParams, code("textDocument/hover", object{"textDocument": object{"uri": e.uri("unknown")}}))
	assert.EqualValues(t, jsonrpc2.CodeInvalidRequest, code("initialize", object{}))
	e.notify("$/whatever", nil)
	e.notify("textDocument/didChange", object{"textDocument": object{"uri": e.uri("unknown"), "version": 2}})
	e.waitFor("message", func() bool { return len(e.messages) > 0 })
	assert.Equal(t, []string{"textDocument/didChange: " + e.uri("unknown") + " is not open"}, e.messages)
	e.call("shutdown", nil, nil)
	assert.EqualValues(t, jsonrpc2.CodeInvalidRequest, code("textDocument/hover", object{}))
	e.notify("exit", nil)
	assert.Zero(t, <-e.exit)
}

func TestLSPWithoutShutdown(t *testing.T) {
	e := startEditor(t)
	e.initialize(nil)
	e.notify("exit", nil)
	assert.Equal(t, 1, <-e.exit)
	e = startEditor(t)
	require.NoError(t, e.conn.Close())
	assert.Equal(t, 1, <-e.exit)
}

// Flags are completed with what the JDK of the file says of them.
func TestLSPCompletion(t *testing.T) {
	e := startEditor(t)
	e.initialize(object{"jdk": 17})
	e.openText("values.yaml", 1, "kafka:\n  javaOpts: \"-Xmx1g -XX:MaxGCP -XX:-UseStringDed -XX:G1HeapReg -Xm\"\n")
	at := func(what string) []completion {
		return e.complete("values.yaml", 1, strings.Index(`  javaOpts: "-Xmx1g -XX:MaxGCP -XX:-UseStringDed -XX:G1HeapReg -Xm"`, what)+len(what))
	}
	from := func(start, end int) textRange { return textRange{position{1, start}, position{1, end}} }
	assert.Equal(t, []completion{
		{"-XX:MaxGCPauseMillis=", "number, 200 ms by default, at least 1 ms (JDK 17)", textEdit{from(20, 30), "-XX:MaxGCPauseMillis="}},
	}, at("MaxGCP"))
	assert.Equal(t, []completion{
		{"-XX:-UseStringDeduplication", "switch, off by default (JDK 17)", textEdit{from(31, 48), "-XX:-UseStringDeduplication"}},
	}, at("UseStringDed"))
	assert.Equal(t, []completion{
		{"-XX:G1HeapRegionSize=", "size, 0 by default, from 0 to 32m (JDK 17)", textEdit{from(49, 62), "-XX:G1HeapRegionSize="}},
	}, at("G1HeapReg"))
	var short []string
	for _, c := range at(" -Xm") {
		short = append(short, c.Label)
	}
	assert.Equal(t, []string{"-Xmx", "-Xms", "-Xmn"}, short)
	assert.Empty(t, e.complete("values.yaml", 0, 3))
	assert.Zero(t, e.leave())
}
