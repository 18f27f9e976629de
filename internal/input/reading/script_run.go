package reading

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
)

// scriptRun is a script, and what it does where nothing but itself sets variables.
type scriptRun struct {
	result start.Result
	script *shell.Script
	jvms   []commandJVM            // that its commands start
	left   map[string][]commandJVM // what each variable of options holds when it ends, in one or several ways
}

var optionInValue = lazyregexp.New(`(?:^|[\s"'(=-])-(?:X|D[A-Za-z]|javaagent:|agentlib:|agentpath:|ea|da|server|client|verbose|-add-|-enable-|-illegal-)`)

var otherInValue = lazyregexp.New(`(?:^|[\s"'(=-])-(?:D[A-Za-z]|javaagent:|agentlib:|agentpath:)`)

// runOf is the run of a script; false where the text is none.
func (in *Input) runOf(text source.Text) (*scriptRun, bool) {
	script, ok := shell.Parse(text)
	if !ok {
		return nil, false
	}
	r := &scriptRun{script: script, left: map[string][]commandJVM{}}
	var names []string
	for _, c := range script.Commands {
		for _, a := range c.Assigned {
			if name := a.Name.String(); a.Set && !slices.Contains(names, name) && optionInValue.MatchString(a.Value.Text.String()) {
				names = append(names, name)
			}
		}
	}
	name := ""
	if in.File != nil {
		name = in.File.Name
	}
	result, _ := start.Run(start.Script{Text: text, Name: name, Left: names, File: in.textBeside})
	in.readBy(result.Read)
	r.result = result
	for _, l := range result.Launches {
		c := in.commandOf(l)
		c.partly = c.partly || result.Missing
		c.found.beside = !l.Complete && result.Missing
		if l.Variable != "" {
			r.left[l.Variable] = append(r.left[l.Variable], c)
		} else {
			r.jvms = append(r.jvms, c)
		}
	}
	return r, true
}

// found is a JVM that gets variables of a script.
type found struct {
	options  []jvmflag.Option
	partly   bool // others may be added, or other variables set
	beside   bool // it gets variables that a script may set which is not read
	branches bool // some of the options stand in branches that need not run
	flags    bool // flags of the JVM among them
	others   bool // properties or agents among them
}
