package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func framed(text string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text) }

// heard is what a stream makes of bytes: the messages that it reads, what it
// answers by itself, and how it ends.
type heard struct {
	read, answered []string
	ended          string
}

func hear(t testing.TB, in io.Reader) heard {
	var out bytes.Buffer
	var h heard
	s := newStream(in, &out)
	for {
		var v struct{ M string }
		err := s.ReadObject(&v)
		if err != nil {
			break
		}
		h.read = append(h.read, v.M)
	}
	if lost := s.lost.Load(); lost != nil {
		h.ended = (*lost).Error()
	}
	require.NoError(t, s.Close())
	answers := newStream(&out, io.Discard)
	for {
		data, err := answers.frame()
		if err != nil {
			break
		}
		var v struct{ Error struct{ Message string } }
		require.NoError(t, json.Unmarshal(data, &v))
		h.answered = append(h.answered, v.Error.Message)
	}
	require.NoError(t, answers.Close())
	return h
}

func TestFraming(t *testing.T) {
	one, two := framed(`{"m":"1"}`), framed(`{"m":"2"}`)
	both := []string{"1", "2"}
	for name, c := range map[string]struct {
		in   string
		want heard
	}{
		"nothing":               {"", heard{}},
		"messages":              {one + two, heard{read: both}},
		"another field before":  {"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n" + one + two, heard{read: both}},
		"another field behind":  {"Content-Length: 9\r\nContent-Type: x\r\n\r\n" + `{"m":"1"}` + two, heard{read: both}},
		"small letters":         {"content-length:9\n\n" + `{"m":"1"}` + two, heard{read: both}},
		"empty lines between":   {"\r\n" + one + "\r\n\r\n" + two + "\r\n", heard{read: both}},
		"garbage between":       {one + "and now" + two, heard{read: []string{"1"}, ended: `a message with the length ""`}},
		"no JSON":               {one + framed("{") + two, heard{read: both, answered: []string{"unexpected end of JSON input"}}},
		"no message":            {one + framed("[]") + two, heard{read: both, answered: []string{"json: cannot unmarshal array into Go value of type struct { M string }"}}},
		"no length":             {one + "Content-Type: x\r\n\r\n{}" + two, heard{read: []string{"1"}, ended: `a message with the length ""`}},
		"a length that is none": {one + "Content-Length: much\r\n\r\n{}" + two, heard{read: []string{"1"}, ended: `a message with the length "much"`}},
		"a negative length":     {one + "Content-Length: -1\r\n\r\n" + two, heard{read: []string{"1"}, ended: `a message with the length "-1"`}},
		"a huge length":         {one + "Content-Length: 99999999999\r\n\r\n" + two, heard{read: []string{"1"}, ended: `a message with the length "99999999999"`}},
		"cut in a message":      {one + "Content-Length: 9\r\n\r\n{", heard{read: []string{"1"}, ended: "its last message is cut off"}},
		"cut in a header":       {one + "Content-Length: 9\r\n", heard{read: []string{"1"}, ended: "its last message is cut off"}},
		"cut in a field":        {one + "Conte", heard{read: []string{"1"}, ended: "not a message header"}},
		"a huge cut one":        {one + "Content-Length: 200000000\r\n\r\n{", heard{read: []string{"1"}, ended: "its last message is cut off"}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, hear(t, strings.NewReader(c.in)))
		})
	}
}

// What a header announces takes no memory before it comes.
func TestAnnouncedIsNotAllocated(t *testing.T) {
	announced := fmt.Sprintf("Content-Length: %d\r\n\r\n", mostBytes)
	n := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			hear(b, strings.NewReader(announced))
		}
	}).AllocedBytesPerOp()
	assert.Less(t, n, int64(100_000))
}

// endless is a header that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return copy(p, "Content-Length: 1"), nil }

func TestHeaderIsBounded(t *testing.T) {
	s := newStream(endless{}, io.Discard)
	s.client.R = io.LimitReader(endless{}, 2*mostBytes)
	_, err := s.frame()
	require.Error(t, err)
	assert.Zero(t, s.client.N)
}

// FuzzFraming: whatever stands behind a message, that one is read.
func FuzzFraming(f *testing.F) {
	for _, s := range []string{"", "\r\n", "Content-Type: x\r\n\r\n{}", "Content-Lengt", "\x00\xff", "Content-Length: 3\r\n\r\n{}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, behind string) {
		h := hear(t, strings.NewReader(framed(`{"m":"1"}`)+behind))
		require.NotEmpty(t, h.read)
		assert.Equal(t, "1", h.read[0])
	})
}
