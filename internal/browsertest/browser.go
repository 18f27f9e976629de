// Package browsertest drives a headless Chromium, for tests of pages. It
// speaks the browser's own protocol over a pipe and reaches no network.
package browsertest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Variable names the browser to test with.
const Variable = "JVMLINT_CHROMIUM"

// Browser is a running browser with one page.
type Browser struct {
	t       testing.TB
	to      *os.File
	from    *bufio.Reader
	session string
	last    int
	events  []Event
}

// Event is what the browser tells without being asked.
type Event struct {
	Method string
	Params json.RawMessage
}

type message struct {
	ID      int             `json:"id,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  any             `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   json.RawMessage `json:"error,omitempty"`
}

// Start runs the browser that the variable names until the test ends, or skips
// the test.
func Start(t testing.TB) *Browser {
	path := os.Getenv(Variable)
	if path == "" {
		t.Skipf("%s names no browser: scripts/chromium.sh finds one", Variable)
	}
	commandsIn, commands, err := os.Pipe()
	require.NoError(t, err)
	answers, answersOut, err := os.Pipe()
	require.NoError(t, err)
	cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
		"--user-data-dir="+t.TempDir(), "--disable-background-networking", "--no-first-run", "about:blank")
	cmd.ExtraFiles = []*os.File{commandsIn, answersOut} // its descriptors 3 and 4
	require.NoError(t, cmd.Start())
	b := &Browser{t: t, to: commands, from: bufio.NewReader(answers)}
	t.Cleanup(func() {
		_ = b.send("", "Browser.close", nil)
		time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
	})
	commandsIn.Close()
	answersOut.Close()
	var target struct{ TargetID string }
	b.call("", "Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var session struct{ SessionID string }
	b.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session)
	b.session = session.SessionID
	for _, domain := range []string{"Page", "Network", "Log", "Runtime"} {
		b.Call(domain+".enable", nil, nil)
	}
	return b
}

// Call asks the page, and reads the answer into result unless that is nil.
func (b *Browser) Call(method string, params map[string]any, result any) {
	b.t.Helper()
	b.call(b.session, method, params, result)
}

func (b *Browser) call(session, method string, params map[string]any, result any) {
	b.t.Helper()
	require.NoError(b.t, b.send(session, method, params))
	for id := b.last; ; {
		m, params, err := b.receive()
		require.NoError(b.t, err, method)
		switch {
		case m.ID == id:
			require.Empty(b.t, string(m.Error), method)
			if result != nil {
				require.NoError(b.t, json.Unmarshal(m.Result, result), method)
			}
			return
		case m.Method != "":
			b.events = append(b.events, Event{m.Method, params})
		}
	}
}

func (b *Browser) send(session, method string, params map[string]any) error {
	b.last++
	text, err := json.Marshal(message{ID: b.last, Session: session, Method: method, Params: params})
	if err != nil {
		return err
	}
	_, err = b.to.Write(append(text, 0))
	return err
}

func (b *Browser) receive() (message, json.RawMessage, error) {
	text, err := b.from.ReadBytes(0)
	if err != nil {
		return message{}, nil, errors.Join(errors.New("the browser has gone"), err)
	}
	var params json.RawMessage
	m := message{Params: &params}
	if err := json.Unmarshal(text[:len(text)-1], &m); err != nil {
		return message{}, nil, fmt.Errorf("read %.100q: %w", text, err)
	}
	return m, params, nil
}

// Open shows a page and waits until it is there.
func (b *Browser) Open(url string) {
	b.t.Helper()
	b.events = nil
	b.Call("Page.navigate", map[string]any{"url": url}, nil)
	for range 1000 {
		if b.Evaluate("document.readyState + ' ' + location.href") == "complete "+url {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	require.Fail(b.t, "the page was never complete", url)
}

// Evaluate is the value of an expression in the page.
func (b *Browser) Evaluate(expression string) any {
	b.t.Helper()
	var answer struct {
		Result           struct{ Value any }
		ExceptionDetails any
	}
	b.Call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &answer)
	require.Nil(b.t, answer.ExceptionDetails, expression)
	return answer.Result.Value
}

// Look sets the width of the window in CSS pixels, and what the page is to be
// shown for: "screen" or "print", "light" or "dark".
func (b *Browser) Look(width int, media, scheme string) {
	b.t.Helper()
	b.Call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 600}, nil)
	b.Call("Emulation.setEmulatedMedia", map[string]any{"media": media, "features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// Screenshot is a picture of the whole page, as PNG.
func (b *Browser) Screenshot() []byte {
	b.t.Helper()
	var shot struct{ Data []byte }
	b.Call("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true}, &shot)
	return shot.Data
}

// Events are those of one kind since the page was opened.
func (b *Browser) Events(method string) []Event {
	b.t.Helper()
	b.Evaluate("0") // so that what was told by now is read
	var all []Event
	for _, e := range b.events {
		if e.Method == method {
			all = append(all, e)
		}
	}
	return all
}
