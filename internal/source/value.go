package source

// Origin tells where a number comes from.
type Origin int

const (
	Unknown    Origin = iota // nothing says it: the value means nothing
	Default                  // the JVM's or Hazelcast's own
	Ergonomic                // computed by the JVM from its machine and other flags
	Option                   // a JVM option
	Configured               // a key of a file: a limit, a Hazelcast setting
	Argument                 // an option of jvmlint itself
	Assumed                  // nothing says it, and jvmlint takes a stand-in that it names
	Measured                 // a log or a measurement of the running JVM tells of it
)

var originNames = [...]string{"unknown", "default", "ergonomic", "command line", "configuration", "argument", "assumed", "measured"}

// String names the origin. A JVM option's is "command line", as HotSpot says.
func (o Origin) String() string { return originNames[o] }

// Value is a number with its origin. Sizes are in bytes and times in
// milliseconds unless the name of the field says otherwise.
type Value struct {
	N      int64
	Origin Origin
	Text   Text   // the characters of the number; the zero Text where nobody wrote it
	Why    string // how it came about, for people: "default", "a quarter of the memory"
}

// Known reports whether there is a number at all.
func (v Value) Known() bool { return v.Origin != Unknown }
