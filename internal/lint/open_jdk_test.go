package lint

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/workload"
)

// Where nothing names the JDK, a warning holds on all from 11 on, or it is an info.
func TestHoldOnSomeOfOpenJDK(t *testing.T) {
	for _, c := range []struct {
		name       string
		candidates []int
		holds      []int
		want       Severity
		named      bool
	}{
		{name: "on all", candidates: []int{8, 11, 17, 21, 25}, holds: []int{8, 11, 17, 21, 25}, want: Warning},
		{name: "on all from 11 on", candidates: []int{8, 11, 17, 21, 25}, holds: []int{11, 17, 21, 25}, want: Warning},
		{name: "not on 11", candidates: []int{8, 11, 17, 21, 25}, holds: []int{17, 21, 25}, want: Info},
		{name: "on 8 alone, which others may be", candidates: []int{8, 11, 17}, holds: []int{8}, want: Info},
		{name: "releases in between count for nothing", candidates: []int{11, 17, 24}, holds: []int{11, 17}, want: Warning},
		{name: "a JDK that is named", candidates: []int{11, 17}, holds: []int{17}, want: Warning, named: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := &Finding{Severity: Warning, JDKs: c.holds}
			holdOnSome(f, &workload.Workload{Identity: workload.Identity{JDK: workload.JDK{Candidates: c.candidates, Open: !c.named}}})
			assert.Equal(t, c.want, f.Severity)
		})
	}
}
