package chart

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
)

// Bounds of rendering, which hostile or mistaken templates run into. No chart
// made by people comes near them. They count and look at no clock, so that a
// chart renders alike on every machine.
const (
	mostCalls = 2_000_000
	mostBytes = 16 << 20  // printed by all templates together, and held by one string
	mostRead  = 128 << 20 // by all functions together
	mostDepth = 400       // templates that include each other, values within values
	mostItems = 100_000
	mostRuns  = 10_000 // places in one string
)

// bounds counts what rendering takes.
type bounds struct {
	calls    int
	bytes    int // printed
	read     int // by functions
	depth    int
	exceeded error
}

func newBounds() *bounds { return &bounds{} }

// over is the bound that was exceeded; nil: none was.
func (b *bounds) over() error { return b.exceeded }

func (b *bounds) exceed(format string, args ...any) error {
	if b.exceeded == nil {
		b.exceeded = fmt.Errorf(format, args...)
	}
	return b.exceeded
}

// tick counts a step.
func (b *bounds) tick() (string, error) {
	if b.exceeded != nil {
		return "", b.exceeded
	}
	if b.calls++; b.calls > mostCalls {
		return "", b.exceed("more than %d steps", mostCalls)
	}
	return "", nil
}

// enter goes one template deeper.
func (b *bounds) enter() (leave func(), err error) {
	if _, err := b.tick(); err != nil {
		return nil, err
	}
	if b.depth++; b.depth > mostDepth {
		return nil, b.exceed("templates include each other more than %d deep", mostDepth)
	}
	return func() { b.depth-- }, nil
}

// holds counts bytes that a function made.
func (b *bounds) holds(n int) error {
	if n > mostBytes {
		return b.exceed("text of more than %d bytes", mostBytes)
	}
	return nil
}

var errTooDeep = errors.New("values are nested too deeply")

// finite refuses a value that holds itself, or more text than can be written;
// what functions read is counted.
func (b *bounds) finite(v any) error { return (&walk{b, 0}).value(v, 0) }

type walk struct {
	*bounds
	text int
}

func (w *walk) value(v any, depth int) error {
	if depth > mostDepth {
		return errTooDeep
	}
	text := 4 // what a value takes at least
	switch v := v.(type) {
	case string:
		text += len(v)
	case helmchart.Values:
		return w.value(map[string]any(v), depth)
	case map[string]any:
		for _, e := range v {
			if err := w.value(e, depth+1); err != nil {
				return err
			}
		}
	case []any:
		for _, e := range v {
			if err := w.value(e, depth+1); err != nil {
				return err
			}
		}
	case []int:
		text *= 1 + len(v)
	case []string:
		for _, s := range v {
			text += 4 + len(s)
		}
	}
	w.text += text
	if w.text > 4*mostBytes {
		return w.exceed("values of too much text")
	}
	if w.read += text; w.read > mostRead {
		return w.exceed("functions read more than %d bytes", mostRead)
	}
	return nil
}

// output is what a template prints to.
type output struct {
	*bounds
	bytes.Buffer
}

var errFull = errors.New("full")

// Write takes what is printed, up to the bound.
func (o *output) Write(p []byte) (int, error) {
	o.bounds.bytes += len(p)
	if o.bounds.bytes > mostBytes {
		return 0, errors.Join(errFull, o.exceed("prints more than %d bytes", mostBytes))
	}
	return o.Buffer.Write(p)
}
