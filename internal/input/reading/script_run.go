package reading

import (
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// scriptRun is a script, and what it does where nothing but itself sets variables.
type scriptRun struct {
	result start.Result
	script *shell.Script
	jvms   []javaCommand            // that its commands start
	left   map[string][]javaCommand // what each variable of options holds when it ends, in one or several ways
}

var optionInValue = lazyregexp.New(`(?:^|[\s"'(=-])-(?:X|D[A-Za-z]|javaagent:|agentlib:|agentpath:|ea|da|server|client|verbose|-add-|-enable-|-illegal-)`)

var otherInValue = lazyregexp.New(`(?:^|[\s"'(=-])-(?:D[A-Za-z]|javaagent:|agentlib:|agentpath:)`)

// runOf is the run of a script; false where the text is none.
func (in *Input) runOf(text source.Text) (*scriptRun, bool) {
	script, ok := shell.Parse(text)
	if !ok {
		return nil, false
	}
	r := &scriptRun{script: script, left: map[string][]javaCommand{}}
	var names []string
	known := map[string]bool{}
	for _, c := range script.Commands {
		for _, a := range c.Assigned {
			if name := a.Name.String(); a.Set && !known[name] && optionInValue.MatchString(a.Value.Text.String()) {
				known[name] = true
				names = append(names, name)
			}
		}
	}
	name := ""
	if in.File != nil {
		name = in.File.Name
	}
	result, _ := start.Run(start.Script{Text: text, Name: name, Left: names, File: in.textBeside, Kept: in.Options.Kept.Scripts()})
	in.Spent += stepsPerCommand * result.Steps
	in.readBy(result.Read)
	r.result = result
	for _, l := range result.Launches {
		c := in.commandOf(l)
		c.sourced = !l.Complete && result.Missing
		c.Complete = l.Complete && !result.Missing
		if l.Variable != "" {
			r.left[l.Variable] = append(r.left[l.Variable], c)
		} else {
			r.jvms = append(r.jvms, c)
		}
	}
	return r, true
}

// javaCommand is java as a command of a script starts it, or what a variable holds for it when the script ends.
type javaCommand struct {
	start.Launch
	options  []jvmflag.Option
	sourced  bool               // it gets variables that a script may set which is not read
	branches bool               // some of the options stand in branches that need not run
	flags    bool               // flags of the JVM among them
	others   bool               // properties or agents among them
	workload *workload.Workload // that is judged
}

// commandOf is a JVM that a script starts.
func (in *Input) commandOf(l start.Launch) javaCommand {
	c := javaCommand{Launch: l}
	for _, channel := range jvmflag.EnvironmentChannels {
		if value := l.Channels[channel.String()]; value.Len() > 0 {
			c.options = append(c.options, in.JVMOptions(channel, value)...)
		}
	}
	words := optionsOf(l)
	for _, o := range words {
		if o.Perhaps || l.Variable != "" && l.World != 0 {
			c.branches = true
			c.flags, c.others = c.flags || choosesInBranch.MatchString(o.String()), c.others || otherInValue.MatchString(o.String())
		}
	}
	c.options = append(c.options, words...)
	return c
}

// choosesInBranch is an option that may choose the collector, or size something.
var choosesInBranch = lazyregexp.New(`^-(?:XX:|server$|client$|X(?:m|s|int|incgc|concgc))`)

// optionsOf are the words behind java.
func optionsOf(l start.Launch) []jvmflag.Option {
	options := lists.Of(l.Words, func(w start.Word) jvmflag.Option {
		o := jvmflag.Option{Text: w.Text, Channel: jvmflag.CommandLine, Evidence: jvmflag.Runs, Perhaps: w.Perhaps}
		o.Since, o.Until, o.Except = w.JDKs.Range()
		return o
	})
	if l.Variable != "" { // which may hold -XX:OnError with its blanks
		return withCommands(options)
	}
	return options
}
