package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"
)

// mostBytes of a message: no text that is judged comes near it.
const mostBytes = 256 << 20

// stream is the messages of a client: each has a header with its length. What is
// no header is passed over up to the next one, and a message that is no JSON, or
// no message, is answered; then the next is read. What is written waits in a
// queue, so that reading never waits for a client that is writing itself.
type stream struct {
	client io.Reader
	in     *bufio.Reader // of the client, and of what is read again

	mu      sync.Mutex // of what follows
	lost    error      // why reading ended, other than at the end of a message
	changed *sync.Cond
	queue   [][]byte
	closed  bool
	fault   error // of the last write
	written chan struct{}
}

func newStream(in io.Reader, out io.Writer) *stream {
	s := &stream{client: in, in: bufio.NewReader(in), written: make(chan struct{})}
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
			s.ended(err)
			return err
		}
		err = json.Unmarshal(data, v)
		if err == nil {
			return nil
		}
		code := int64(jsonrpc2.CodeInvalidRequest)
		if !json.Valid(data) {
			code = jsonrpc2.CodeParseError
			s.readAgain(data)
		}
		if err := s.refuse(code, err); err != nil {
			return err
		}
	}
}

// frame reads the next header and what it announces. At the end of the last
// message its error is io.EOF.
func (s *stream) frame() ([]byte, error) {
	for {
		n, err := s.header()
		var bad errHeader
		if errors.As(err, &bad) {
			if err = s.refuse(jsonrpc2.CodeParseError, bad); err == nil {
				continue
			}
		}
		if err != nil {
			return nil, err
		}
		var data bytes.Buffer // it grows with what comes, not with what is announced
		if _, err := io.CopyN(&data, s.in, n); err != nil {
			return nil, cut(err)
		}
		return data.Bytes(), nil
	}
}

// lengthField begins the header of each message; a text in JSON cannot hold it
// with a line end behind it.
const lengthField = "Content-Length:"

// mostHeader bounds the header behind the length.
const mostHeader = 4 << 10

// errHeader is what is wrong with a header.
type errHeader string

func (e errHeader) Error() string { return string(e) }

// header reads the length of the next message, and passes over what comes before
// it: other fields, or what should not be there.
func (s *stream) header() (int64, error) {
	passed, err := s.pass()
	if err != nil {
		return 0, err
	}
	if fields := strings.TrimSpace(passed); fields != "" && !strings.HasPrefix(strings.ToLower(fields), "content-type:") {
		_ = s.refuse(jsonrpc2.CodeParseError, errHeader(fmt.Sprintf("not a message header: %.40q", fields))) // if nobody listens, writing on says so
	}
	left := mostHeader
	value, err := s.line(&left)
	if err != nil {
		return 0, err
	}
	for {
		line, err := s.line(&left)
		if err != nil {
			return 0, err
		}
		if line == "" {
			break
		}
	}
	n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
	if err != nil || n < 0 || n > mostBytes {
		return 0, errHeader(fmt.Sprintf("a message with the length %.40q", strings.TrimSpace(value)))
	}
	return n, nil
}

// pass reads up to and with the next lengthField, and gives some of what came
// before it.
func (s *stream) pass() (passed string, err error) {
	var start []byte
	for {
		next, err := s.in.Peek(len(lengthField))
		switch {
		case strings.EqualFold(string(next), lengthField):
			_, err = s.in.Discard(len(next))
			return string(start), err
		case err == io.EOF && len(start)+len(next) > 0 && strings.TrimSpace(string(start)+string(next)) != "":
			return "", io.ErrUnexpectedEOF
		case err != nil:
			return "", err
		}
		c, _ := s.in.ReadByte() // it was peeked at
		if len(start) < 80 {
			start = append(start, c)
		}
	}
}

// line reads a line of a header, without its end, as long as bytes are left.
func (s *stream) line(left *int) (string, error) {
	var line []byte
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return "", cut(err)
		}
		if *left--; *left < 0 {
			return "", errHeader(fmt.Sprintf("a header of more than %d bytes", mostHeader))
		}
		if c == '\n' {
			return strings.TrimSuffix(string(line), "\r"), nil
		}
		line = append(line, c)
	}
}

// readAgain reads once more what was taken for a message, if another begins in
// it: its length was wrong.
func (s *stream) readAgain(data []byte) {
	if at := bytes.Index(data, []byte(lengthField)); at >= 0 {
		waiting, _ := s.in.Peek(s.in.Buffered()) // as many as there are
		s.in = bufio.NewReader(io.MultiReader(bytes.NewReader(slices.Concat(data[at:], waiting)), s.client))
	}
}

// ended keeps why reading ended.
func (s *stream) ended(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch err {
	case io.EOF:
	case io.ErrUnexpectedEOF:
		s.lost = errors.New("its last message is cut off")
	default:
		s.lost = err
	}
}

// why is the reason for the end of reading, other than the end of a message.
func (s *stream) why() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lost
}

// cut is an end where there should be none.
func cut(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
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
