package repair

import (
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

// among are the options among which others are refused. What each refusal asks
// of all of them is worked out once.
type among struct {
	pass    *lint.Pass
	at      map[source.Place]int // of the options that the JVM gets, the first of each place
	unlocks []unlock
	logs    map[int]unifiedLog // by JDK
}

// unlock is an option that unlocks flags, and its place in the order of reading.
type unlock struct {
	jvmflag.Option
	at int
}

type unifiedLog struct {
	option   string
	replaced []jvmflag.Option
}

func newAmong(p *lint.Pass) *among {
	a := &among{pass: p, at: make(map[source.Place]int, len(p.Options.Options)), logs: map[int]unifiedLog{}}
	for i, o := range p.Options.Options {
		place := o.Text.Place()
		if _, have := a.at[place]; !have {
			a.at[place] = i
		}
		if s := o.String(); strings.HasPrefix(s, "-XX:+Unlock") && !slices.ContainsFunc(a.unlocks, func(u unlock) bool { return u.String() == s }) && len(a.unlocks) < mostUnlocks {
			a.unlocks = append(a.unlocks, unlock{o, i})
		}
	}
	return a
}

// mostUnlocks is more than there are flags that unlock others.
const mostUnlocks = 10

// optionAt is the option at fault. One in a file of flags has no -XX: before
// it, and is not among those that the JVM gets.
func (a *among) optionAt(r *jvmflag.Refusal) jvmflag.Option {
	if i := a.pass.OptionAt(r.At); i >= 0 {
		return a.pass.Workload.Options[i]
	}
	if i, ok := a.at[r.At.Place()]; ok {
		return a.pass.Options.Options[i]
	}
	return jvmflag.Option{Text: r.At, Channel: r.Channel}
}

// unlocksBefore are the options that unlock flags before a place.
func (a *among) unlocksBefore(t source.Text) []jvmflag.Option {
	at, found := a.at[t.Place()]
	var all []jvmflag.Option
	for _, u := range a.unlocks {
		if !found || u.at < at {
			all = append(all, jvmflag.Option{Text: u.Text, Channel: jvmflag.JavaToolOptions})
		}
	}
	return all
}

// unifiedLogging is jvmflag.UnifiedLogging of the options.
func (a *among) unifiedLogging(jdk int) (option string, replaced []jvmflag.Option) {
	log, known := a.logs[jdk]
	if !known {
		log.option, log.replaced = jvmflag.UnifiedLogging(jdk, a.pass.Options.Options)
		a.logs[jdk] = log
	}
	return log.option, log.replaced
}
