package gclog

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
)

type File struct {
	Name string
	Open func() (io.ReadCloser, error)
}

// ReadFiles reads files as one log, in the order of time. It tells progress,
// unless that is nil, how many bytes it took.
func ReadFiles(files []File, progress func(int)) (*Log, error) {
	files, err := inTime(files)
	if err != nil {
		return nil, err
	}
	in := newReader()
	for _, f := range files {
		if err := in.open(f, progress); err != nil {
			return nil, err
		}
	}
	return in.result()
}

func (r *reader) open(f File, progress func(int)) error {
	from, err := f.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	return r.read(f.Name, from, progress)
}

// linesToTime is how many lines may come before the first that has a time.
const linesToTime = 100

// inTime sorts files by their first time, or where they have none that can be
// compared, by the number behind their name.
func inTime(files []File) ([]File, error) {
	if len(files) < 2 {
		return files, nil
	}
	type begun struct {
		File
		at stamp
	}
	clocks := map[clock]bool{}
	var all []begun
	for _, f := range files {
		at, err := firstTime(f)
		if err != nil {
			return nil, err
		}
		clocks[at.clock] = true
		all = append(all, begun{f, at})
	}
	slices.SortStableFunc(all, func(a, b begun) int {
		if len(clocks) == 1 && a.at.at != b.at.at {
			return cmp.Compare(a.at.at, b.at.at)
		}
		return cmp.Compare(numberOf(a.Name), numberOf(b.Name))
	})
	return lists.Of(all, func(f begun) File { return f.File }), nil
}

func firstTime(f File) (stamp, error) {
	from, err := f.Open()
	if err != nil {
		return stamp{}, err
	}
	defer from.Close()
	in, err := newLines(from, nil)
	if err != nil {
		return stamp{}, nil // reading it will say so
	}
	for range linesToTime {
		line, err := in.next()
		if err != nil {
			return stamp{}, nil
		}
		if at := timeOf(line); at.clock != noClock {
			return at, nil
		}
	}
	return stamp{}, nil
}

// timeOf is the time of a line of either format.
func timeOf(line []byte) stamp {
	if len(line) == 0 {
		return stamp{}
	}
	if decoration, _ := undecorated(line); len(decoration) > 0 {
		return timeIn(decoration)
	}
	return stampsBefore(line[:max(bytes.IndexByte(line, '['), 0)])
}

// rotated is the name of a file of a rotated log: that of the log, the number
// of the file, and of JDK 8 a mark of the one that is being written.
//
// https://github.com/openjdk/jdk/blob/jdk-17-ga/src/hotspot/share/logging/logFileOutput.cpp, LogFileOutput::archive (JDK 9 to 25)
// https://github.com/openjdk/jdk8u/blob/master/hotspot/src/share/vm/utilities/ostream.cpp, gcLogFileStream::rotate_log
var rotated = lazyregexp.New(`^(.*?)(?:\.(\d{1,3}))?(?:\.current)?(?:\.gz)?$`)

// Siblings are the names among those of a folder that belong to the same rotated log as name, itself among them.
func Siblings(name string, folder []string) []string {
	base := rotated.FindStringSubmatch(name)[1]
	others := func(n string) bool { return n != name && rotated.FindStringSubmatch(n)[1] != base }
	return slices.DeleteFunc(slices.Clone(folder), others)
}

// numberOf is the number behind a name: the file without one is the newest.
func numberOf(name string) int {
	n, err := strconv.Atoi(rotated.FindStringSubmatch(strings.TrimSpace(name))[2])
	if err != nil {
		return 1 << 30
	}
	return n
}

// firstWords are what unified logging begins with when a JVM starts, whatever
// its collector: a rotated log goes on without them.
var firstWords = lazyregexp.New(`(?m)^\[.*\] (?:Using (?:G1|Parallel|Serial|Concurrent Mark Sweep|The Z Garbage Collector|Shenandoah)|Initializing The Z Garbage Collector|Version: \S+ \()`)

