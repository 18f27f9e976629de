package workload

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/decimal"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Bytes reads a Kubernetes quantity of memory: 10Gi, 512M, 1.5G, 1073741824.
// A fraction of a byte counts as a whole one, as Kubernetes rounds it.
func Bytes(t source.Text, origin source.Origin) (source.Value, error) {
	return inParts(t, origin, 1, "limit")
}

// Slip is a quantity that nobody can mean, as memory under a mebibyte, in which no process lives: 512m is half a byte.
type Slip struct {
	Key  string // limits or requests
	Size source.Value
	// Comment is what systemd takes for a part of the value, which it then does not apply; empty elsewhere.
	Comment source.Text
	CPUs    bool // it is of CPUs, in whole ones: 600, where 600m is meant
}

// IsSlipOfCPUs tells a hundred CPUs and more beside memory of less than 256 MiB for each.
func IsSlipOfCPUs(cpus, memory source.Value) bool {
	const many, least = 100, 256 << 20
	return cpus.N >= many && memory.Known() && memory.N/cpus.N < least
}

// leastMemory is a mebibyte. What is less is taken for a slip.
const leastMemory = 1 << 20

func IsSlip(v source.Value) bool { return v.Known() && v.N < leastMemory }

// CPUs reads a Kubernetes quantity of processors, 8, 500m, 1.5, and rounds it
// as the JVM does: up to whole processors, at least one.
// https://github.com/openjdk/jdk/blob/jdk-17-ga/src/hotspot/os/linux/cgroupSubsystem_linux.cpp, CgroupSubsystem::active_processor_count (JDK 11 to 25)
func CPUs(t source.Text, origin source.Origin) (source.Value, error) { return Bytes(t, origin) }

// Millicores reads the same in thousandths of a processor, as Kubernetes counts a request.
func Millicores(t source.Text, origin source.Origin) (source.Value, error) {
	return inParts(t, origin, 1000, "request")
}

// inParts reads a quantity in parts of one, rounded up: 1000 are thousandths.
func inParts(t source.Text, origin source.Origin, parts int64, why string) (source.Value, error) {
	of := amounts.Of(inUnits{t.String(), parts}, amountOf)
	if of.err != nil {
		return source.Value{}, of.err
	}
	return source.Value{N: of.n, Origin: origin, Text: t, Why: why}, nil
}

// amounts are kept: most containers of a repository have the same few.
var amounts parallel.Memo[inUnits, amount]

type inUnits struct {
	quantity string
	parts    int64
}

type amount struct {
	n   int64
	err error
}

func amountOf(w inUnits) amount {
	q, err := quantity(w.quantity)
	if err != nil {
		return amount{err: err}
	}
	whole, rest := new(big.Int).QuoRem(new(big.Int).Mul(q.Num(), big.NewInt(w.parts)), q.Denom(), new(big.Int))
	return amount{n: whole.Int64() + int64(rest.Sign())}
}

// ErrZero is a quantity of nothing, which Kubernetes takes for none that is set.
var ErrZero = errors.New("not greater than zero")

// mostQuantity is a pebibyte: more memory, or CPUs, than one machine has.
const mostQuantity = 1 << 50

func quantity(t string) (*big.Rat, error) {
	text := strings.TrimSpace(t)
	if !decimal.Fits(text) {
		return nil, fmt.Errorf("%.40q is too long for a Kubernetes quantity, or has too large an exponent", text)
	}
	number := strings.TrimRight(text, "numkKMGTPEi")
	q, is := decimal.Parse(number)
	unit := unitOf(text[len(number):])
	switch exponent := strings.ContainsAny(number, "eE"); {
	case !is || unit == nil || exponent && number != text:
		return nil, fmt.Errorf("%q is not a Kubernetes quantity, such as 10Gi, 512M or 500m", t)
	case q.Mul(q, unit).Cmp(big.NewRat(mostQuantity, 1)) > 0:
		return nil, fmt.Errorf("%q is more than any machine has", t)
	case q.Sign() == 0:
		return nil, fmt.Errorf("%q is %w", t, ErrZero)
	case q.Sign() < 0:
		return nil, fmt.Errorf("%q is not greater than zero", t)
	}
	return q, nil
}

// unitOf is what the suffix of a quantity multiplies it by: Ki is 1024, k 1000, m a thousandth; nil: there is none such.
// https://github.com/kubernetes/apimachinery/blob/v0.37.2/pkg/api/resource/suffix.go
func unitOf(suffix string) *big.Rat {
	letter, binary := strings.CutSuffix(suffix, "i")
	switch n := strings.Index("KMGTPE", letter); {
	case suffix == "":
		return big.NewRat(1, 1)
	case binary && len(letter) == 1 && n >= 0:
		return big.NewRat(1<<(10*(n+1)), 1)
	}
	switch n := strings.Index("num kMGTPE", suffix) - len("num"); {
	case len(suffix) != 1 || n < -len("num"):
		return nil
	case n < 0:
		return big.NewRat(1, int64(math.Pow10(-3*n)))
	default:
		return big.NewRat(int64(math.Pow10(3*n)), 1)
	}
}

// Count reads a whole number over zero.
func Count(t source.Text, origin source.Origin) (source.Value, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(t.String()), 10, 32)
	if err != nil || n <= 0 {
		return source.Value{}, fmt.Errorf("%q is not a whole number greater than zero", t)
	}
	return source.Value{N: n, Origin: origin, Text: t}, nil
}

// formatBytes writes the smallest quantity of memory in steps of 256Mi that holds n bytes.
func formatBytes(n int64) string {
	const step = 256 << 20
	if n = (n + step - 1) / step * step; n%(1<<30) == 0 {
		return fmt.Sprintf("%dGi", n>>30)
	}
	return fmt.Sprintf("%dMi", n>>20)
}

// Seen is memory that a JVM found, and that nobody wrote as a limit: there is nothing to edit where it stands.
func Seen(memory source.Value) source.Value {
	memory.Text = source.Vague(fmt.Sprintf("%dMi", memory.N>>20), memory.Text.Span())
	return memory
}

func (w *Workload) WrittenLimit() string {
	text := strings.TrimSpace(w.Memory.Text.String())
	if text == "" && w.Memory.Known() { // nobody wrote it: it is of a process
		return w.Quantity(w.Memory.N)
	}
	return text
}

// Quantity writes a size as the limits of the workload are written: in a systemd unit and in Compose an M is a
// mebibyte, and Compose refuses Mi.
func (w *Workload) Quantity(n int64) string {
	if w.Manager != Kubernetes {
		return strings.TrimSuffix(formatBytes(n), "i")
	}
	return formatBytes(n)
}
