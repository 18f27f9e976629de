package cli_test

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/cli"
)

// pagesToLookAt are the arguments of checks whose pages a browser shows.
var pagesToLookAt = map[string][]string{
	"member":   {"check", "testdata/field-report/start.yaml"},
	"tuned":    {"check", "--full-gc-pause", "12s", "testdata/field-report/tuned.yaml"},
	"refusal":  {"--jdk", "17", "java", "-Xmx2gb", "-XX:+UseConcMarkSweepGC", "-Dpath=" + strings.Repeat("/a-long-path", 40), "-jar", "app.jar"},
	"problems": {"check", "no-such-file.yaml"},
	"predict":  {"predict", "testdata/field-report/start.yaml"},
	"range":    {"predict", "--memory", "4Gi-16Gi", "testdata/field-report/start.yaml"},
	"advise":   {"advise", "testdata/field-report/start.yaml"},
	"pauses":   {"predict", "--jdk", "17", "--gc-log", "internal/gclog/testdata/logs/17-g1.log", "testdata/field-report/start.yaml"},
	"capacity": {"capacity", "--memory", "10Gi", "--cpus", "8", "--jdk", "11", "--members", "3", "--backups", "1", "--object", "5MiB"},
}

// TestPageInBrowser shows pages in a real browser, as wide as a phone and as a
// desk, in light and dark and on paper. JVMLINT_SCREENSHOTS names a folder for
// pictures of what it saw.
func TestPageInBrowser(t *testing.T) {
	b := newBrowser(t)
	dir := t.TempDir()
	t.Chdir("../..")
	for name, args := range pagesToLookAt {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(dir, name+".html")
			var out, errors bytes.Buffer
			code := cli.Main(append([]string{"--no-env", "--format", "html=" + file}, args...), nil, &out, &errors)
			require.FileExists(t, file, errors.String())
			require.Equal(t, slices.Contains([]string{"predict", "advise", "capacity"}, args[0]), code == 0)
			page := url.URL{Scheme: "file", Path: file}
			b.open(page.String())

			assert.EqualValues(t, 1, b.requests.Load(), "nothing is loaded but the page itself")
			assert.Zero(t, b.complaints.Load(), "the browser complains")
			for _, width := range []int{320, 390, 1200} {
				for _, look := range []struct{ media, scheme string }{{"screen", "light"}, {"screen", "dark"}, {"print", "light"}} {
					b.look(width, look.media, look.scheme)
					assert.LessOrEqual(t, b.evaluate(wide), float64(width), "%s: it scrolls sideways", look.media)
					picture(t, b, fmt.Sprintf("%s-%d-%s-%s", name, width, look.media, look.scheme))
					b.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
					assert.LessOrEqual(t, b.evaluate(wide), float64(width), "%s: it scrolls sideways, unfolded", look.media)
					assert.Empty(t, b.evaluate(tooFaint), "%d %s %s: text that is hard to read", width, look.media, look.scheme)
					b.evaluate("document.querySelectorAll('details').forEach(d => d.open = false)")
				}
			}
			assert.Empty(t, b.evaluate("[...document.querySelectorAll('a[href^=\"#\"]')].filter(a => !document.getElementById(a.getAttribute('href').slice(1))).map(a => a.href)"), "links that lead nowhere")
			assert.Empty(t, unnamed(b), "pictures without words for those who do not see them")
			assert.Empty(t, b.evaluate(skippedHeadings), "headings out of order")
		})
	}
}

