package hotspot

import (
	"cmp"
	_ "embed"
	"iter"
	"math"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/source"
)

// published are the flags whose values Predict works out or passes on, where the JDK has them.
var published = jvmflag.Table(publishedTSV, func(c []string) publishedFlag { return publishedFlag{jvmflag.CellNumber(c[0]), c[1]} })

type publishedFlag struct {
	until int // the last JDK whose model does so; 0: not ended
	name  string
}

//go:embed published.tsv
var publishedTSV string

// hidden are constants of releases in which they are no flags.
var hidden = [...]row{
	constant("UseCompressedClassPointers", 1), constant("CodeEntryAlignment", 32), constant("CodeCacheSegmentSize", 128),
	constant("GCCardSizeInBytes", 512), constant("MinHeapSize", 0), constant("OldSize", 5452592),
	constant("ShenandoahMinRegionSize", 256*kilo), constant("ShenandoahMaxRegionSize", 32*mega),
}

func constant(name string, number uint64) row {
	return row{flag: &jvmflag.Flag{Name: name, Type: jvmflag.Unsigned, Kind: jvmflag.Develop}, number: number}
}

// row is a flag on its way through start-up.
type row struct {
	flag        *jvmflag.Flag
	number      uint64 // Unsigned, Signed (two's complement), Bool (0 or 1)
	double      float64
	setBy       string // the flag whose option sets it, mostly itself; empty where none does
	zero        bool   // the option gives 0
	commandLine bool   // an option set it; stays so when ergonomics change it later
	changed     bool   // ergonomics changed it, and HotSpot no longer takes it for a default
	why         string // how ergonomics came to the number; empty while they have not touched it
	unknown     bool   // the machine decides, by what nobody says of it
}

// table is HotSpot's table of flags of one JDK, before any option is read.
// It is shared by all start-ups and never changes.
type table struct {
	places
	rows        []atomic.Pointer[row] // jvmflag.Rows, then the hidden constants; each is made when it is asked for
	published   []int                 // of the rows
	constraints []*constraint
}

// tables are built when a JDK is first asked for.
var tables parallel.Memo[int, *table]

func tableOf(jdk int) *table { return tables.Of(jdk, newTable) }

func newTable(jdk int) *table {
	t := &table{places: placesOf(jdk), rows: make([]atomic.Pointer[row], len(jvmflag.Rows())+len(hidden))}
	for _, p := range published() {
		if i, ok := t.of(p.name); ok && jvmflag.Within(jdk, 0, p.until) && !flagAt(i).Kind.Debug() {
			t.published = append(t.published, i)
		}
	}
	t.constraints = bindConstraints(jdk, t)
	return t
}

// rowAt is a flag before any option is read.
func (t *table) rowAt(i int) *row {
	made := t.rows[i].Load()
	switch flags := jvmflag.Rows(); {
	case made != nil:
		return made
	case i < len(flags):
		number, double := defaultOf(&flags[i])
		made = &row{flag: &flags[i], number: number, double: double}
	default:
		made = &hidden[i-len(flags)]
	}
	t.rows[i].Store(made) // whoever else makes it makes the same
	return made
}

// flagAt is the flag of a row.
func flagAt(i int) *jvmflag.Flag {
	if flags := jvmflag.Rows(); i < len(flags) {
		return &flags[i]
	}
	return hidden[i-len(jvmflag.Rows())].flag
}

func defaultOf(flag *jvmflag.Flag) (number uint64, double float64) {
	switch flag.Type {
	case jvmflag.Bool:
		if flag.Default == "true" {
			number = 1
		}
	case jvmflag.Double:
		double, _ = strconv.ParseFloat(flag.Default, 64)
	case jvmflag.Signed:
		n, _ := strconv.ParseInt(flag.Default, 10, 64)
		number = uint64(n)
	case jvmflag.Unsigned:
		number, _ = strconv.ParseUint(flag.Default, 10, 64)
	}
	return number, double
}

// flags is the table of flags during one start-up: the shared table, and the
// rows that options or ergonomics have changed.
type flags struct {
	jdk      int
	mode     string // -Xint, -Xmixed or -Xcomp, where it is given
	settings map[string]jvmflag.Setting
	history  []jvmflag.Setting                       // all of them, in the order of reading
	missing  func(file string) bool                  // known not to be there
	logged   func(tags ...string) bool               // whether the log gets lines with them at level info
	printed  func(level string, tags ...string) bool // whether the JVM prints such lines
	table    *table
	changed  []uint16 // by place in the table: which of the rows, from 1 on; 0 while it is as shared
	rows     []*row   // changed ones; what lies behind them is used again
}

// used are flags of start-ups that are over: a search tries hundreds.
var used = sync.Pool{New: func() any { return new(flags) }}

