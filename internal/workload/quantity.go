package workload

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/jvmlint/jvmlint/internal/decimal"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Bytes reads a Kubernetes quantity of memory: 10Gi, 512M, 1.5G, 1073741824.
// A fraction of a byte counts as a whole one, as Kubernetes rounds it.
func Bytes(t source.Text, origin source.Origin) (source.Value, error) {
	q, err := quantity(t)
	if err != nil {
		return source.Value{}, err
	}
	return source.Value{N: q.Value(), Origin: origin, Text: t, Why: "limit"}, nil
}

// Slip is a quantity of memory under a mebibyte, in which no process lives: 512m is half a byte.
type Slip struct {
	Key  string // limits or requests
	Size source.Value
	// Comment is what systemd takes for a part of the value, which it then does not apply; empty elsewhere.
	Comment source.Text
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
	q, err := quantity(t)
	if err != nil {
		return source.Value{}, err
	}
	return source.Value{N: q.MilliValue(), Origin: origin, Text: t, Why: "request"}, nil
}

// ErrZero is a quantity of nothing, which Kubernetes takes for none that is set.
var ErrZero = errors.New("not greater than zero")

// mostQuantity is a pebibyte: more memory, or CPUs, than one machine has.
const mostQuantity = 1 << 50

func quantity(t source.Text) (resource.Quantity, error) {
	text := strings.TrimSpace(t.String())
	if !decimal.Fits(text) {
		return resource.Quantity{}, fmt.Errorf("%.40q is too long for a Kubernetes quantity, or has too large an exponent", text)
	}
	q, err := resource.ParseQuantity(text)
	if err != nil {
		return q, fmt.Errorf("%q is not a Kubernetes quantity, such as 10Gi, 512M or 500m", t)
	}
	if q.CmpInt64(mostQuantity) > 0 {
		return q, fmt.Errorf("%q is more than any machine has", t)
	}
	if q.IsZero() {
		return q, fmt.Errorf("%q is %w", t, ErrZero)
	}
	if q.Sign() < 0 {
		return q, fmt.Errorf("%q is not greater than zero", t)
	}
	return q, nil
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