// TestPageFilters shows some findings of a page, and sorts them.
func TestPageFilters(t *testing.T) {
	b := newBrowser(t)
	t.Chdir("../..")
	file := filepath.Join(t.TempDir(), "page.html")
	cli.Main([]string{"--no-env", "--format", "html=" + file, "check", "testdata/field-report"}, nil, io.Discard, io.Discard)
	page := url.URL{Scheme: "file", Path: file}
	b.open(page.String())
	shown := func() any { return b.evaluate("document.querySelectorAll('article.finding:not([hidden])').length") }
	set := func(field, value string) {
		b.evaluate(fmt.Sprintf("{ const f = document.querySelector(%q); f.value = %q; f.dispatchEvent(new Event('input')); }", field, value))
	}
	all := shown()
	assert.Greater(t, all, 5.0)
	set("#tools input[type=search]", "heartbeats allow")
	assert.EqualValues(t, 1, shown())
	set("#tools input[type=search]", "no such words")
	assert.EqualValues(t, 0, shown())
	set("#tools input[type=search]", "")
	set("#tools select[name=rule]", "g1-region-count")
	assert.EqualValues(t, 1, shown())
	set("#tools select[name=rule]", "")
	assert.Equal(t, all, shown())
	set("#tools select[name=order]", "rule")
	assert.Equal(t, true, b.evaluate("(r => r.join() === [...r].sort().join())([...document.querySelectorAll('article.finding')].map(a => a.dataset.rule))"))
	set("#tools select[name=order]", "jvm")
	groups := "[...document.querySelectorAll('.group:not([hidden])')].map(g => g.textContent)"
	assert.Equal(t, true, b.evaluate("(g => g.length > 1 && g.join() === [...new Set(g)].sort().join())("+groups+")"), "each JVM has one group")
	set("#tools input[type=search]", "heartbeats allow")
	assert.Len(t, b.evaluate(groups), 1, "a group without a finding is not shown")
	assert.Equal(t, `  javaOpts: "-Xmx9024m -Xms9024m -XX:G1HeapWastePercent=0"`, b.evaluate("document.querySelector('.fixes li').dataset.lines"), "what the button copies")
	assert.Zero(t, b.complaints.Load(), "the browser complains")
}

// TestBrowserSeesFaults spoils a page in each way that the other test looks for.
func TestBrowserSeesFaults(t *testing.T) {
	b := newBrowser(t)
	b.open("data:text/html,<!DOCTYPE html><meta name=viewport content=width=device-width><title>x</title><h1>x</h1><p>x")
	b.look(390, "screen", "light")
	require.EqualValues(t, 390, b.evaluate(wide))
	require.Empty(t, b.evaluate(tooFaint))
	require.Empty(t, unnamed(b))
	require.Empty(t, b.evaluate(skippedHeadings))
	b.evaluate(`document.body.innerHTML += '<p style="width:900px">wide</p><p style="color:#aaa">faint</p><h3>deep</h3><svg role="img"></svg>'`)
	assert.Greater(t, b.evaluate(wide), 900.0)
	assert.Equal(t, []any{`<p style="color:#aaa">faint</p>`}, b.evaluate(tooFaint))
	assert.Len(t, unnamed(b), 1)
	assert.Equal(t, []any{3.0}, b.evaluate(skippedHeadings))
	file := filepath.Join(t.TempDir(), "page.html")
	require.NoError(t, os.WriteFile(file, []byte(`<img src="missing.png">`), 0o644))
	b.open((&url.URL{Scheme: "file", Path: file}).String())
	assert.EqualValues(t, 2, b.requests.Load())
	assert.EqualValues(t, 1, b.complaints.Load())
}

// wide is how wide the page is: more than the window, and it scrolls. The
// window of a phone is made wider for such pages, hence not innerWidth.
const wide = "document.documentElement.scrollWidth"

// tooFaint lists text whose contrast is under 4.5, which WCAG asks for.
const tooFaint = `(() => {
	const rgb = c => c.match(/[\d.]+/g).map(Number);
	const light = c => { const [r, g, b] = rgb(c).map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const behind = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; const v = rgb(c); if (v.length < 4 || v[3] > 0) return c; } return 'rgb(255, 255, 255)'; };
	const faint = [];
	for (const e of document.querySelectorAll('body *')) {
		if (e.closest('svg') || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
		const [a, b] = [light(getComputedStyle(e).color), light(behind(e))];
		if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5) faint.push(e.outerHTML.slice(0, 80));
	}
	return faint;
})()`

// skippedHeadings lists headings more than one level below the one before.
const skippedHeadings = `[...document.querySelectorAll('h1,h2,h3,h4')].map(h => Number(h.tagName[1])).filter((n, i, all) => n > (all[i - 1] ?? 0) + 1)`

// unnamed lists what the accessibility tree of the page has no name for.
func unnamed(b *browser) []string {
	var all []string
	for _, n := range b.accessible() {
		if n.Ignored {
			continue
		}
		switch role := unquoted(n.Role); role {
		case "image", "img", "link", "heading", "RootWebArea":
			if unquoted(n.Name) == "" {
				all = append(all, role)
			}
		}
	}
	return all
}

func unquoted(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	return strings.Trim(string(v.Value), `"`)
}

func picture(t *testing.T, b *browser, name string) {
	dir := os.Getenv("JVMLINT_SCREENSHOTS")
	if dir == "" {
		return
	}
	require.NoError(t, os.MkdirAll(dir, 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, name+".png"), b.screenshot(), 0o644))
}
