package reading

import (
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/start"
)

// commandOf is a JVM that a script starts.
func (in *Input) commandOf(l start.Launch) commandJVM {
	c := commandJVM{at: l.At, beside: l.Beside, world: l.World}
	c.partly = !l.Complete
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
	var options []jvmflag.Option
	command := false // of -XX:OnError, which a variable may hold with its blanks
	for _, w := range l.Words {
		if last := len(options) - 1; l.Variable != "" && command && !javaOption.MatchString(w.Text.String()) {
			options[last].Text = source.Join(options[last].Text, source.Unlocated(" ", "the command"), w.Text)
			options[last].Word = options[last].Text
			continue
		}
		command = commandOption.MatchString(w.Text.String())
		o := jvmflag.Option{Text: w.Text, Word: w.Text, Channel: jvmflag.CommandLine, Evidence: jvmflag.Runs, Perhaps: w.Perhaps}
		o.Since, o.Until, o.Except = w.JDKs.Range()
		options = append(options, o)
	}
	return options
}
