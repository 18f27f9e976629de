package lsp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// mostBytes of a message: no text that is judged comes near it.
const mostBytes = 256 << 20

// stream is the messages of a client: each has a header with its length. A
// message that is no JSON, or no message, is answered, and the next is read.
// What is written waits in a queue, so that reading never waits for a client
// that is writing itself.
type stream struct {
	in *textproto.Reader

	mu      sync.Mutex // of what follows
	changed *sync.Cond
	queue   [][]byte
	closed  bool
	fault   error // of the last write
	written chan struct{}
}

func newStream(in io.Reader, out io.Writer) *stream {
	s := &stream{in: textproto.NewReader(bufio.NewReader(in)), written: make(chan struct{})}
	s.changed = sync.NewCond(&s.mu)
	go s.write(out)
	return s
}

// write writes what is in the queue until the stream is closed and it is empty.
func (s *stream) write(out io.Writer) {
	defer close(s.written)
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		for len(s.queue) == 0 && !s.closed {
			s.changed.Wait()
		}
		if len(s.queue) == 0 || s.fault != nil {
			return
		}
		message := s.queue[0]
		s.queue = s.queue[1:]
		s.mu.Unlock()
		_, err := out.Write(message)
		s.mu.Lock()
		s.fault = err
	}
}

// ReadObject reads a message into v. Its error ends the connection.
func (s *stream) ReadObject(v any) error {
	for {
		data, err := s.frame()
		if err != nil {
			return err
		}
		err = json.Unmarshal(data, v)
		if err == nil {
			return nil
		}
		code := int64(jsonrpc2.CodeInvalidRequest)
		if !json.Valid(data) {
			code = jsonrpc2.CodeParseError
		}
		if err := s.refuse(code, err); err != nil {
			return err
		}
	}
}

func (s *stream) frame() ([]byte, error) {
	header, err := s.in.ReadMIMEHeader()
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil || n < 0 || n > mostBytes {
		return nil, fmt.Errorf("a message of the length %q", header.Get("Content-Length"))
	}
	data := make([]byte, n)
	_, err = io.ReadFull(s.in.R, data)
	return data, err
}

// refuse answers what has no id.
func (s *stream) refuse(code int64, err error) error {
	return s.WriteObject(map[string]any{"jsonrpc": "2.0", "id": nil, "error": &jsonrpc2.Error{Code: code, Message: err.Error()}})
}

// WriteObject writes a message.
func (s *stream) WriteObject(v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, fmt.Appendf(nil, "Content-Length: %d\r\n\r\n%s", len(data), data))
	s.changed.Signal()
	return s.fault
}

// Close ends the writing once the queue is empty. The streams themselves are
// left to those who opened them.
func (s *stream) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.changed.Signal()
	return nil
}