func newFlags(r *jvmflag.Resolution) *flags {
	t := tableOf(r.Table)
	f := used.Get().(*flags)
	changed := slices.Grow(f.changed[:0], len(t.rows))[:len(t.rows)]
	clear(changed)
	*f = flags{jdk: r.Table, mode: r.Mode, table: t, changed: changed, rows: f.rows[:0]}
	f.readFrom(r)
	for name, set := range r.Settings {
		if i, ok := t.of(name); ok {
			own := f.own(i)
			own.setBy, own.commandLine, own.number, own.double = own.flag.Name, true, set.Number, set.Double
			own.zero = set.Number == 0 && set.Double == 0
		}
	}
	return f
}

// readFrom takes the options that were read.
func (f *flags) readFrom(r *jvmflag.Resolution) {
	f.settings, f.history, f.missing, f.logged, f.printed = r.Settings, r.History, r.Lacks, r.Logs, r.PrintsLog
}

// release gives the flags back: nothing of the start-up may look at them again.
func (f *flags) release() {
	f.letGo()
	used.Put(f)
}

// letGo keeps nothing of the options that were read, nor of their files.
func (f *flags) letGo() {
	f.settings, f.history, f.missing, f.logged, f.printed = nil, nil, nil, nil, nil
}

// absent stands for flags that the JDK does not have.
var absent = row{flag: &jvmflag.Flag{}}

// row is a flag as it stands, to be read only.
func (f *flags) row(name string) *row {
	if i, ok := f.table.of(name); ok {
		return f.rowAt(i)
	}
	return &absent
}

func (f *flags) rowAt(i int) *row {
	if k := f.changed[i]; k > 0 {
		return f.rows[k-1]
	}
	return f.table.rowAt(i)
}

// own gives this start-up a row of its own to change.
func (f *flags) own(i int) *row {
	if f.changed[i] == 0 {
		if n := len(f.rows); n < cap(f.rows) && f.rows[:n+1][n] != nil {
			f.rows = f.rows[:n+1]
		} else {
			f.rows = append(f.rows, new(row))
		}
		*f.rows[len(f.rows)-1] = *f.table.rowAt(i)
		f.changed[i] = uint16(len(f.rows))
	}
	return f.rows[f.changed[i]-1]
}

// change gives the row of a name to change; what the JDK does not have goes nowhere.
func (f *flags) change(name string) *row {
	if i, ok := f.table.of(name); ok {
		return f.own(i)
	}
	return new(row)
}

// has reports whether the JDK has the flag.
func (f *flags) has(name string) bool {
	flag := f.row(name).flag
	return flag.Name != "" && !flag.Kind.Debug()
}

// text is the value of a string flag, as set; empty where it is not set.
func (f *flags) text(name string) string { return f.settings[name].Text }

// decimal is a number as HotSpot prints it.
func (f *flags) decimal(name string) string {
	r := f.row(name)
	if r.flag.Type == jvmflag.Signed {
		return strconv.FormatInt(int64(r.number), 10)
	}
	return strconv.FormatUint(r.number, 10)
}

func (f *flags) n(name string) uint64       { return f.row(name).number }
func (f *flags) on(name string) bool        { return f.row(name).number != 0 }
func (f *flags) double(name string) float64 { return f.row(name).double }

// isSet reports whether an option sets the flag, on any channel.
func (f *flags) isSet(name string) bool { return f.row(name).commandLine }

// isCommandLine is HotSpot's FLAG_IS_CMDLINE, as far as the channel makes a difference. JDK 8
// forgets the command line once ergonomics change the flag.
func (f *flags) isCommandLine(name string) bool {
	switch r := f.row(name); {
	case !r.commandLine, f.jdk < 9 && r.changed:
		return false
	case f.jdk >= 9 && !has(commandLineAlone, f.jdk, name):
		return true
	}
	return f.countsAsCommandLine(name)
}

// HotSpot's FLAG_IS_DEFAULT and FLAG_IS_ERGO.
func (f *flags) isDefault(name string) bool   { r := f.row(name); return !r.commandLine && !r.changed }
func (f *flags) isErgonomic(name string) bool { return f.row(name).changed }

// ergo is HotSpot's FLAG_SET_ERGO.
func (f *flags) ergo(name string, n uint64, why string) {
	r := f.change(name)
	r.number, r.why, r.changed = n, why, true
}

// commandLine is HotSpot's FLAG_SET_CMDLINE: another flag stands for this one.
func (f *flags) commandLine(name string, n uint64, why string) {
	f.keepOrigin(name, n, why)
	r := f.change(name)
	r.commandLine, r.changed, r.setBy = true, false, cmp.Or(r.setBy, why)
}

// keepOrigin is HotSpot's FLAG_SET_DEFAULT, and plain assignment: the number
// changes, and whether it counts as default does not.
func (f *flags) keepOrigin(name string, n uint64, why string) {
	r := f.change(name)
	r.number, r.why = n, why
}

// setDefault and ergoDefault are keepOrigin and ergo for a flag that is still at its default.
func (f *flags) setDefault(name string, n uint64, why string) {
	if f.isDefault(name) {
		f.keepOrigin(name, n, why)
	}
}

