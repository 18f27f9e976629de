package gclog

import "bytes"

// unified is what lines of unified logging leave to later ones.
type unified struct {
	id         int64  // of the collection that the line speaks of; -1 where it names none
	decoration []byte // what stands before the message
	lastFull   int64  // id of the last pause, where it was a full one; else -1
	timed      int64  // id of the full pause whose CPU time comes next; -1 where there is none
	compacting int64  // id of the full collection
	workers    int    // that compact in it
}

// readUnified reads a line of unified logging, and reports whether it is one.
func (r *reader) readUnified(line []byte) bool {
	decoration, message := undecorated(line)
	u, decorated := &r.unified, len(decoration) > 0
	u.id, u.decoration = -1, decoration
	if bytes.HasPrefix(message, []byte("GC(")) {
		id, rest, ok := leading(message[3:])
		if !ok || len(rest) < 3 || rest[0] != ')' || rest[1] != ' ' {
			return decorated
		}
		r.recognised++
		u.id, message = id/1e6, rest[2:]
	} else if !decorated && !isBare(message) {
		return false
	}
	if len(message) > 0 {
		r.message(message)
	}
	return true
}

// isBare tells a message about no collection, in a log without decorations.
func isBare(message []byte) bool {
	for _, start := range []string{"Using ", "Version: ", "Heap Region Size: ", "Heap region size: ", "Allocation Stall ("} {
		if bytes.HasPrefix(message, []byte(start)) {
			return true
		}
	}
	return false
}

// undecorated takes the decorations from a line: [0.123s][info][gc,start]. What
// stands before them is of a container's log.
func undecorated(line []byte) (decoration, message []byte) {
	first := 0
	if line[0] != '[' {
		if first = bytes.Index(line, []byte(" [")) + 1; first == 0 {
			return nil, line
		}
	}
	at := first
	for at < len(line) && line[at] == '[' {
		end := bytes.IndexByte(line[at:], ']')
		if end < 2 || !isDecoration(line[at+1:at+end]) {
			break
		}
		at += end + 1
	}
	if at == first || at == len(line) || line[at] != ' ' {
		return nil, line
	}
	return line[first:at], line[at+1:]
}

// time is what the decorations say of it, best the date.
func (u *unified) time() stamp { return timeIn(u.decoration) }

func timeIn(decoration []byte) stamp {
	var at stamp
	for len(decoration) > 0 && at.clock != wall {
		text, rest, _ := bytes.Cut(decoration[1:], []byte("]"))
		if s := readStamp(text); s.clock != noClock {
			at = s
		}
		decoration = rest
	}
	return at
}

// isDecoration tells one from what the older format has in brackets: it has
// spaces only behind it.
func isDecoration(text []byte) bool {
	space := bytes.IndexByte(text, ' ')
	return space < 0 || len(bytes.TrimRight(text[space:], " ")) == 0
}
