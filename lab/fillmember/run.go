package main

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// outcome is what became of a run.
type outcome struct {
	store   *store
	load    load
	fitting int64 // values that the map may keep
	puts    int64
	size    int64 // entries that the map had at the end, or when it was last asked
	limit   string
	peak    int64 // of the member that had the most
	gc      gcLog // full GCs of all members, the longest pause of any
	took    time.Duration
	wrong   []string
}

// stalled is how long no put may succeed: longer than a client waits.
const stalled = 40 * time.Second

// fill starts the members, fills the map and looks at what becomes of them.
func (s *store) fill(ctx context.Context, l load) (outcome, error) {
	begin := time.Now()
	o := outcome{store: s, load: l, fitting: s.fitting(l.value)}
	ports, err := ports(s.members)
	if err != nil {
		return o, err
	}
	var members []*member
	defer func() {
		for _, m := range members {
			m.kill()
			m.memory.remove()
		}
	}()
	for i := range s.members { // one by one: each finds those before it
		m, err := s.start(ctx, i, ports)
		if err != nil {
			return o, err
		}
		members = append(members, m)
		if !m.starts(ctx, members) {
			o.wrong = []string{"a member does not start"}
			o.judge(members)
			return o, ctx.Err()
		}
	}
	c, err := s.fillFrom(ctx, ports[0], l, int64(l.times*float64(o.fitting)))
	if err != nil {
		return o, err
	}
	defer c.kill()
	o.follow(ctx, c, members)
	if err := ctx.Err(); err != nil {
		return o, err
	}
	o.ask(c)
	o.judge(members)
	o.took = time.Since(begin)
	return o, nil
}

// follow watches until the client is done, or a member is, or nothing moves.
func (o *outcome) follow(ctx context.Context, c *client, members []*member) {
	const logsEvery = 25
	puts, moved := int64(0), time.Now()
	for tick := 0; !c.finished() && ctx.Err() == nil; tick++ {
		time.Sleep(20 * time.Millisecond)
		for _, m := range members {
			m.watch()
			if m.ended() || tick%logsEvery == 0 && len(m.faults()) > 0 {
				return
			}
		}
		if now := c.puts.Load(); now != puts {
			puts, moved = now, time.Now()
		}
		if time.Since(moved) > stalled {
			o.wrong = append(o.wrong, fmt.Sprintf("no put for %v", stalled))
			return
		}
	}
}

// ask takes what the client said.
func (o *outcome) ask(c *client) {
	o.puts, o.size = c.puts.Load(), c.size.Load()
	failure, seen := c.failure.Load(), c.members.Load()
	switch {
	case failure != nil:
		o.wrong = append(o.wrong, fmt.Sprintf("a put failed: %.150s", *failure))
	case !c.finished():
	case seen != int64(o.store.members):
		o.wrong = append(o.wrong, fmt.Sprintf("the client sees %d members", seen))
	case o.size >= o.puts:
		o.wrong = append(o.wrong, "nothing was evicted")
	}
}

// judge says what went wrong with the members.
func (o *outcome) judge(members []*member) {
	for _, m := range members {
		m.watch()
		o.peak = max(o.peak, m.peak)
		o.limit = m.memory.String()
		l := readGCLog(m.gcLog)
		o.gc = gcLog{l.collector, o.gc.full + l.full, max(o.gc.longest, l.longest)}
		o.wrong = append(o.wrong, m.faults()...)
	}
	slices.Sort(o.wrong)
	o.wrong = slices.Compact(o.wrong)
}
