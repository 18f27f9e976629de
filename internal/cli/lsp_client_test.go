package cli_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/sourcegraph/jsonrpc2"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/cli"
)

// pipes are the two ends that the client has.
type pipes struct {
	io.Reader
	io.WriteCloser
}

// editor is a client of jvmlint lsp, which runs beside it.
type editor struct {
	t    *testing.T
	conn *jsonrpc2.Conn
	exit chan int

	mu       sync.Mutex
	arrived  *sync.Cond
	shown    map[string]diagnosed // by URI
	messages []string
	settings any // that workspace/configuration answers with
	asked    []string
}

// diagnosed is the last that was published of a text.
type diagnosed struct {
	Version     *int
	Diagnostics []diagnostic
}

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type diagnostic struct {
	Range    textRange `json:"range"`
	Severity int       `json:"severity"`
	Code     string    `json:"code"`
	About    struct {
		Href string `json:"href"`
	} `json:"codeDescription"`
	Message string `json:"message"`
	Tags    []int  `json:"tags"`
	Related []struct {
		Location struct {
			URI   string    `json:"uri"`
			Range textRange `json:"range"`
		} `json:"location"`
		Message string `json:"message"`
	} `json:"relatedInformation"`
}

// startEditor starts jvmlint lsp with options, in a folder of its own.
func startEditor(t *testing.T, options ...string) *editor {
	t.Chdir(t.TempDir())
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	e := &editor{t: t, exit: make(chan int, 1), shown: map[string]diagnosed{}}
	e.arrived = sync.NewCond(&e.mu)
	go func() {
		code := cli.Main(append([]string{"lsp", "--stdio"}, options...), toServer, fromServer, io.Discard)
		fromServer.Close()
		e.exit <- code
	}()
	e.conn = jsonrpc2.NewConn(t.Context(), jsonrpc2.NewBufferedStream(pipes{toClient, fromClient}, jsonrpc2.VSCodeObjectCodec{}), jsonrpc2.HandlerWithError(e.handle))
	t.Cleanup(func() { e.conn.Close() })
	return e
}

func (e *editor) handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	defer e.arrived.Broadcast()
	var params json.RawMessage
	if r.Params != nil {
		params = *r.Params
	}
	e.asked = append(e.asked, r.Method)
	switch r.Method {
	case "textDocument/publishDiagnostics":
		var p struct {
			URI string `json:"uri"`
			diagnosed
		}
		if err := json.Unmarshal(params, &p); err != nil {
			return nil, err
		}
		e.shown[p.URI] = p.diagnosed
	case "window/logMessage", "window/showMessage":
		var p struct{ Message string }
		if err := json.Unmarshal(params, &p); err != nil {
			return nil, err
		}
		e.messages = append(e.messages, p.Message)
	case "workspace/configuration":
		return []any{e.settings}, nil
	}
	return nil, nil
}

type object = map[string]any

// initialize makes the connection, as a client that can do what editors can.
func (e *editor) initialize(settings any, encodings ...string) object {
	capabilities := object{
		"general":      object{"positionEncodings": encodings},
		"textDocument": object{"publishDiagnostics": object{"relatedInformation": true, "tagSupport": object{"valueSet": []int{1, 2}}}},
		"workspace": object{
			"configuration": e.settings != nil, "workspaceEdit": object{"documentChanges": true},
			"didChangeWatchedFiles": object{"dynamicRegistration": true},
		},
	}
	result := object{}
	e.call("initialize", object{"processId": nil, "rootUri": nil, "capabilities": capabilities, "initializationOptions": settings}, &result)
	e.notify("initialized", object{})
	return result
}

func (e *editor) call(method string, params, result any) {
	e.t.Helper()
	require.NoError(e.t, e.conn.Call(e.t.Context(), method, params, result), method)
}

func (e *editor) notify(method string, params any) {
	e.t.Helper()
	require.NoError(e.t, e.conn.Notify(e.t.Context(), method, params), method)
}

// leave ends the connection and gives the exit code.
func (e *editor) leave() int {
	e.call("shutdown", nil, nil)
	e.notify("exit", nil)
	return <-e.exit
}

// uri is that of a file in the folder of the test.
func (e *editor) uri(name string) string {
	dir, err := os.Getwd()
	require.NoError(e.t, err)
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(dir, name))}).String()
}

