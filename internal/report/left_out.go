package report

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lint"
)

// lastLine counts what was found, and what of it was left out.
func lastLine(r *lint.Result) string {
	var out []string
	for _, left := range []struct {
		n   int
		how string
	}{
		{len(r.Suppressed), "by comments"},
		{r.Adopted, "by the baseline"},
		{r.Untouched, "on lines without a change"},
	} {
		if left.n > 0 {
			out = append(out, fmt.Sprintf("%d %s", left.n, left.how))
		}
	}
	switch line := summary(r.Findings); {
	case len(out) == 0:
		return line
	case line == "":
		return "no findings; left out: " + strings.Join(out, ", ")
	default:
		return line + "; left out: " + strings.Join(out, ", ")
	}
}

// jsonSuppressed is a finding that a comment leaves out.
type jsonSuppressed struct {
	jsonFinding
	Reason  string       `json:"reason"`
	Comment jsonLocation `json:"comment"`
}

// jsonLeftOut counts findings that are not listed.
type jsonLeftOut struct {
	Suppressed int `json:"suppressed"`
	Baseline   int `json:"baseline"`
	Unchanged  int `json:"unchanged"`
}

func leftOutJSON(r *lint.Result) ([]jsonSuppressed, jsonLeftOut) {
	suppressed := []jsonSuppressed{}
	for _, s := range r.Suppressed {
		suppressed = append(suppressed, jsonSuppressed{findingJSON(s.Finding), maskSecrets(s.By.Reason), locationJSON(s.By.Span)})
	}
	return suppressed, jsonLeftOut{len(suppressed), r.Adopted, r.Untouched}
}