func (f *flags) ergoDefault(name string, n uint64, why string) {
	if f.isDefault(name) {
		f.ergo(name, n, why)
	}
}

// resize is ergo of a number, if it does change.
func (f *flags) resize(name string, n uint64, why string) {
	if f.n(name) != n {
		f.ergo(name, n, why)
	}
}

// round is resize of a number that ends up at the next multiple of something: why it was what it was stays.
func (f *flags) round(name string, n uint64, why string) {
	if before := f.row(name).why; before != "" {
		why = before + ", " + why
	}
	f.resize(name, n, why)
}

// origin tells people where the final number comes from. An option of 0 that
// leaves the choice to the JVM is no origin.
func (r *row) origin() source.Origin {
	switch {
	case r.unknown:
		return source.Unknown
	case r.commandLine && (r.why == "" || !r.zero):
		return source.Option
	case r.why != "":
		return source.Ergonomic
	}
	return source.Default
}

// value is the final number with all that is known of it.
func (f *flags) value(name string) source.Value {
	r := f.row(name)
	v := source.Value{N: saturate(r.number), Origin: r.origin(), Why: r.why}
	switch v.Origin {
	case source.Option:
		set := f.settings[r.setBy]
		v.Text, v.Why = set.Value, set.Option.Channel.String()
		if r.why != "" {
			v.Why += ", " + r.why
		}
	case source.Default:
		v.Why = "default"
	}
	return v
}

func saturate(n uint64) int64 { return int64(min(n, math.MaxInt64)) }

// Flag is a flag as the running JVM has it: what -XX:+PrintFlagsFinal prints.
type Flag struct {
	Name   string
	Value  any // uint64, int64, bool or float64; nil where Origin is Unknown. Sizes are in bytes
	Origin source.Origin
}

// finalFlags are the flags of a JVM that has started: those that the model knows, where the JDK has them. A JVM is
// predicted many times over, and few ask for a flag of it.
type finalFlags struct {
	table *table
	rows  []finalRow // as the table's published ones
}

// finalRow is a number as a row of start-up holds it.
type finalRow struct {
	bits   uint64 // of a float64, too
	origin source.Origin
}

func (s *startup) finalFlags() finalFlags {
	final := finalFlags{table: s.table, rows: make([]finalRow, len(s.table.published))}
	for k, i := range s.table.published {
		r := s.rowAt(i)
		bits := r.number
		if r.flag.Type == jvmflag.Double {
			bits = math.Float64bits(r.double)
		}
		final.rows[k] = finalRow{bits, r.origin()}
	}
	return final
}

// Flag is a flag by HotSpot's name; one without a name where the JDK does not have it, or the model does not know it.
func (j *JVM) Flag(name string) Flag {
	for k, i := range j.flags.table.published {
		if flag := flagAt(i); flag.Name == name {
			return j.flags.rows[k].of(flag)
		}
	}
	return Flag{}
}

// On reports whether a switch is on, as far as that is known.
func (j *JVM) On(name string) bool {
	on, _ := j.Flag(name).Value.(bool)
	return on
}

// Number is the value of a flag that takes one without a sign; 0 where it is not known.
func (j *JVM) Number(name string) uint64 {
	n, _ := j.Flag(name).Value.(uint64)
	return n
}

// Flags are all flags that the model knows, where the JDK has them.
func (j *JVM) Flags() iter.Seq[Flag] {
	return func(yield func(Flag) bool) {
		for k, i := range j.flags.table.published {
			if !yield(j.flags.rows[k].of(flagAt(i))) {
				return
			}
		}
	}
}

func (r finalRow) of(flag *jvmflag.Flag) Flag {
	f := Flag{Name: flag.Name, Origin: r.origin}
	if f.Origin == source.Unknown {
		return f
	}
	switch flag.Type {
	case jvmflag.Bool:
		f.Value = r.bits != 0
	case jvmflag.Signed:
		f.Value = int64(r.bits)
	case jvmflag.Unsigned:
		f.Value = r.bits
	case jvmflag.Double:
		f.Value = math.Float64frombits(r.bits)
	}
	return f
}

// Sizes in bytes.
const (
	kilo uint64 = 1 << 10
	mega uint64 = 1 << 20
	giga uint64 = 1 << 30
	page        = 4 * kilo
)

// Unbounded is a size that nothing bounds.
const Unbounded = math.MaxInt64

// clamp prefers the upper bound where the two cross, as MIN2(MAX2(n, low), high) does.
func clamp(n, low, high uint64) uint64 { return min(max(n, low), high) }

const half = 1 << 63

// truncatedSigned is what this kind of CPU makes of a number that becomes a
// signed one of 64 bits: the smallest, where it does not fit.
func truncatedSigned(d float64) uint64 {
	if d >= -half && d < half {
		return uint64(int64(d))
	}
	return half
}

// truncated is the same for an unsigned one.
func truncated(d float64) uint64 {
	if d >= half {
		return truncatedSigned(d-half) ^ half
	}
	return truncatedSigned(d)
}