func (e *editor) openText(name string, version int, text string) {
	e.notify("textDocument/didOpen", object{"textDocument": object{"uri": e.uri(name), "languageId": "yaml", "version": version, "text": text}})
}

func (e *editor) change(name string, version int, changes ...object) {
	e.notify("textDocument/didChange", object{"textDocument": object{"uri": e.uri(name), "version": version}, "contentChanges": changes})
}

// patience is how long something may take that is sure to come.
const patience = 5 * time.Minute

// waitFor waits until what has arrived suffices.
func (e *editor) waitFor(what string, enough func() bool) {
	e.t.Helper()
	late := time.AfterFunc(patience, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.arrived.Broadcast()
	})
	defer late.Stop()
	begun := time.Now()
	e.mu.Lock()
	defer e.mu.Unlock()
	for !enough() {
		require.Less(e.t, time.Since(begun), patience, "no %s came; messages: %v", what, e.messages)
		e.arrived.Wait()
	}
}

// diagnostics are those of a version of a text, once they have come.
func (e *editor) diagnostics(name string, version int) []diagnostic {
	e.t.Helper()
	uri := e.uri(name)
	e.waitFor(fmt.Sprintf("diagnostics of version %d", version), func() bool {
		d := e.shown[uri]
		return d.Version != nil && *d.Version == version
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.shown[uri].Diagnostics
}

func (e *editor) hover(name string, line, character int) string {
	var result *struct {
		Contents struct{ Kind, Value string }
	}
	e.call("textDocument/hover", object{"textDocument": object{"uri": e.uri(name)}, "position": position{line, character}}, &result)
	if result == nil {
		return ""
	}
	require.Equal(e.t, "markdown", result.Contents.Kind)
	return result.Contents.Value
}

// completion is what is offered in place of what is typed.
type completion struct {
	Label  string
	Detail string
	Edit   textEdit `json:"textEdit"`
}

func (e *editor) complete(name string, line, character int) []completion {
	var result struct {
		Items []completion `json:"items"`
	}
	e.call("textDocument/completion", object{"textDocument": object{"uri": e.uri(name)}, "position": position{line, character}}, &result)
	return result.Items
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

// action is a code action. Only the fields that a client goes by are read.
type action struct {
	Title       string `json:"title"`
	Kind        string `json:"kind"`
	IsPreferred bool   `json:"isPreferred"`
	Diagnostics []diagnostic
	Edit        struct {
		DocumentChanges []struct {
			TextDocument struct {
				URI     string
				Version *int
			}
			Edits []textEdit
		}
	}
}

func (e *editor) actions(name string, line int, only ...string) []action {
	var all []action
	context := object{"diagnostics": []any{}}
	if len(only) > 0 {
		context["only"] = only
	}
	e.call("textDocument/codeAction", object{"textDocument": object{"uri": e.uri(name)}, "range": textRange{position{line, 0}, position{line, 999}}, "context": context}, &all)
	return all
}

// named is the action whose title begins so.
func named(t *testing.T, all []action, title string) action {
	t.Helper()
	i := slices.IndexFunc(all, func(a action) bool { return strings.HasPrefix(a.Title, title) })
	require.GreaterOrEqual(t, i, 0, "%q is not among %v", title, all)
	return all[i]
}

// apply makes the edits of an action in the text of a document, from the last
// to the first, as editors do.
func (e *editor) apply(a action, name, text string, version int) string {
	require.Len(e.t, a.Edit.DocumentChanges, 1)
	c := a.Edit.DocumentChanges[0]
	require.Equal(e.t, e.uri(name), c.TextDocument.URI)
	require.Equal(e.t, version, *c.TextDocument.Version)
	slices.SortFunc(c.Edits, func(a, b textEdit) int {
		return (b.Range.Start.Line-a.Range.Start.Line)*1e6 + b.Range.Start.Character - a.Range.Start.Character
	})
	for _, edit := range c.Edits {
		text = text[:byteAt(text, edit.Range.Start)] + edit.NewText + text[byteAt(text, edit.Range.End):]
	}
	return text
}

// byteAt finds a position, in UTF-16, in a text whose lines end with \n.
func byteAt(text string, p position) int {
	at := 0
	for range p.Line {
		at += strings.IndexByte(text[at:], '\n') + 1
	}
	n := 0
	for i, r := range text[at:] {
		if n >= p.Character {
			return at + i
		}
		n += utf16.RuneLen(r)
	}
	return len(text)
}
