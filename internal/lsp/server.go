// Package lsp is the language server: it judges what an editor has open while
// it is typed, says what a JVM makes of an option, and offers the fixes.
//
// It knows the protocol and the open texts. How a text is judged it is told:
// a Project does that as the check command does.
//
//	stream       messages on the wire
//	server       requests and notifications, one after another
//	document     the open texts and their edits
//	position     places as the client counts them, from and to byte offsets
//	diagnostics, hover, actions, completion   what is answered
//
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/
package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/jvmlint/jvmlint/internal/report"
)

// ErrNoShutdown is how Serve ends when the client goes without asking to.
var ErrNoShutdown = errors.New("the client left without a shutdown")

// Server is one run of the language server.
type Server struct {
	Version string
	// Open gives the project for settings.
	Open func(Settings) (Project, error)
	// Delay is how long after an edit a text is judged: typing goes on.
	Delay time.Duration

	conn *jsonrpc2.Conn
	can  capabilities // of the client

	state state // of the connection; only Handle uses it

	mu         sync.Mutex // of what follows
	documents  map[string]*document
	judged     map[string]*Judgement
	generation int // grows with each change of a text or a setting
	project    Project
	dirty      map[string]bool // texts whose diagnostics may be old
	closed     []string        // URIs whose diagnostics are to go
	timer      *time.Timer
	running    map[jsonrpc2.ID]context.CancelFunc

	judging    sync.Mutex
	publishing sync.Mutex
	given      Settings // with initialize
	done       chan struct{}
	connected  sync.Once
}

type state int

const (
	uninitialized state = iota
	running
	stopping
	stopped
)

// Serve speaks with a client until it leaves.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	s.documents, s.judged, s.dirty = map[string]*document{}, map[string]*Judgement{}, map[string]bool{}
	s.running, s.done = map[jsonrpc2.ID]context.CancelFunc{}, make(chan struct{}, 1)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream := newStream(in, out)
	conn := jsonrpc2.NewConn(ctx, stream, s, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	var lost *error
	select {
	case <-s.done:
	case <-conn.DisconnectNotify():
		lost = stream.lost.Load()
	}
	_ = stream.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil {
		s.timer.Stop()
	}
	switch {
	case s.state == stopped:
		return nil
	case lost != nil:
		return fmt.Errorf("%w: %w", ErrNoShutdown, *lost)
	}
	return ErrNoShutdown
}

// requests are answered beside others, and may take their time.
var requests = map[string]func(*Server, context.Context, documentParams) (any, error){
	"textDocument/hover":      (*Server).hover,
	"textDocument/completion": (*Server).completion,
	"textDocument/codeAction": (*Server).codeActions,
}

// notifications are taken note of before the next message is read.
var notifications = map[string]func(*Server, json.RawMessage) error{
	"initialized":                      (*Server).initialized,
	"textDocument/didOpen":             noting((*Server).didOpen),
	"textDocument/didChange":           noting((*Server).didChange),
	"textDocument/didSave":             (*Server).didSave,
	"workspace/didChangeWatchedFiles":  (*Server).didSave,
	"textDocument/didClose":            noting((*Server).didClose),
	"workspace/didChangeConfiguration": (*Server).didChangeConfiguration,
	"$/cancelRequest":                  noting((*Server).cancelRequest),
}

// noting reads the parameters that a method has.
func noting[P any](note func(*Server, P) error) func(*Server, json.RawMessage) error {
	return func(s *Server, params json.RawMessage) error {
		var p P
		if err := json.Unmarshal(params, &p); err != nil {
			return err
		}
		return note(s, p)
	}
}

// Codes of errors that the protocol adds.
const (
	codeNotInitialized   = -32002
	codeContentModified  = -32801
	codeRequestCancelled = -32800
)

