// Package release chooses by JDK: HotSpot's formulas and constants differ from one release to the next.
package release

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/parallel"
)

// Change is what HotSpot came to do within a release: some of its builds do it, and others do not.
type Change string

// The changes.
const (
	SeesLimits       Change = "sees the limits of its container"
	SeesV2           Change = "sees them in control groups of version 2"
	SeesV2Only       Change = "sees them where the kernel has no controllers of version 1"
	SharesNotCounted Change = "does not take CPU shares for a number of CPUs"
)

// Answer is whether a build has a change.
type Answer int

const (
	Unknown   Answer = iota // its update may be one that has it, or one that has not
	No                      //
	LikelyNo                // its vendor may have taken the change early
	LikelyYes               // it is taken for the newest
	Yes                     //
)

// Likely reports whether more than the table would tell for certain.
func (a Answer) Likely() bool { return a == LikelyNo || a == LikelyYes }

// Row is what is known of one change in the builds of one release.
type ChangeRow struct {
	Change  Change
	Release int
	Vendor  Vendor // whose builds alone are meant; empty: OpenJDK's sources
	Since   string // the first build that has it; empty: none is known
	Later   bool   // later releases have it from their first build on
	Made    string // the first build that came out after the change was made: none before can have it; empty: Since
	Proofs  []Proof
}

// Proof is a build of which somebody has seen whether it has a change.
type Proof struct {
	Build  string
	Vendor Vendor
	Has    bool
}

// sources have the builds that are made of OpenJDK's sources as they are.
//
//	https://adoptium.net/docs/faq/
var sources = []Vendor{OpenJDK, Temurin, Debian}

// Changes are all rows, by change and release. Those of a vendor stand before those of all.
var Changes = jvmflag.Table(changesTSV, func(c []string) ChangeRow {
	r := ChangeRow{Change(c[0]), jvmflag.CellNumber(c[1]), Vendor(c[2]), c[3], c[4] == "later", c[5], nil}
	for proof := range strings.SplitSeq(c[6], ",") {
		build, vendor, _ := strings.Cut(proof[1:], " ")
		r.Proofs = append(r.Proofs, Proof{build, Vendor(vendor), proof[0] == '+'})
	}
	return r
})

//go:embed changes.tsv
var changesTSV string

// row is what is known of the change in builds of that release and vendor; false where no build of the release is
// known to have it, and Later ones are those of the first release that all have it.
func (c Change) row(release int, vendor Vendor) (ChangeRow, bool) {
	for _, r := range Changes() {
		if r.Change == c && r.Release == release && (r.Vendor == "" || r.Vendor == vendor) {
			return r, true
		}
	}
	for _, r := range Changes() {
		if r.Change == c && r.Later && r.Release < release {
			return ChangeRow{Change: c, Release: release, Since: Update{}.Of(release), Later: true, Proofs: r.Proofs}, true
		}
	}
	return ChangeRow{}, false
}

// updates are those of the table, by their builds: they are asked for again and again.
var updates parallel.Memo[string, Update]

// Since is the first update of the build's release and vendor that has the change; false where none is known.
func (c Change) Since(b Build) (Update, bool) {
	r, found := c.row(b.Release, b.Vendor)
	if !found || r.Since == "" {
		return Update{}, false
	}
	return updates.Of(r.Since, func(since string) Update {
		b, _ := Parse(since)
		return b.Update
	}), true
}

// In reports whether a build has the change.
func (c Change) In(b Build) Answer {
	since, some := c.Since(b)
	named := b.Bound == Exactly || b.Bound == AtMost
	switch {
	case some && since == Update{} || some && b.Bound == Exactly && b.Update.Compare(since) >= 0:
		return Yes
	case some && !named:
		return LikelyYes
	case some && b.Update.Compare(since) >= 0:
		return Unknown
	case !named:
		return LikelyNo
	}
	return c.before(b)
}

// Doubt says why the answer for a build is only likely; empty where it is certain.
func (c Change) Doubt(b Build) string {
	if a := c.In(b); !a.Likely() || b.Bound == Newest || b.Bound == Unnamed {
		return ""
	}
	since, some := c.Since(b)
	if !some {
		return fmt.Sprintf("no build of %d that does was seen, and not all vendors were looked at", b.Release)
	}
	why := fmt.Sprintf("OpenJDK has the change since %s, and the vendor may have taken it earlier", since.Of(b.Release))
	for _, r := range Changes() {
		if r.Change == c && r.Release == b.Release && r.Vendor != "" && r.Vendor != b.Vendor {
			why += fmt.Sprintf(", as %s did with %s", r.Vendor, r.Since)
		}
	}
	return why
}

// before is the answer for an update that OpenJDK's sources do not have the change in.
func (c Change) before(b Build) Answer {
	r, found := c.row(b.Release, b.Vendor)
	if !found || slices.Contains(sources, b.Vendor) || r.Vendor == b.Vendor && b.Vendor != "" || r.Made == "" {
		return No
	}
	if made, _ := Parse(r.Made); b.Update.Compare(made.Update) < 0 {
		return No
	}
	for _, p := range r.Proofs {
		if seen, _ := Parse(p.Build); !p.Has && p.Vendor == b.Vendor && b.Vendor != "" && b.Update.Compare(seen.Update) <= 0 {
			return No
		}
	}
	return LikelyNo
}

// Row is a row of a table of releases: what holds from a JDK on.
type Row[T any] struct {
	jdk   int
	value T
}

// Since is the value that holds from that JDK on.
func Since[T any](jdk int, value T) Row[T] { return Row[T]{jdk, value} }

// Choose takes the last row that has begun by the given JDK. Rows stand in the
// order of releases, and the first holds for all that came before, too.
func Choose[T any](jdk int, rows ...Row[T]) T {
	value := rows[0].value
	for _, r := range rows {
		if r.jdk <= jdk {
			value = r.value
		}
	}
	return value
}
