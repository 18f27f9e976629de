package gclog

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
)

// longestLine is what is kept of a line: the rest of a longer one is passed over.
const longestLine = 64 << 10

// lines reads a log line by line, without growing.
type lines struct {
	from   *bufio.Reader
	number int
	offset int64  // of the line
	after  int64  // of what follows it
	long   []byte // the beginning of a long line
}

// newLines reads plain text, or text that was gzipped. It tells read, unless that is nil, how many bytes it took.
func newLines(r io.Reader, read func(int)) (*lines, error) {
	zipped := &counted{Reader: r, tell: read}
	from := bufio.NewReaderSize(zipped, longestLine)
	start, _ := from.Peek(3)
	if bytes.HasPrefix(start, []byte{0x1f, 0x8b}) {
		unzipped, err := gzip.NewReader(from)
		if err != nil {
			return nil, err
		}
		from = bufio.NewReaderSize(&bounded{Reader: unzipped, of: zipped}, longestLine)
		start, _ = from.Peek(3)
	}
	if bytes.HasPrefix(start, []byte("\xef\xbb\xbf")) {
		n, _ := from.Discard(3)
		return &lines{from: from, after: int64(n)}, nil
	}
	return &lines{from: from}, nil
}

// next is the next line without its end, good until the line after it.
func (l *lines) next() ([]byte, error) {
	line, err := l.from.ReadSlice('\n')
	l.offset, l.after = l.after, l.after+int64(len(line))
	if err == bufio.ErrBufferFull {
		l.long = append(l.long[:0], line...)
		for line = l.long; err == bufio.ErrBufferFull; {
			var rest []byte
			rest, err = l.from.ReadSlice('\n')
			l.after += int64(len(rest))
		}
	}
	if err != nil && (err != io.EOF || len(line) == 0) {
		return nil, err
	}
	l.number++
	return bytes.TrimRight(line, "\r\n"), nil
}

// counted counts what is read, and tells it.
type counted struct {
	io.Reader
	bytes int64
	tell  func(int) // nil: nobody
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.bytes += int64(n)
	if c.tell != nil {
		c.tell(n)
	}
	return n, err
}

// A log unzips to some 10 to 30 times its size. What unzips to more than
// mostUnzipped times that, and is not small, is made to take time.
const (
	mostUnzipped  = 100
	smallUnzipped = 64 << 20
)

// bounded ends with an error where a text unzips to more than a log does.
type bounded struct {
	io.Reader
	of    *counted // the zipped text
	bytes int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if b.bytes += int64(n); b.bytes > smallUnzipped && b.bytes/mostUnzipped > b.of.bytes {
		return n, fmt.Errorf("unzips to more than %d times its size, which no log does", mostUnzipped)
	}
	return n, err
}