// BeginsJVM tells from the first bytes of a file that it is the first of its
// JVM, in unified logging. JDK 8 begins every file alike.
func BeginsJVM(head []byte) bool { return firstWords.Match(head) }

// Recognises tells a GC log from other files by its first bytes, plain or gzipped. A report of a crash, a script
// or a page may quote one: what begins with a mark of those is none.
func Recognises(head []byte) bool {
	start := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	if len(start) == 0 || bytes.IndexByte([]byte("#<-"), start[0]) >= 0 {
		return false
	}
	// Around tags and causes are brackets, and JDK 8 begins with its release and its flags. Few other files have these.
	has := func(mark string) bool { return bytes.Contains(head, []byte(mark)) }
	if head[0] != 0x1f && !has("[") && !has(" JRE (") && !has("CommandLine flags: ") {
		return false
	}
	r := newReader()
	_ = r.read("", bytes.NewReader(head), nil) // the last line, or the archive, ends too early
	return r.recognised > 0
}

// reader is what is known in the middle of a log.
type reader struct {
	log        *Log
	file       string
	number     int
	offset     int64
	line       []byte
	start      []byte // of line 1 of the first file
	recognised int64  // lines that only a GC log has

	span                             span
	young, full, degenerated, others durations
	stalls                           durations
	left                             int64 // bytes of the heap behind the last pause

	unified    unified
	jdk8       jdk8
	g1         g1
	shenandoah shenandoah
	zgcYoung   zgcYoung
}

func newReader() *reader {
	return &reader{log: &Log{}, unified: unified{lastFull: -1, timed: -1, compacting: -1}, g1: g1{id: -1}, shenandoah: shenandoah{id: -1}, zgcYoung: zgcYoung{id: -1}}
}

func (r *reader) read(name string, from io.Reader, progress func(int)) error {
	in, err := newLines(from, progress)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	r.log.Files = append(r.log.Files, name)
	r.file = name
	for {
		line, err := in.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return fmt.Errorf("read %s: line %d: %w", name, in.number+1, err)
		}
		r.number, r.offset, r.line = in.number, in.offset, line
		if r.log.Lines++; r.log.Lines == 1 {
			r.start = bytes.Clone(line[:min(len(line), 80)])
		}
		if len(line) > 0 && (r.jdk8.open || !r.readUnified(line)) {
			r.readJDK8(line)
		}
	}
	r.jdk8.open = false
	return nil
}

func (r *reader) result() (*Log, error) {
	l := r.log
	if r.recognised == 0 {
		return nil, fmt.Errorf("%s is not a GC log (lines read: %d): expected the output of -Xlog:gc (JDK 9 and later) or -XX:+PrintGC (JDK 8); line 1 is %q", l.Files[0], l.Lines, r.start)
	}
	l.Span = r.span.length()
	l.Young, l.Degenerated, l.Other, l.Stalls = r.young.result(), r.degenerated.result(), r.others.result(), r.stalls.result()
	l.Full.Pauses = r.full.result()
	r.g1.finish(l)
	return l, nil
}

// here is the line that is being read.
func (r *reader) here() Line {
	const longest = 300
	return Line{File: r.file, Number: r.number, Offset: r.offset, Text: string(bytes.ToValidUTF8(r.line[:min(len(r.line), longest)], nil))}
}

func (r *reader) seen(s *Seen) {
	s.Last = r.here()
	if s.Count++; s.Count == 1 {
		s.First = s.Last
	}
}

// collector is what the log says of it: what comes first stays.
func (r *reader) collector(name string) {
	if r.log.Collector == "" {
		r.log.Collector, r.log.Chosen = name, r.here()
	}
}

// paused takes a pause of the whole program.
func (r *reader) paused(of *durations, kind Kind, length time.Duration) {
	r.stopped(of, kind, length)
	r.log.OverTime.add(r.span.length(), length, kind == FullCollection)
}

