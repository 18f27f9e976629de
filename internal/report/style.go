package report

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/lint"
)

// Style colours text, or leaves it as it is.
type Style bool

func (s Style) wrap(code, t string) string {
	if !s {
		return t
	}
	return "\x1b[" + code + "m" + t + "\x1b[0m"
}

func (s Style) Dim(t string) string     { return s.wrap("2", t) }
func (s Style) Bold(t string) string    { return s.wrap("1", t) }
func (s Style) Strong(t string) string  { return s.wrap("1;31", t) }
func (s Style) Fix(t string) string     { return s.wrap("32", t) }
func (s Style) Related(t string) string { return s.wrap("36", t) }

// Verdict is green where all is well, and red where it is not.
func (s Style) Verdict(ok bool, t string) string {
	if ok {
		return s.wrap("1;32", t)
	}
	return s.Strong(t)
}

// Pool gives each pool of a budget a background of its own.
func (s Style) Pool(i int, t string) string { return s.wrap(fmt.Sprintf("30;%d", 41+i%6), t) }

func (s Style) Severity(v lint.Severity) string {
	return s.wrap(map[lint.Severity]string{lint.Error: "1;31", lint.Warning: "1;33", lint.Info: "1;34"}[v], v.String())
}
