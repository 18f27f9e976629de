package hotspot

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// warn notes a warning, which options may silence.
func (s *startup) warn(at, format string, args ...any) {
	if s.on("PrintWarnings") {
		s.say(at, jvmflag.Adjusted, "OpenJDK 64-Bit Server VM warning: "+fmt.Sprintf(format, args...))
	}
}

func (s *startup) say(at string, cause jvmflag.Cause, line string) {
	var text source.Text
	if at != "" {
		text = s.at(at)
	} else {
		text = source.Unlocated("", "no single option")
	}
	s.messages = append(s.messages, jvmflag.Message{Line: line, Cause: cause, At: text})
}
