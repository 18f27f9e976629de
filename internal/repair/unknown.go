package repair

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Unknown is an option that a JDK does not have.
type Unknown struct {
	Refused
	Name source.Text // within the option; all of one that is no flag
	xx   bool

	have, ignore []int // which of the releases whose options are known have it, and which ignore it
}

// NewUnknown finds the name in the option.
func NewUnknown(r Refused) Unknown {
	u := nameOf(r)
	u.have, u.ignore = u.tables()
	return u
}

func nameOf(r Refused) Unknown {
	argument, xx := r.argument()
	s := argument.String()
	if !xx || s == "" {
		name := r.At
		if at, _, valued := strings.Cut(name.String(), "="); valued && source.HasGap(name.String()[len(at):]) { // refused whatever its value
			name = name.Slice(0, len(at))
		}
		return Unknown{Refused: r, Name: name, xx: xx}
	}
	start := len(s) - len(strings.TrimLeft(s[:min(1, len(s))], "+-")+s[min(1, len(s)):])
	end := start
	for end < len(s) && s[end] != '=' {
		end++
	}
	if end == start {
		start, end = 0, len(s)
	}
	return Unknown{Refused: r, Name: argument.Slice(start, end), xx: true}
}

// Suggest offers what has taken the option's place, and to remove it.
func (u Unknown) Suggest(f *lint.Finding) {
	if u.suggestLog(f) {
		return
	}
	if word := u.cut(); word != "" {
		f.Suggest(lint.Manual, "write "+word+" as one word: a line break cuts it in two")
		return
	}
	if word, argument := u.joined(); word != "" {
		f.Suggest(lint.Safe, "write "+word, lint.Replace(u.option.Word, word), u.pass.RemoveOption(argument))
		return
	}
	if word := u.meant(); word != "" {
		u.Write(f, lint.Safe, word, "")
		u.Remove(f)
		return
	}
	if word := u.property(); word != "" {
		u.Write(f, lint.Unsafe, word, ", which programs such as those of Spring read as the same")
		return
	}
	u.suggestCollector(f)
	if word := u.likely(); word != "" {
		u.Write(f, lint.Unsafe, word, ", which HotSpot takes it for")
	}
	u.Remove(f)
}

// suggestLog puts the one option of unified logging in the place of all that
// JDK 8 logs the collections with. It must be the same on every JDK.
func (u Unknown) suggestLog(f *lint.Finding) bool {
	xlog, replaced := u.among.unifiedLogging(u.pass.JDK)
	at, ours := -1, false
	var edits []source.Edit
	for i, o := range replaced {
		ours = ours || o.Text.Same(u.At)
		if xlog != "" && i == 0 {
			edits = append(edits, lint.Replace(o.Word, xlog))
		} else {
			edits = append(edits, u.pass.RemoveOption(o))
		}
		at = i
	}
	if !ours || at < 0 {
		return false
	}
	for _, jdk := range u.pass.Workload.JDK.Candidates {
		if other, _ := u.among.unifiedLogging(jdk); jdk < 9 || other != xlog {
			f.Suggest(lint.Manual, fmt.Sprintf("log with %s in JDK %d; other releases take another option", xlog, u.pass.JDK))
			return true
		}
	}
	title := "log the same with " + xlog
	if xlog == "" {
		title = "remove the options that ask for no logging: " + lint.And(replaced)
	}
	f.Suggest(lint.Safe, title, joined(edits)...)
	return true
}
