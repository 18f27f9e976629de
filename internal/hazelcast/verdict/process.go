package verdict

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/decimal"
	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/hazelcast/schema"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// process takes over each setting, as the code behind the schema does. It
// stops at the first that it refuses; here all are found.
//
// https://github.com/hazelcast/hazelcast/blob/v5.3.1/hazelcast/src/main/java/com/hazelcast/internal/config/YamlMemberDomConfigProcessor.java
func (d *document) process(root *schema.Value) []Refusal {
	p := &processor{release: d.Release}
	top := root.Member(string(d.kind))
	if top == nil {
		return nil
	}
	p.walk(place{value: top, path: []string{string(d.kind)}})
	return p.refusals
}

type processor struct {
	release  hazelcast.Version
	refusals []Refusal
}

// place is a value and the keys that lead to it. Items of a list have their number for a key.
type place struct {
	value *schema.Value
	path  []string
	up    *place
}

func (p place) key() string { return p.path[len(p.path)-1] }

// text is what the code reads of a setting: nothing where it is no scalar.
func (p place) text() string {
	if !p.scalar() {
		return ""
	}
	return strings.TrimSpace(p.value.Text)
}

func (p place) scalar() bool { return p.value.Type != schema.Object && p.value.Type != schema.Array }

// text is that of an entry; empty where there is none.
func textOf(v *schema.Value) string {
	if v == nil {
		return ""
	}
	return place{value: v}.text()
}

// location names a place as the schema does.
func (p place) location() string {
	return strings.Join(append([]string{"#"}, lists.Of(p.path, schema.Escape)...), "/")
}

func (p *processor) refuse(at place, message string) {
	p.refusals = append(p.refusals, Refusal{Setting: true, At: at.value.Node, Location: at.location(), Message: message, Given: at.text()})
}

func (p *processor) refuseKey(at place, key *yamldoc.Node, message string) {
	p.refusals = append(p.refusals, Refusal{Setting: true, At: key, IsKey: true, Location: at.location(), Message: message, Given: key.Value()})
}

func (p *processor) walk(at place) {
	if at.value.Open || notAnEndpoint(at.path) || len(p.refusals) >= schema.Most {
		return
	}
	older := p.release.Major == 3 // of which all releases ask the same of few settings
	before := len(p.refusals)
	if !older {
		p.integer(at)
	}
	for _, key := range []string{dashed(at.key()), "*"} {
		if len(p.refusals) > before {
			break // one reason is enough
		}
		for _, s := range settings()[key] {
			if !matches(s.parts, at.path) || older != (key == "quorum-size") {
				continue
			}
			if message := s.refuses(at); message != "" {
				p.refuse(at, message)
			}
		}
	}
	for _, b := range blocks {
		if !older && matches(b.parts, at.path) && (at.value.Type == schema.Object || b.any) {
			b.look(p, at)
		}
	}
	for _, m := range at.value.Members {
		if !m.Open {
			p.walk(place{m.Value, append(at.path, m.Name), &at})
		}
	}
	for i, item := range at.value.Items {
		p.walk(place{item, append(at.path, strconv.Itoa(i)), &at})
	}
}

// notAnEndpoint tells of what stands right under the endpoints for WAN, where
// names of endpoints belong: it is read as one, and its settings are not.
func notAnEndpoint(path []string) bool {
	return len(path) == 5 && path[1] == "advanced-network" && strings.HasPrefix(path[2], "wan-") &&
		slices.Contains([]string{"ssl", "tpc-socket", "socket-options", "socket-interceptor", "port", "symmetric-encryption"}, path[3])
}

// longs are whole numbers of 64 bits; all others have 32.
var longs = []string{
	"acceptable-heartbeat-pause-millis", "min-std-deviation-millis", "heartbeat-interval-millis", "prefetch-validity-millis", "epoch-start",
	"node-id-offset", "allowed-future-millis", "leader-election-timeout-in-millis", "leader-heartbeat-period-in-millis",
	"append-request-backoff-timeout-in-millis", "scale-up-delay-millis", "max-processor-accumulated-records", "statement-timeout-millis",
	"cluster-connect-timeout-millis", "duration-amount", "value",
}

// integer is about numbers that the schema lets pass whatever their size.
func (p *processor) integer(at place) {
	if at.value.ReadAs != schema.Integer {
		return
	}
	if slices.Contains(at.path, "outbound-ports") || slices.Contains(at.path, "properties") {
		return // which are read as texts
	}
	most := either.Of(slices.Contains(longs, at.key()), 63, 31)
	n := at.value.Integer()
	if n == nil { // of XML: 007, +5, or nothing
		n, _ = decimal.Parse(strings.TrimPrefix(at.text(), "+"))
	}
	if n == nil || n.Num().BitLen() > most {
		p.refuse(at, "Invalid integer value for parameter "+at.key()+": "+at.text())
	}
}

// matches reports whether a path is one of those that a pattern stands for: "*"
// is any one key, "**" at its beginning any number of them.
func matches(parts, path []string) bool {
	if parts[0] == "**" {
		parts = parts[1:]
		at := len(path) - len(parts)
		if at < 0 || at == 2 && parts[0] != "*" && slices.Contains(manyTimes, path[1]) { // a map may have any name
			return false
		}
		path = path[at:]
	}
	return slices.EqualFunc(parts, path, func(part, key string) bool { return part == "*" || part == dashed(key) })
}

// dashed is a key as blocks with an open schema take it: pool_size for pool-size.
func dashed(key string) string { return strings.ReplaceAll(key, "_", "-") }
