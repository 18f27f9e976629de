package cli_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/cli"
)

// playground is the page of scripts/playground.sh in a browser.
type playground struct {
	*browser
	page url.URL
}

func newPlayground(t *testing.T) playground {
	path := os.Getenv("JVMLINT_PLAYGROUND")
	if path == "" {
		t.Skip("JVMLINT_PLAYGROUND names no page: scripts/playground.sh builds one")
	}
	p := playground{newBrowser(t), url.URL{Scheme: "file", Path: path}}
	p.load("")
	return p
}

// load opens the page with a fragment of its address, and waits for what it says of its text.
func (p playground) load(fragment string) {
	p.t.Helper()
	page := p.page
	page.Fragment = fragment
	p.open("about:blank") // another fragment alone opens no page
	p.open(page.String())
	p.rest()
}

// rest waits until nothing is left to answer.
func (p playground) rest() {
	p.t.Helper()
	require.Eventually(p.t, func() bool { return p.evaluate("document.body.dataset.state") == "idle" }, time.Minute, 20*time.Millisecond)
}

// do runs a statement, and waits.
func (p playground) do(statement string, args ...any) {
	p.t.Helper()
	p.evaluate(fmt.Sprintf(statement, args...))
	p.rest()
}

// promised is what a promise comes to.
func (p playground) promised(expression string) any {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[any](expression, func(e *runtime.EvaluateParams) { e.AwaitPromise = new(true) }))
	require.NoError(p.t, err, expression)
	return value
}

// typed puts a text in place of all, as the keyboard does.
func (p playground) typed(text string) {
	p.t.Helper()
	p.do("document.querySelector('.cm-content').focus(); document.execCommand('selectAll'); document.execCommand('insertText', false, %s); document.body.dataset.state", quoted(text))
}

func (p playground) text() string { return p.evaluate("playground.text()").(string) }

func (p playground) findings() string {
	return p.evaluate("document.getElementById('findings').innerText").(string)
}

func quoted(text string) string {
	data, _ := json.Marshal(text)
	return string(data)
}

