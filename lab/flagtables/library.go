package main

import (
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"strconv"
	"strings"
)

// fact is what one JVM knows of a flag.
type fact struct {
	name, typ, kind string // in HotSpot's words
	marks           []string
	value           string // the default before ergonomics
	least, most     string // the range as HotSpot prints it
}

// library is a JVM's shared library. Its flag table holds what
// -XX:+PrintFlagsInitial prints, and besides the locked flags, which that
// option leaves out, and those of debug builds, which no option prints.
type library struct {
	jdk      int
	file     *elf.File
	pointers map[uint64]uint64 // what the loader will put at an address
}

// readLibrary reads the flag table, in its own order.
func readLibrary(jdk int, home string) (facts []fact, err error) {
	l, err := openLibrary(jdk, home)
	if err != nil {
		return nil, err
	}
	defer l.file.Close()
	s, err := l.symbol("flagTable")
	if err != nil {
		return nil, err
	}
	return l.flags(s.Value, s.Value+s.Size)
}

func openLibrary(jdk int, home string) (l *library, err error) {
	path := ""
	err = filepath.WalkDir(home, func(p string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(filepath.ToSlash(p), "/server/libjvm.so") {
			path = p
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	l = &library{jdk: jdk, pointers: map[uint64]uint64{}}
	if l.file, err = elf.Open(path); err != nil {
		return nil, err
	}
	section := l.file.Section(".rela.dyn")
	if section == nil {
		return nil, errors.New("a library without relocations")
	}
	relocations, err := section.Data()
	if err != nil {
		return nil, err
	}
	for b := relocations; len(b) >= 24; b = b[24:] {
		if elf.R_X86_64(binary.LittleEndian.Uint32(b[8:])) == elf.R_X86_64_RELATIVE {
			l.pointers[binary.LittleEndian.Uint64(b)] = binary.LittleEndian.Uint64(b[16:])
		}
	}
	return l, nil
}

// symbol finds the variable whose mangled name ends so.
func (l *library) symbol(suffix string) (elf.Symbol, error) {
	symbols, err := l.file.Symbols()
	if err != nil {
		return elf.Symbol{}, err
	}
	for _, s := range symbols {
		if strings.HasSuffix(s.Name, suffix) {
			return s, nil
		}
	}
	return elf.Symbol{}, fmt.Errorf("a library without %s", suffix)
}

// layout is where a row of the table holds what.
type layout struct{ stride, typ, name, addr, bits uint64 }

func (l *library) layout() layout {
	switch {
	case l.jdk < 11:
		return layout{stride: 32, typ: 0, name: 8, addr: 16, bits: 24}
	case l.jdk < 17:
		return layout{stride: 40, typ: 0, name: 8, addr: 16, bits: 24}
	}
	return layout{stride: 24, typ: 20, name: 8, addr: 0, bits: 16}
}

// types are those that rows from JDK 17 on number.
var types = []string{"bool", "int", "uint", "intx", "uintx", "uint64_t", "size_t", "double", "ccstr", "ccstrlist"}

func (l *library) flags(start, end uint64) ([]fact, error) {
	var facts []fact
	at := l.layout()
	for row := start; row+at.stride <= end; row += at.stride {
		f := fact{name: l.text(l.pointers[row+at.name])}
		if f.name == "" { // the table ends in an empty row
			break
		}
		if l.jdk < 17 {
			f.typ = l.text(l.pointers[row+at.typ])
		} else if n := l.number(row+at.typ, 4); n < uint64(len(types)) {
			f.typ = types[n]
		}
		f.kind, f.marks = l.kind(l.number(row+at.bits, 4))
		f.value = l.value(f.typ, l.pointers[row+at.addr])
		facts = append(facts, f)
	}
	if len(facts) < 1000 {
		return nil, fmt.Errorf("only %d flags in the table", len(facts))
	}
	return facts, nil
}

// kind reads the bits of a row. Bits of JDK 25 stand one lower from 0x100 on:
// there are no notproduct flags any more.
func (l *library) kind(bits uint64) (kind string, marks []string) {
	debug := map[uint64]string{0x100: "notproduct", 0x200: "develop"}
	pd := uint64(0x400)
	if l.jdk >= 25 {
		debug, pd = map[uint64]string{0x100: "develop"}, 0x200
	}
	kind = "product"
	for bit, name := range map[uint64]string{0x20: "manageable", 0x40: "diagnostic", 0x80: "experimental"} {
		if bits&bit != 0 {
			kind = name
		}
	}
	for bit, name := range debug {
		if bits&bit != 0 {
			kind = name
		}
	}
	if bits&pd != 0 {
		marks = append(marks, "pd")
	}
	return kind, marks
}

// value is the number, or text, that a variable starts with, as HotSpot prints it.
func (l *library) value(typ string, addr uint64) string {
	switch typ {
	case "bool":
		return strconv.FormatBool(l.number(addr, 1) != 0)
	case "int":
		return strconv.Itoa(int(int32(l.number(addr, 4))))
	case "uint":
		return strconv.FormatUint(l.number(addr, 4), 10)
	case "intx":
		return strconv.FormatInt(int64(l.number(addr, 8)), 10)
	case "double":
		return strconv.FormatFloat(math.Float64frombits(l.number(addr, 8)), 'f', 6, 64)
	case "ccstr", "ccstrlist":
		return l.text(l.pointers[addr])
	}
	return strconv.FormatUint(l.number(addr, 8), 10)
}

func (l *library) number(addr uint64, size int) uint64 {
	var word [8]byte
	l.read(addr, word[:size])
	return binary.LittleEndian.Uint64(word[:])
}

func (l *library) text(addr uint64) string {
	var b [256]byte
	l.read(addr, b[:])
	text, _, _ := strings.Cut(string(b[:]), "\x00")
	return text
}

// read fills b with what the library holds at an address. Variables that start
// as nought have no bytes in the file.
func (l *library) read(addr uint64, b []byte) {
	for _, s := range l.file.Sections {
		if s.Flags&elf.SHF_ALLOC != 0 && s.Flags&elf.SHF_TLS == 0 && s.Type != elf.SHT_NOBITS && s.Addr <= addr && addr < s.Addr+s.Size {
			_, _ = s.ReadAt(b, int64(addr-s.Addr))
		}
	}
}
