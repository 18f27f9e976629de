package hotspot

import (
	"fmt"
	"sync/atomic"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/parallel"
)

// alike are start-ups by all that decides them: a repository has many JVMs with the same options and limits, and fixes
// are tried on each of them.
var alike parallel.Memo[string, *seen]

// seen is a start-up that has been run. From the second time on it is kept: most are run once.
type seen struct {
	before     atomic.Bool
	kept       atomic.Pointer[startup]
	startsNear atomic.Bool // with one CPU less and one more, too
}

// seenAs is where a start-up is kept: nowhere where files decide, too.
func (s *startup) seenAs(r *jvmflag.Resolution) *seen {
	options, all := r.Likeness()
	if !all {
		return new(seen)
	}
	like := fmt.Append(options, s.memory, s.cpus, s.granted, s.stripped, s.server != nil, s.server != nil && *s.server)
	return alike.Of(string(like), func(string) *seen { return new(seen) })
}

// again is a start-up that was run with options that say the same at other places: nothing that it said is among it.
func (s *startup) again(r *jvmflag.Resolution) *startup {
	flags, again := *s.flags, *s
	flags.readFrom(r)
	if again.flags = &flags; s.collector.Text.Len() > 0 {
		again.collector.Text = again.at(again.row(s.chosenBy).setBy)
	}
	return &again
}