// TestPlayground types, mends, asks and shares.
func TestPlayground(t *testing.T) {
	p := newPlayground(t)
	t.Log("first findings after", p.evaluate("document.body.dataset.first"), "ms, the last took", p.evaluate("document.body.dataset.took"), "ms")
	assert.Contains(t, p.findings(), "a heap of 2g leaves nothing of the limit of 2Gi")

	p.typed("java -Xmx2gb -XX:+UseG1GC -jar app.jar\n")
	assert.Contains(t, p.findings(), `"2gb" is not a size`)
	assert.Equal(t, true, p.evaluate("!!document.querySelector('.cm-lintRange-error')"), "the characters are marked")
	assert.Regexp(t, `^\d+ errors?.* · checked 1 JVM`, p.evaluate("document.getElementById('status').textContent"))

	before := p.text()
	p.do("document.querySelector('button.fix').click()")
	require.Eventually(t, func() bool { return p.evaluate("!!document.querySelector('pre.diff')") == true }, time.Minute, 20*time.Millisecond)
	assert.Contains(t, p.evaluate("document.querySelector('pre.diff').innerText"), "- java -Xmx2gb")
	p.do("document.querySelector('button.apply').click()")
	assert.NotEqual(t, before, p.text())
	assert.NotContains(t, p.findings(), "-Xmx2gb")

	p.do("{ const e = document.getElementById('example'); e.value = '1'; e.dispatchEvent(new Event('change')) }")
	assert.Contains(t, p.findings(), "G1HeapWastePercent=0")
	p.do("document.getElementById('tab-prediction').click()")
	shown := p.evaluate("document.getElementById('prediction').innerText").(string)
	assert.Contains(t, shown, "2304 of 4 MiB")
	assert.Contains(t, shown, "a pause of 5000 ms")
	assert.Contains(t, shown, "too little")
	p.do("{ const m = document.getElementById('fact-memory'); m.value = '13'; m.dispatchEvent(new Event('input')) }")
	shown = p.evaluate("document.getElementById('prediction').innerText").(string)
	assert.Contains(t, shown, "limit 24576 MiB")
	assert.Contains(t, shown, "to spare")
	p.do("document.querySelector('#prediction details:last-child').open = true")
	require.Eventually(t, func() bool {
		return strings.Contains(fmt.Sprint(p.evaluate("document.querySelector('iframe')?.srcdoc")), "<svg")
	}, time.Minute, 20*time.Millisecond, "curves")
	p.do("{ const m = document.getElementById('fact-live'); m.value = '13'; m.dispatchEvent(new Event('input')) }")
	assert.Equal(t, true, p.evaluate("document.querySelector('#prediction details:last-child').open"), "what is open stays open")
	p.do("document.getElementById('tab-advice').click()")
	assert.Contains(t, p.evaluate("document.getElementById('advice').innerText"), "-Xmx")

	p.do("document.getElementById('share').click()")
	require.Eventually(t, func() bool { return p.evaluate("location.hash.length") != 0.0 }, time.Minute, 20*time.Millisecond)
	text, fragment := p.text(), strings.TrimPrefix(p.evaluate("location.hash").(string), "#")
	p.load(fragment)
	assert.Equal(t, text, p.text(), "the link holds the text")
	assert.Equal(t, "24Gi", p.evaluate("document.querySelector('output[for=fact-memory]').value"), "and the facts")
	p.evaluate("location.hash = ''")
	p.do("location.hash = %s", quoted(fragment))
	require.Eventually(t, func() bool { return p.text() == text }, time.Minute, 20*time.Millisecond, "a link in an open page")
	bomb := `{"text":"` + strings.Repeat("a", 5_000_000) + `"}`
	for wrong, link := range map[string]string{
		"no base64": "no fragment", "no state": packed(`"text"`), "a number": packed(`{"text":5}`), "a list": packed(`{"text":["a"]}`), "too long": packed(bomb),
	} {
		p.load(link)
		assert.Equal(t, "The link cannot be read.", p.evaluate("document.getElementById('notice').textContent"), wrong)
		assert.NotEmpty(t, p.text(), wrong)
	}

	assert.Zero(t, p.complaints.Load(), "the browser complains")
	assert.Equal(t, "refused", p.promised("fetch('https://example.org/').then(() => 'sent', () => 'refused')"))
	assert.Equal(t, "refused", p.promised("new Promise(r => { const i = new Image(); i.onload = () => r('sent'); i.onerror = () => r('refused'); i.src = 'https://example.org/a.png' })"))
}