// Handle reads one message; the next one waits for it.
func (s *Server) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	s.connected.Do(func() { s.conn = conn })
	defer s.recovered(r)
	params := *cmp.Or(r.Params, new(json.RawMessage("null")))
	if r.Notif {
		s.notified(r.Method, params)
		return
	}
	answer := requests[r.Method]
	switch {
	case s.state == uninitialized && r.Method != "initialize":
		s.fail(r.ID, codeNotInitialized, "initialize must come first")
	case s.state >= stopping || s.state == running && r.Method == "initialize":
		s.fail(r.ID, jsonrpc2.CodeInvalidRequest, r.Method+" is not allowed now")
	case r.Method == "initialize":
		s.reply(r.ID, func() (any, error) { return s.initialize(params) })
	case r.Method == "shutdown":
		s.state = stopping
		s.reply(r.ID, func() (any, error) { return nil, nil })
	case answer == nil:
		s.fail(r.ID, jsonrpc2.CodeMethodNotFound, "unknown method "+r.Method)
	default:
		ctx, cancel := context.WithCancel(ctx)
		s.mu.Lock()
		s.running[r.ID] = cancel
		s.mu.Unlock()
		go func() {
			defer s.recovered(r)
			defer func() {
				cancel()
				s.mu.Lock()
				defer s.mu.Unlock()
				delete(s.running, r.ID)
			}()
			s.reply(r.ID, func() (any, error) {
				var p documentParams
				if err := json.Unmarshal(params, &p); err != nil {
					return nil, err
				}
				return answer(s, ctx, p)
			})
		}()
	}
}

func (s *Server) notified(method string, params json.RawMessage) {
	if method == "exit" {
		if s.state == stopping {
			s.state = stopped
		}
		select {
		case s.done <- struct{}{}:
		default: // it has left before
		}
		return
	}
	note := notifications[method]
	if s.state != running || note == nil {
		return // as the protocol has it
	}
	if err := note(s, params); err != nil {
		s.log(fmt.Sprintf("%s: %v", method, err))
	}
}

func (s *Server) reply(id jsonrpc2.ID, answer func() (any, error)) {
	result, err := answer()
	var unfit *json.UnmarshalTypeError
	var notOpen errNotOpen
	switch {
	case err == nil:
		_ = s.conn.Reply(context.Background(), id, result) // else the client is gone
	case errors.Is(err, context.Canceled):
		s.fail(id, codeRequestCancelled, "cancelled")
	case errors.Is(err, errModified):
		s.fail(id, codeContentModified, err.Error())
	case errors.As(err, &unfit), errors.As(err, &notOpen):
		s.fail(id, jsonrpc2.CodeInvalidParams, err.Error())
	default:
		s.fail(id, jsonrpc2.CodeInternalError, report.Error(err))
	}
}

func (s *Server) fail(id jsonrpc2.ID, code int64, message string) {
	_ = s.conn.ReplyWithError(context.Background(), id, &jsonrpc2.Error{Code: code, Message: withoutSecrets(message)})
}

func (s *Server) cancelRequest(p struct{ ID jsonrpc2.ID }) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.running[p.ID]; cancel != nil {
		cancel()
	}
	return nil
}

// recovered keeps a fault of jvmlint from ending the server: the client is told, and what comes next is answered.
func (s *Server) recovered(r *jsonrpc2.Request) {
	fault := recover()
	if fault == nil {
		return
	}
	s.log(fmt.Sprintf("internal error in %s, please report it: %v\n%s", r.Method, fault, debug.Stack()))
	if !r.Notif {
		s.fail(r.ID, jsonrpc2.CodeInternalError, fmt.Sprintf("internal error, please report it: %v", fault))
	}
}

// Kinds of messages.
const (
	messageError   = 1
	messageWarning = 2
)

func (s *Server) log(message string) {
	s.send("window/logMessage", object{"type": messageError, "message": withoutSecrets(message)})
}

func (s *Server) show(message string) {
	s.send("window/showMessage", object{"type": messageWarning, "message": withoutSecrets(message)})
}

// withoutSecrets is lines for the log of an editor.
func withoutSecrets(message string) string { return strings.Join(report.Mask(message).Lines(), "\n") }

func (s *Server) send(method string, params any) {
	_ = s.conn.Notify(context.Background(), method, params) // else the client is gone
}

// errNotOpen is a document that the client has not opened.
type errNotOpen string

func (e errNotOpen) Error() string { return string(e) + " is not open" }
