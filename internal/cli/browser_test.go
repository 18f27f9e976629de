package cli_test

import (
	"context"
	"os"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// browser is a headless Chromium with one page. It is driven over a pipe and
// reaches no network.
type browser struct {
	t                    *testing.T
	ctx                  context.Context
	requests, complaints atomic.Int32 // since the page was opened
}

// newBrowser runs the browser that JVMLINT_CHROMIUM names until the test ends,
// or skips the test.
func newBrowser(t *testing.T) *browser {
	path := os.Getenv("JVMLINT_CHROMIUM")
	if path == "" {
		t.Skip("JVMLINT_CHROMIUM names no browser: scripts/chromium.sh finds one")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU)
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, closed := chromedp.NewContext(allocator)
	t.Cleanup(closed)
	b := &browser{t: t, ctx: ctx}
	require.NoError(t, chromedp.Listen(ctx, func(event any) {
		switch event.(type) {
		case *network.EventRequestWillBeSent:
			b.requests.Add(1)
		case *log.EventEntryAdded:
			b.complaints.Add(1)
		}
	}))
	return b
}

// open shows a page and waits until it is there.
func (b *browser) open(url string) {
	b.t.Helper()
	b.requests.Store(0)
	b.complaints.Store(0)
	require.NoError(b.t, chromedp.Do(b.ctx, chromedp.Navigate(url)))
}

// evaluate is the value of an expression in the page.
func (b *browser) evaluate(expression string) any {
	b.t.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[any](expression))
	require.NoError(b.t, err, expression)
	return value
}

// look sets the width of the window in CSS pixels, and what the page is to be
// shown for: "screen" or "print", "light" or "dark".
func (b *browser) look(width int, media, scheme string) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(width), Height: 844, DeviceScaleFactor: 1, Mobile: width < 600,
	})
	require.NoError(b.t, err)
	_, err = chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: media, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	require.NoError(b.t, err)
}

// screenshot is a picture of the whole page, as PNG.
func (b *browser) screenshot() []byte {
	b.t.Helper()
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	require.NoError(b.t, err)
	return png
}

// accessible is the page as those have it who do not see it.
func (b *browser) accessible() []*accessibility.Node {
	b.t.Helper()
	tree, err := chromedp.Call(b.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	require.NoError(b.t, err)
	return tree.Nodes
}
