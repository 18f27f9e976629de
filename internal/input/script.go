package input

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/source"
)

// harmless are commands that start no program, or none that reads variables.
var harmless = strings.Fields(`[ [[ : cd chmod chown cat date done echo elif esac exit export false fi if kill ls mkdir
	printf pwd readonly return rm set shift sleep test touch trap true ulimit umask unset wait while for do case { }`)

// wrappers start the command that follows them.
var wrappers = strings.Fields("exec nohup time if then elif else do while until { ( ! tini dumb-init --")

// scriptStart reads a shell script. What it cannot follow, here documents and
// other scripts among it, leaves the question open.
func scriptStart(whole source.Text) startCommand {
	if strings.Contains(whole.String(), "<<") {
		return startCommand{}
	}
	start := startCommand{exported: map[string]bool{}}
	for _, words := range shellCommands(whole) {
		words = start.assign(words)
		for len(words) > 0 && slices.Contains(wrappers, words[0].text) {
			words = start.assign(words[1:])
		}
		if len(words) == 0 {
			continue
		}
		for _, w := range words {
			start.expands = append(start.expands, expansion{text: w.text})
		}
		switch first := words[0].text; {
		case path.Base(first) == "java":
			if len(words) > 2 || len(words) == 2 && !strings.HasPrefix(words[1].text, "-") {
				start.java = whole.Slice(words[0].start, words[len(words)-1].end)
			}
		case first == "export":
			start.export(words[1:])
		case first == ".", first == "source", first == "eval", first == "declare", first == "typeset", strings.HasPrefix(first, "$"):
			return startCommand{}
		case first == "set" && len(words) > 1 && strings.Contains(words[1].text, "a"): // all are exported
			return startCommand{}
		case !slices.Contains(harmless, first):
			start.children = true
		}
	}
	return start
}

// export notes which variables the programs get, and what their values expand.
func (c *startCommand) export(words []scriptWord) {
	for _, w := range words {
		name, _, _ := strings.Cut(w.text, "=")
		c.exported[strings.TrimSuffix(name, "+")] = true
	}
	c.expands = c.expands[:len(c.expands)-len(words)]
	c.assign(words)
}

// assign takes the assignments off that a command begins with.
func (c *startCommand) assign(words []scriptWord) []scriptWord {
	for len(words) > 0 && assignmentStart.MatchString(words[0].text) {
		name, value, _ := strings.Cut(words[0].text, "=")
		c.expands = append(c.expands, expansion{strings.TrimSuffix(name, "+"), value})
		words = words[1:]
	}
	return words
}

// scriptWord is a word of a script without its quotes, and where it stands with
// them.
type scriptWord struct {
	text       string
	start, end int
}

// shellCommands splits a script into simple commands.
func shellCommands(whole source.Text) [][]scriptWord {
	s := whole.String()
	var all [][]scriptWord
	var words []scriptWord
	for at := 0; at < len(s); {
		switch c := s[at]; {
		case c == '\\' && lineBreak(s[at+1:]) > 0:
			at += 1 + lineBreak(s[at+1:])
		case c == ' ' || c == '\t' || c == '\r':
			at++
		case c == '#':
			at = max(lineAfter(s, at)-1, at+1)
		case c == '\n' || c == ';' || c == '&' || c == '|':
			all, words = append(all, words), nil
			at++
		default:
			text, end, _ := shellWord(whole, at)
			words = append(words, scriptWord{strings.Trim(text.String(), "()"), at, end})
			at = max(end, at+1)
		}
	}
	return append(all, words)
}
