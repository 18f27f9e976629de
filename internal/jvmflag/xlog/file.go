package xlog

import "strings"

// File is what stands where the log is to be written.
type File uint8

const (
	FileWritable File = iota // a plain file, or none yet in a folder where one can be made
	FilePipe
	FileDevice
	FileFolder
	FileNoFolder  // the folder of the file does not exist
	FileNotFolder // what should be its folder is a file
	FileDenied
	FileTooLong
)

// openErrors is why the system does not open a file.
var openErrors = [...]string{
	FileFolder: "Is a directory", FileNoFolder: "No such file or directory", FileNotFolder: "Not a directory",
	FileDenied: "Permission denied", FileTooLong: "Filename too long",
}

// FileByName judges a file by its name alone. Folders are taken to exist.
func FileByName(name string) File {
	switch name {
	case "":
		return FileNoFolder
	case ".", "..", "/":
		return FileFolder
	case "/dev/null", "/dev/zero", "/dev/full", "/dev/tty":
		return FileDevice
	}
	if strings.HasSuffix(name, "/") || strings.HasSuffix(name, "/.") || strings.HasSuffix(name, "/..") {
		return FileFolder
	}
	if len(name) >= 4096 {
		return FileTooLong
	}
	for part := range strings.SplitSeq(name, "/") {
		if len(part) > 255 {
			return FileTooLong
		}
	}
	return FileWritable
}

// openFile reports whether HotSpot takes the file. It keeps old files, and
// starts anew with none, unless their count is 0; then the file is cut.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/logging/logFileOutput.cpp, LogFileOutput::initialize (JDK 9 to 25)
func openFile(jdk int, name string, is File, o outputOptions, r *report) bool {
	if is == FilePipe && !o.ownCount {
		o.count = 0
	}
	if o.count > 0 && (is == FilePipe || is == FileDevice || is == FileFolder) {
		r.line("Unable to log to file ", name, " with log file rotation: ", name, " is not a regular file")
		return false
	}
	why := openErrors[is]
	switch {
	case why == "":
		return true
	case is == FileTooLong && jdk < 12: // the C library's word; JDK 17 and later have their own
		why = "File name too long"
	}
	r.line("Error opening log file '", name, "': ", why)
	return false
}
