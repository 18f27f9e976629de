package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/source"
)

// fake is a project whose only problem with a text is the text itself.
type fake struct {
	mu     sync.Mutex
	judged []string
	hold   chan struct{} // each judgement waits for one
}

func (f *fake) Judge(path string, open map[string]*source.File) (*Judgement, error) {
	if f.hold != nil {
		<-f.hold
	}
	text := string(open[path].Data)
	f.mu.Lock()
	f.judged = append(f.judged, text)
	f.mu.Unlock()
	if text == "panic" {
		panic("no such map")
	}
	return &Judgement{Typed: &session.Typed{Result: &lint.Result{}, Problems: []*source.Problem{{File: open[path], Message: text}}}}, nil
}

// connection is a client of a server with a fake project. Its tests run in a
// bubble, whose clock goes on only when all wait for it.
type connection struct {
	*jsonrpc2.Conn
	t         *testing.T
	published chan publishDiagnosticsParams
	logged    chan string
	raw       io.WriteCloser
	ended     chan error
}

func connect(t *testing.T, f *fake) *connection {
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	c := &connection{t: t, raw: fromClient, published: make(chan publishDiagnosticsParams, 99), logged: make(chan string, 99), ended: make(chan error, 1)}
	server := &Server{Version: "1", Delay: 20 * time.Millisecond, Open: func(Settings) (Project, error) { return f, nil }}
	go func() { c.ended <- server.Serve(t.Context(), toServer, fromServer) }()
	c.Conn = jsonrpc2.NewConn(t.Context(), newStream(toClient, fromClient), jsonrpc2.HandlerWithError(func(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
		var p publishDiagnosticsParams
		var m struct{ Message string }
		switch r.Method {
		case "textDocument/publishDiagnostics":
			assert.NoError(t, json.Unmarshal(*r.Params, &p))
			c.published <- p
		case "window/logMessage":
			assert.NoError(t, json.Unmarshal(*r.Params, &m))
			c.logged <- m.Message
		}
		return nil, nil
	}))
	t.Cleanup(func() {
		fromClient.Close()
		fromServer.Close()
	})
	require.NoError(t, c.Call(t.Context(), "initialize", map[string]any{}, nil))
	c.notify("initialized", nil)
	return c
}

func (c *connection) notify(method string, params any) {
	require.NoError(c.t, c.Notify(c.t.Context(), method, params))
}

func (c *connection) open(text string) {
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "untitled:1", "version": 1, "text": text}})
}

func (c *connection) change(version int, text string) {
	c.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": "untitled:1", "version": version}, "contentChanges": []change{{Text: text}}})
}

func (c *connection) hover(ctx context.Context) error {
	return c.Call(ctx, "textDocument/hover", object{"textDocument": object{"uri": "untitled:1"}}, nil)
}

// said are the texts that were published, with their versions.
func (c *connection) said(n int) []string {
	var all []string
	for range n {
		p := <-c.published
		all = append(all, fmt.Sprintf("%d %s", *p.Version, p.Diagnostics[0].Message))
	}
	return all
}

// Only what stands when the typing pauses is judged.
func TestTypingIsJudgedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{}
		c := connect(t, f)
		c.open("a")
		for v := 2; v <= 50; v++ {
			c.change(v, fmt.Sprint("typed ", v))
		}
		assert.Equal(t, []string{"50 typed 50"}, c.said(1))
		assert.Less(t, len(f.judged), 5, "%v", f.judged)
	})
}

// A judgement that an edit overtakes is dropped.
func TestOvertaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{hold: make(chan struct{})}
		c := connect(t, f)
		c.open("old")
		f.hold <- struct{}{} // it is being judged, or was
		c.said(1)
		c.change(2, "older")
		time.Sleep(100 * time.Millisecond) // it is being judged
		c.change(3, "new")
		require.Error(t, c.Call(t.Context(), "unknown", nil, nil), "the edit has been read")
		f.hold <- struct{}{}
		f.hold <- struct{}{}
		assert.Equal(t, []string{"3 new"}, c.said(1))
		assert.Empty(t, c.published)
	})
}

func TestCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{hold: make(chan struct{})}
		c := connect(t, f)
		c.open("a")
		time.Sleep(100 * time.Millisecond) // it is being judged
		waiter, err := c.DispatchCall(t.Context(), "textDocument/hover", object{"textDocument": object{"uri": "untitled:1"}}, jsonrpc2.PickID(jsonrpc2.ID{Num: 77}))
		require.NoError(t, err)
		c.notify("$/cancelRequest", map[string]int{"id": 77})
		c.notify("$/cancelRequest", map[string]int{"id": 78})
		require.Error(t, c.Call(t.Context(), "unknown", nil, nil), "it reads on")
		close(f.hold)
		var failed *jsonrpc2.Error
		require.ErrorAs(t, waiter.Wait(t.Context(), nil), &failed)
		assert.EqualValues(t, codeRequestCancelled, failed.Code)
	})
}

// A request about a text that has changed since is of no use.
func TestModified(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &fake{hold: make(chan struct{})}
		c := connect(t, f)
		c.open("a")
		waiter, err := c.DispatchCall(t.Context(), "textDocument/hover", object{"textDocument": object{"uri": "untitled:1"}})
		require.NoError(t, err)
		time.Sleep(time.Millisecond) // it is being judged for the request, and not yet to be published
		c.change(2, "b")
		require.Error(t, c.Call(t.Context(), "unknown", nil, nil), "the edit has been read")
		close(f.hold)
		var failed *jsonrpc2.Error
		require.ErrorAs(t, waiter.Wait(t.Context(), nil), &failed)
		assert.EqualValues(t, codeContentModified, failed.Code)
	})
}

// A fault of jvmlint itself is told, and the server goes on.
func TestPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connect(t, &fake{})
		c.open("panic")
		assert.Contains(t, <-c.logged, "internal error, please report it: no such map")
		assert.ErrorContains(t, c.hover(t.Context()), "internal error, please report it: no such map")
		c.change(2, "well")
		assert.Equal(t, []string{"2 well"}, c.said(1))
		require.NoError(t, c.Call(t.Context(), "shutdown", nil, nil))
		c.notify("exit", nil)
		assert.NoError(t, <-c.ended)
	})
}

// What is no message is answered, and the next one is read.
func TestGarbage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connect(t, &fake{})
		for _, s := range []string{"{", "[]", "null", `{"id":1}`, `{"jsonrpc":"2.0","id":{},"method":"x"}`, `"text"`, `{"method":7,"id":1}`, "\xff\xfe", `{"method":"textDocument/didOpen","params":7}`} {
			_, err := fmt.Fprintf(c.raw, "Content-Length: %d\r\n\r\n%s", len(s), s)
			require.NoError(t, err, s)
		}
		c.open("well")
		assert.Equal(t, []string{"1 well"}, c.said(1))
		_, err := fmt.Fprintf(c.raw, "Content-Length: 20\r\n\r\n{")
		require.NoError(t, err)
		require.NoError(t, c.raw.Close())
		assert.EqualError(t, <-c.ended, "the client left without a shutdown: its last message is cut off")
	})
}

// FuzzMessages: no message ends the server but those that are to.
func FuzzMessages(f *testing.F) {
	for _, s := range []string{
		`{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"untitled:1"},"position":{"line":-1,"character":9}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"untitled:1","version":null},"contentChanges":[{"range":{"start":{"line":9,"character":9},"end":{"line":0,"character":-9}},"text":"x"}]}}`,
		`{"jsonrpc":"2.0","id":"a","method":"textDocument/codeAction","params":{"textDocument":{"uri":"%zz"}}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"a"}}`, `{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"jvmlint":[]}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"untitled:1"}}}`, `{"jsonrpc":"2.0","id":1,"result":null}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.Contains(s, "exit") || strings.Contains(s, "shutdown") {
			t.Skip("it is to end the server")
		}
		c := connect(t, &fake{})
		c.open("well")
		_, err := fmt.Fprintf(c.raw, "Content-Length: %d\r\n\r\n%s", len(s), s)
		require.NoError(t, err)
		err = c.Call(t.Context(), "unknown", nil, nil)
		var failed *jsonrpc2.Error
		if !assert.ErrorAs(t, err, &failed, "the server is there") {
			return
		}
		for len(c.logged) > 0 {
			assert.NotContains(t, <-c.logged, "internal error")
		}
	})
}
