package repair

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Unknown is an option that a JDK does not have.
type Unknown struct {
	Refused
	Name source.Text // within the option; all of one that is no flag
	xx   bool
}

// NewUnknown finds the name in the option.
func NewUnknown(r Refused) Unknown {
	argument, xx := r.argument()
	s := argument.String()
	if !xx || s == "" {
		return Unknown{r, r.At, xx}
	}
	start := len(s) - len(strings.TrimLeft(s[:min(1, len(s))], "+-")+s[min(1, len(s)):])
	end := start
	for end < len(s) && s[end] != '=' {
		end++
	}
	if end == start {
		start, end = 0, len(s)
	}
	return Unknown{r, argument.Slice(start, end), true}
}

// Suggest offers what has taken the option's place, and to remove it.
func (u Unknown) Suggest(f *lint.Finding) {
	if u.suggestLog(f) {
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
	u.suggestCollector(f)
	if word := u.likely(); word != "" {
		u.Write(f, lint.Unsafe, word, ", which HotSpot takes it for")
	}
	u.Remove(f)
}

// suggestLog puts the one option of unified logging in the place of all that
// JDK 8 logs the collections with. It must be the same on every JDK.
func (u Unknown) suggestLog(f *lint.Finding) bool {
	xlog, replaced := jvmflag.UnifiedLogging(u.pass.JDK, u.pass.Options.Options)
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
		if other, _ := jvmflag.UnifiedLogging(jdk, u.pass.Options.Options); jdk < 9 || other != xlog {
			f.Suggest(lint.Manual, fmt.Sprintf("log with %s in JDK %d; other releases take another option", xlog, u.pass.JDK))
			return true
		}
	}
	title := "log the same with " + xlog
	if xlog == "" {
		title = "remove what asks for no logging: " + lint.And(replaced)
	}
	f.Suggest(lint.Safe, title, joined(edits)...)
	return true
}