// heapAt takes the heap before and behind a pause: what it grew by since the last one was allocated.
func (r *reader) heapAt(sizes heap) {
	if sizes.capacity == 0 {
		return
	}
	if r.left > 0 && sizes.before > r.left {
		r.log.Allocated += sizes.before - r.left
	}
	r.left = sizes.after
}

// mostCauses is how many causes of full collections are kept: no JVM has more.
const mostCauses = 30

func (f *FullGCs) caused(name string) {
	switch i := slices.IndexFunc(f.Causes, func(c Cause) bool { return c.Name == name }); {
	case i >= 0:
		f.Causes[i].Count++
	case len(f.Causes) < mostCauses && name != "":
		f.Causes = append(f.Causes, Cause{name, 1})
	}
}

// stopped takes a pause, or a stall of one thread.
func (r *reader) stopped(of *durations, kind Kind, length time.Duration) {
	of.add(length, r.here)
	if kind != FullCollection && length > r.log.LongestStop.Length {
		r.log.LongestStop = Stop{kind, length, r.here()}
	}
}

func (r *reader) fullGC(g FullGC) {
	f := &r.log.Full
	g.At = r.here()
	f.caused(g.Cause)
	r.paused(&r.full, FullCollection, g.Pause)
	switch {
	case asked(g.Cause):
		f.Asked++
	case !forClasses(g.Cause):
		r.seen(&f.ForSpace.Seen)
		if f.ForSpace.Count == 1 || g.Pause > f.ForSpace.Longest {
			f.ForSpace.Longest, f.ForSpace.At = g.Pause, g.At
		}
	}
	if f.Last = g; r.full.pauses.Count == 1 || g.Pause > f.Longest.Pause {
		f.Longest = g
	}
	if g.After > 0 && !forClasses(g.Cause) { // which comes when the program begins
		r.live(g.After)
	}
	if g.Cause == "Ergonomics" {
		r.collector(Parallel)
	}
	r.g1.aborted = true // a cycle that is under way ends with it
}

// forClasses tells a collection that makes room for classes.
func forClasses(cause string) bool {
	return cause == "Metadata GC Threshold" || cause == "Metadata GC Clear Soft References" || cause == "Last ditch collection"
}

// asked reports whether a program or a tool asked for the collection.
func asked(cause string) bool {
	return slices.Contains([]string{
		"System.gc()", "System", "Heap Inspection Initiated GC", "Heap Dump Initiated GC", "Diagnostic Command", "JvmtiEnv ForceGarbageCollection",
	}, cause)
}

func (r *reader) live(n int64) {
	s := Size{n, r.here()}
	if r.log.Live.Last = s; n > r.log.Live.Largest.Bytes {
		r.log.Live.Largest = s
	}
}

// cpuTimes are those of both formats: User=18.10s Sys=0.00s Real=2.38s, [Times: user=0.01 sys=0.00, real=0.01 secs].
var cpuTimes = lazyregexp.New(`[Uu]ser=([\d.,]*\d)s? [Ss]ys=([\d.,]*\d)s?,? [Rr]eal=([\d.,]*\d)`)

// times takes the CPU time and the real time of the last full collection.
func (r *reader) times(line []byte) {
	said := cpuTimes.FindSubmatch(line)
	if said == nil {
		return
	}
	u, okUser := secondsOf(said[1])
	s, okSys := secondsOf(said[2])
	passed, okReal := secondsOf(said[3])
	if !okUser || !okSys || !okReal {
		return
	}
	f := &r.log.Full
	f.Last.CPU, f.Last.Real = u+s, passed
	if f.Longest.At == f.Last.At {
		f.Longest = f.Last
	}
	if !f.Last.Serialised() {
		return
	}
	r.seen(&f.Serialised.Seen)
	if f.Serialised.Count == 1 || f.Last.Pause > f.Serialised.Longest.Pause {
		f.Serialised.Longest = f.Last
	}
}

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
