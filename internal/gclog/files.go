package gclog

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// File is one file of a log.
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
	sorted := make([]File, len(all))
	for i, f := range all {
		sorted[i] = f.File
	}
	return sorted, nil
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
	var of []string
	for _, n := range folder {
		if m := rotated.FindStringSubmatch(n); n == name || m[1] == base {
			of = append(of, n)
		}
	}
	return of
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
	r := newReader()
	_ = r.read("", bytes.NewReader(head), nil) // the last line, or the archive, ends too early
	return r.recognised > 0
}
