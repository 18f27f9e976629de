package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// A message has at most mostBytes, as no text that is judged comes near it, and its header mostHeader.
const (
	mostBytes  = 256 << 20
	mostHeader = 4 << 10
)

// stream is the messages of a client: each has a header with its length. A message that is
// no JSON, or no message, is answered, and the next is read; what is no header ends the connection.
type stream struct {
	jsonrpc2.ObjectStream // for writing
	client                *io.LimitedReader
	in                    *bufio.Reader         // of the client
	lost                  atomic.Pointer[error] // why reading ended, other than at the end of a message
}

func newStream(in io.Reader, out io.Writer) *stream {
	s := &stream{client: &io.LimitedReader{R: in}}
	s.in = bufio.NewReader(s.client)
	s.ObjectStream = jsonrpc2.NewBufferedStream(struct {
		io.Reader
		*queue
	}{in, newQueue(out)}, jsonrpc2.VSCodeObjectCodec{})
	return s
}

// ReadObject reads a message into v. Its error ends the connection.
func (s *stream) ReadObject(v any) error {
	for {
		data, err := s.frame()
		if err != nil {
			if err != io.EOF {
				s.lost.Store(&err)
			}
			return err
		}
		if err = json.Unmarshal(data, v); err == nil {
			return nil
		}
		refusal := &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: err.Error()}
		if !json.Valid(data) {
			refusal.Code = jsonrpc2.CodeParseError
		}
		if err := s.WriteObject(object{"jsonrpc": "2.0", "id": nil, "error": refusal}); err != nil {
			return err
		}
	}
}

var errCut = errors.New("its last message is cut off")

// frame reads the next header and what it announces. At the end of the last message its error is io.EOF.
func (s *stream) frame() ([]byte, error) {
	s.client.N = mostHeader + mostBytes
	var header textproto.MIMEHeader
	for len(header) == 0 { // empty lines may stand between messages
		var err error
		var malformed textproto.ProtocolError // and as long as its line
		header, err = textproto.NewReader(s.in).ReadMIMEHeader()
		switch {
		case errors.As(err, &malformed):
			return nil, errors.New("not a message header")
		case err == io.EOF && len(header) > 0:
			return nil, errCut
		case err != nil:
			return nil, err
		}
	}
	length := header.Get("Content-Length")
	n, err := strconv.ParseInt(length, 10, 64)
	if err != nil || n < 0 || n > mostBytes {
		return nil, fmt.Errorf("a message with the length %.40q", length)
	}
	var data bytes.Buffer // it grows with what comes, not with what is announced
	if _, err := io.CopyN(&data, s.in, n); err == io.EOF {
		return nil, errCut
	} else if err != nil {
		return nil, err
	}
	return data.Bytes(), nil
}

// queue is what waits to be written: reading never waits for a client that is writing itself.
type queue struct {
	waiting chan []byte // nil ends it
	written chan struct{}
}

// mostWaiting are how many messages wait before a writer has to.
const mostWaiting = 1 << 10

func newQueue(out io.Writer) *queue {
	q := &queue{make(chan []byte, mostWaiting), make(chan struct{})}
	go func() {
		defer close(q.written)
		for message := <-q.waiting; message != nil; message = <-q.waiting {
			if _, err := out.Write(message); err != nil {
				return
			}
		}
	}()
	return q
}

func (q *queue) Write(p []byte) (int, error) {
	select {
	case q.waiting <- bytes.Clone(p):
		return len(p), nil
	case <-q.written:
		return 0, io.ErrClosedPipe
	}
}

// lastWords is how long a client has to read what was written to it.
const lastWords = time.Second

// Close ends the writing once the queue is empty. The client's streams are left to those who opened them.
func (q *queue) Close() error {
	late := time.After(lastWords)
	select {
	case q.waiting <- nil:
	case <-late:
	}
	select {
	case <-q.written:
	case <-late:
	}
	return nil
}
