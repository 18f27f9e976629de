package jvmflag

import "strings"

// logFile is what stands where the log is to be written.
type logFile uint8

const (
	fileWritable logFile = iota // a plain file, or none yet in a folder where one can be made
	filePipe
	fileDevice
	fileFolder
	fileNoFolder  // the folder of the file does not exist
	fileNotFolder // what should be its folder is a file
	fileDenied
	fileTooLong
)

// openErrors is why the system does not open a file.
var openErrors = [...]string{
	fileFolder: "Is a directory", fileNoFolder: "No such file or directory", fileNotFolder: "Not a directory",
	fileDenied: "Permission denied", fileTooLong: "Filename too long",
}

// fileByName judges a file by its name alone. Folders are taken to exist.
func fileByName(name string) logFile {
	switch name {
	case "":
		return fileNoFolder
	case ".", "..", "/":
		return fileFolder
	case "/dev/null", "/dev/zero", "/dev/full", "/dev/tty":
		return fileDevice
	}
	if strings.HasSuffix(name, "/") || strings.HasSuffix(name, "/.") || strings.HasSuffix(name, "/..") {
		return fileFolder
	}
	if len(name) >= 4096 {
		return fileTooLong
	}
	for part := range strings.SplitSeq(name, "/") {
		if len(part) > 255 {
			return fileTooLong
		}
	}
	return fileWritable
}

// openFile tells whether HotSpot takes the file. It keeps old files, and
// starts anew with none, unless their count is 0; then the file is cut.
//
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/logging/logFileOutput.cpp, LogFileOutput::initialize (JDK 9 to 25)
func openFile(jdk int, name string, is logFile, o outputOptions, r *report) bool {
	if is == filePipe && !o.ownCount {
		o.count = 0
	}
	if o.count > 0 && (is == filePipe || is == fileDevice || is == fileFolder) {
		r.line("Unable to log to file ", name, " with log file rotation: ", name, " is not a regular file")
		return false
	}
	why := openErrors[is]
	switch {
	case why == "":
		return true
	case is == fileTooLong && jdk < 12: // the C library's word; JDK 17 and later have their own
		why = "File name too long"
	}
	r.line("Error opening log file '", name, "': ", why)
	return false
}