// packed is the fragment of a link.
func packed(state string) string {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	_, _ = w.Write([]byte(state))
	_ = w.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// TestPlaygroundGoesOn has texts that end the program, or that it cannot judge, told as that; the next is judged again.
func TestPlaygroundGoesOn(t *testing.T) {
	p := newPlayground(t)
	for name, text := range map[string]string{
		"deep YAML":   "a: " + strings.Repeat("[", 20000),
		"deep script": "java " + strings.Repeat("$(", 5000),
	} {
		for _, file := range []string{"values.yaml", "start.sh"} {
			p.do("{ const e = document.getElementById('name'); e.value = %q; e.dispatchEvent(new Event('change')) }", file)
			p.do("playground.set({text: %s, name: %q})", quoted(text), file)
			assert.NotContains(t, p.evaluate("document.getElementById('status').textContent"), "internal error", "%s as %s", name, file)
			t.Log(name, file, p.evaluate("document.getElementById('status').textContent"), p.evaluate("document.getElementById('findings').innerText.slice(0, 200)"))
		}
		p.do("{ const e = document.getElementById('example'); e.value = '0'; e.dispatchEvent(new Event('change')) }")
		assert.Contains(t, p.findings(), "a heap of 2g leaves nothing of the limit of 2Gi", "after %s", name)
	}
	p.typed("java -Xmx1g -jar a.jar\n")
	assert.Contains(t, p.evaluate("document.getElementById('status').textContent"), "1 JVM not judged in full")
	assert.Contains(t, p.findings(), "for want of ")
	p.typed("# é中😀 é\njava -Xmx2gb -jar a.jar\n")
	assert.Equal(t, "2gb", p.evaluate("document.querySelector('.cm-lintRange-error').textContent"), "behind characters of several bytes")
}

// TestPlaygroundExamples has each example say what it is there for.
func TestPlaygroundExamples(t *testing.T) {
	p := newPlayground(t)
	for i, title := range p.evaluate("[...document.getElementById('example').options].map(o => o.textContent)").([]any) {
		t.Run(title.(string), func(t *testing.T) {
			p.do("{ const e = document.getElementById('example'); e.value = '%d'; e.dispatchEvent(new Event('change')) }", i)
			t.Log(p.evaluate("document.getElementById('status').textContent"), p.evaluate("document.body.dataset.took"), "ms")
			found := `^\d+ (error|warning)`
			if strings.HasPrefix(title.(string), "Field report: ") { // what some of them sought, the advice tells
				found = `^\d+ (error|warning|info)`
			}
			assert.Regexp(t, found, p.evaluate("document.getElementById('status').textContent"))
		})
	}
	assert.Zero(t, p.complaints.Load(), "the browser complains")
}

// TestPlaygroundLooks shows it as wide as a phone and as a desk, in light and dark.
func TestPlaygroundLooks(t *testing.T) {
	p := newPlayground(t)
	p.do("{ const e = document.getElementById('example'); e.value = '1'; e.dispatchEvent(new Event('change')) }")
	for _, tab := range []string{"findings", "prediction", "advice"} {
		p.do("document.getElementById('tab-%s').click()", tab)
		p.evaluate("document.querySelectorAll('button.fix, details:not(:last-child) summary').forEach(b => b.click())")
		for _, width := range []int{320, 390, 1200} {
			for _, scheme := range []string{"light", "dark"} {
				name := fmt.Sprintf("%s-%d-%s", tab, width, scheme)
				p.look(width, "screen", scheme)
				assert.LessOrEqual(t, p.evaluate(wide), float64(width), "%s: it scrolls sideways", name)
				picture(t, p.browser, "playground-"+name)
				assert.Empty(t, p.evaluate(tooFaint), "%s: text that is hard to read", name)
			}
		}
		assert.Empty(t, unnamed(p.browser), "%s: nothing is without words", tab)
		assert.Empty(t, p.evaluate(skippedHeadings), "%s: headings out of order", tab)
		assert.Empty(t, p.evaluate("[...document.querySelectorAll('input, select, button')].filter(e => !e.labels?.length && !e.textContent.trim() && !e.ariaLabel).map(e => e.outerHTML)"), "%s: fields without a label", tab)
	}
}

// TestPlaygroundAsProgram has the page say of files what the program says. JVMLINT_CORPUS may name more of them.
func TestPlaygroundAsProgram(t *testing.T) {
	p := newPlayground(t)
	most := 40
	if n, err := strconv.Atoi(os.Getenv("JVMLINT_FILES")); err == nil {
		most = n
	}
	n := 0
	same := func(name string, data []byte) {
		n++
		args := []string{"check", "--no-config", "--no-env", "--format", "json", "--verbose", "--stdin-filename", filepath.Base(name), "-"}
		var out, errors bytes.Buffer
		code := cli.Main(args, bytes.NewReader(data), &out, &errors)
		words, _ := json.Marshal(args)
		got := p.promised(fmt.Sprintf("playground.run(%s, %s)", words, quoted(string(data)))).(map[string]any)
		assert.Equal(t, []any{float64(code), versioned(out.String()), errors.String()}, []any{got["code"], versioned(got["stdout"].(string)), got["stderr"]}, name)
	}
	same("start.sh", []byte("#!/bin/sh\nHEAP=$((1024 * 3))m\nexec java -Xmx$HEAP -Xms4g -jar app.jar\n")) // which is run
	for _, root := range append([]string{"../../testdata"}, filepath.SplitList(os.Getenv("JVMLINT_CORPUS"))...) {
		require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			data, _ := os.ReadFile(path)
			if err != nil || d.IsDir() || n >= most || len(data) == 0 || len(data) > 100_000 || bytes.IndexByte(data, 0) >= 0 || filepath.Ext(path) == ".txtar" {
				return err
			}
			same(path, data)
			return nil
		}))
	}
	t.Log(n, "files")
	assert.Greater(t, n, 30)
}

// versioned leaves out what release wrote a document.
func versioned(text string) string {
	before, rest, _ := strings.Cut(text, `"version": "`)
	_, after, _ := strings.Cut(rest, `"`)
	return before + after
}
