package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// mostTags is how many tags a line of the log may have.
const mostTags = 5

// logging is what a JVM knows of unified logging.
type logging struct {
	tags []string          // in its own order, which settles whom it means by "Did you mean"
	sets [][mostTags]uint8 // the sets of tags that its lines have, in its own order: 1 is the first tag
}

// readLogging reads the tags out of the library, and the sets out of a JVM that
// is held at its start: they are linked to each other only when the library is
// loaded. What the JVM prints of them is sorted, and tells nothing of the order.
func (r *release) readLogging(home string) (all logging, err error) {
	l, err := openLibrary(r.jdk, home)
	if err != nil {
		return all, err
	}
	defer l.file.Close()
	names, err := l.symbol("LogTag5_nameE")
	if err != nil {
		return all, err
	}
	for at := names.Value + 8; at < names.Value+names.Size; at += 8 { // the first stands for no tag
		all.tags = append(all.tags, l.text(l.pointers[at]))
	}
	list, err := l.symbol("LogTagSet5_listE")
	if err != nil {
		return all, err
	}
	count, err := l.symbol("LogTagSet9_ntagsetsE")
	if err != nil {
		return all, err
	}
	err = r.whileHeld(func(memory *os.File, base uint64) error {
		number := func(at uint64, size int) uint64 {
			var word [8]byte
			_, _ = memory.ReadAt(word[:size], int64(at))
			return binary.LittleEndian.Uint64(word[:])
		}
		for set := number(base+list.Value, 8); set != 0; set = number(set, 8) {
			var tags [mostTags]uint8
			for i := range number(set+8, 8) {
				tags[i] = uint8(number(set+16+4*i, 4))
			}
			all.sets = append(all.sets, tags)
		}
		if n := number(base+count.Value, 8); n != uint64(len(all.sets)) || n == 0 {
			return fmt.Errorf("%d of %d sets of tags", len(all.sets), n)
		}
		return nil
	})
	if err != nil {
		return all, err
	}
	return all, r.confirmLogging(all)
}

// whileHeld starts the JVM, stops it before it makes its heap, and shows its
// memory and where in it the library begins.
func (r *release) whileHeld(look func(memory *os.File, base uint64) error) error {
	folder, err := os.MkdirTemp("", "flagtables")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	held := filepath.Join(folder, "held")
	cmd := exec.Command(r.java, "-XX:+UnlockDiagnosticVMOptions", "-XX:+PauseAtStartup", "-XX:PauseAtStartupFile="+held, "-version")
	cmd.Dir = folder
	if err := cmd.Start(); err != nil {
		return err
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	for range 1000 {
		if _, err := os.Stat(held); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", cmd.Process.Pid))
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(maps)) {
		if strings.Contains(line, "libjvm.so") {
			var base uint64
			if _, err := fmt.Sscanf(line, "%x-", &base); err != nil {
				return err
			}
			memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", cmd.Process.Pid))
			if err != nil {
				return err
			}
			defer memory.Close()
			return look(memory, base)
		}
	}
	return errors.New("the JVM was not held at its start")
}

// confirmLogging holds the sets against those that the JVM prints.
func (r *release) confirmLogging(all logging) error {
	text, err := r.say("-Xlog:logging=debug:stdout:none", "-version")
	if err != nil {
		return err
	}
	_, list, _ := strings.Cut(text, "Available tag sets: ")
	list, _, _ = strings.Cut(list, "\n")
	printed := map[string]bool{}
	for _, set := range strings.Split(list, ", ") {
		printed[set] = true
	}
	for _, set := range all.sets {
		names := []string{}
		for _, tag := range set {
			if tag > 0 {
				names = append(names, all.tags[tag-1])
			}
		}
		if !printed[strings.Join(names, "+")] {
			return fmt.Errorf("%v is not among the %d sets that are printed", names, len(printed))
		}
	}
	if len(printed) != len(all.sets) {
		return fmt.Errorf("%d sets are printed, and %d found", len(printed), len(all.sets))
	}
	return nil
}

func loggingSource(all []*release) []byte {
	var b bytes.Buffer
	b.WriteString(header("xlog") + "var tables = [...]table{\n")
	for _, r := range all {
		if len(r.logging.tags) == 0 {
			continue
		}
		fmt.Fprintf(&b, "{%d, []string{\n\"\"", r.jdk)
		for i, tag := range r.logging.tags {
			fmt.Fprintf(&b, ",%s%q", lineBreak(i, 12), tag)
		}
		b.WriteString(",\n}, []tagSet{\n")
		for i, set := range r.logging.sets {
			fmt.Fprintf(&b, "{%s},%s", strings.Trim(strings.Join(strings.Fields(fmt.Sprint(set)), ", "), "[]"), lineBreak(i+1, 8))
		}
		b.WriteString("\n}},\n")
	}
	b.WriteString("}\n")
	return gofmt(b.Bytes())
}

func lineBreak(i, every int) string {
	if i%every == 0 {
		return "\n"
	}
	return " "
}
