package gclog

import (
	"bufio"
	"bytes"
	"compress/gzip"
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

// newLines reads plain text, or text that was gzipped. It tells read, unless
// that is nil, how many bytes it took.
func newLines(r io.Reader, read func(int)) (*lines, error) {
	if read != nil {
		r = counted{r, read}
	}
	from := bufio.NewReaderSize(r, longestLine)
	start, _ := from.Peek(3)
	if bytes.HasPrefix(start, []byte{0x1f, 0x8b}) {
		unzipped, err := gzip.NewReader(from)
		if err != nil {
			return nil, err
		}
		from = bufio.NewReaderSize(unzipped, longestLine)
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

// counted tells how much is read.
type counted struct {
	io.Reader
	read func(int)
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.read(n)
	return n, err
}
