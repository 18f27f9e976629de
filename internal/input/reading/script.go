package reading

import (
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
)

// harmless are commands that start no program, or none that reads variables.
var harmless = strings.Fields(`[ : cd chmod chown cat date echo exit false kill ls mkdir printf pwd return rm set shift sleep
	test touch trap true ulimit umask unset wait`)

// scriptStart tells how a script starts java. What cannot be followed, other
// scripts among it, leaves the question open.
func scriptStart(text source.Text) StartCommand {
	script, ok := shell.Parse(text)
	if !ok {
		return StartCommand{}
	}
	start := StartCommand{Exported: map[string]bool{}}
	for _, e := range script.Expands {
		start.Expands = append(start.Expands, Expansion{e.Variable, e.Text})
	}
	for _, c := range script.Commands {
		for _, a := range c.Assigned {
			if c.Exports {
				start.Exported[a.Name.String()] = true
			}
		}
		words := unwrapped(c.Words)
		if len(words) == 0 {
			start.Children = start.Children || len(c.Words) > 1
			continue
		}
		switch first := words[0].Literal().String(); {
		case path.Base(first) == "java":
			if !c.Inner && (len(words) > 2 || len(words) == 2 && !strings.HasPrefix(words[1].Literal().String(), "-")) {
				start.commands = append(start.commands, javaCommand{java: words[0].Text, text: shell.Together(words), beside: c.Beside})
			}
		case first == ".", first == "source", first == "eval", strings.HasPrefix(first, "$"):
			return StartCommand{}
		case first == "set" && len(words) > 1 && strings.Contains(words[1].Literal().String(), "a"): // all are exported
			return StartCommand{}
		case !slices.Contains(harmless, first) && !slices.Contains(script.Declares, first):
			start.Children = true
		}
	}
	return start
}
