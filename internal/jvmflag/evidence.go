package jvmflag

// Evidence is how sure it is that a JVM reads an option. Rules judge what only looks
// like options hardly at all: lint sees to it.
type Evidence uint8

const (
	// LooksLike options: nothing but their shape says that they are some.
	LooksLike Evidence = iota
	// ByConvention they stand in a variable, under a key or in a file that start scripts hand to java.
	ByConvention
	// Runs: the command that starts java was followed to them, or the JVM reads the variable itself.
	Runs
)

var evidenceNames = [...]string{"looks like", "by convention", "runs"}

// String is the evidence in the words of outputs.
func (e Evidence) String() string { return evidenceNames[e] }

// Known says of options how sure it is that a JVM reads them, at the least.
func Known(e Evidence, options []Option) []Option {
	for i := range options {
		options[i].Evidence = max(options[i].Evidence, e)
	}
	return options
}
