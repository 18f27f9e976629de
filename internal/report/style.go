package report

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/lint"
)

// style colours text, or leaves it as it is.
type style bool

func (s style) wrap(code, t string) string {
	if !s {
		return t
	}
	return "\x1b[" + code + "m" + t + "\x1b[0m"
}

func (s style) dim(t string) string     { return s.wrap("2", t) }
func (s style) bold(t string) string    { return s.wrap("1", t) }
func (s style) strong(t string) string  { return s.wrap("1;31", t) }
func (s style) related(t string) string { return s.wrap("36", t) }

// verdict is green where all is well, and red where it is not.
func (s style) verdict(ok bool, t string) string {
	if ok {
		return s.wrap("1;32", t)
	}
	return s.strong(t)
}

// pool gives each pool of a budget a background of its own.
func (s style) pool(i int, t string) string { return s.wrap(fmt.Sprintf("30;%d", 41+i%6), t) }

func (s style) severity(v lint.Severity) string {
	return s.wrap(map[lint.Severity]string{lint.Error: "1;31", lint.Warning: "1;33", lint.Info: "1;34"}[v], v.String())
}
