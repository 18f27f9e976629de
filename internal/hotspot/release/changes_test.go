package release

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each row begins with a build that has the change, and what somebody has seen of builds is what
// the table says of them.
func TestChangesHoldTheirProofs(t *testing.T) {
	for _, r := range Changes() {
		name := fmt.Sprintf("%s, %d %s", r.Change, r.Release, r.Vendor)
		assert.NotEmpty(t, r.Proofs, name)
		for _, p := range r.Proofs {
			b, is := Parse(p.Build)
			assert.True(t, is, "%s: %s", name, p.Build)
			b.Bound, b.Vendor = Exactly, p.Vendor
			want := No
			if p.Has {
				want = Yes
			}
			assert.Equal(t, want, r.Change.In(b), "%s: %s", name, p.Build)
		}
	}
}

func TestChangeIn(t *testing.T) {
	at := func(release int, update int, vendor Vendor) Build {
		return Build{Release: release, Update: Update{Number: update}, Bound: Exactly, Vendor: vendor}
	}
	for name, c := range map[string]struct {
		change Change
		build  Build
		want   Answer
	}{
		"8u181":                             {SeesLimits, at(8, 181, ""), No},
		"some update of 8":                  {SeesLimits, Build{Release: 8}, LikelyYes},
		"of the sources":                    {SeesV2, at(11, 15, Temurin), No},
		"of a vendor nobody looked at":      {SeesV2, at(11, 15, Zulu), LikelyNo},
		"before the change was made":        {SeesV2, at(11, 6, Zulu), No},
		"at most one that has it not":       {SeesV2, Build{Release: 11, Update: Update{Number: 11}, Bound: AtMost, Vendor: Temurin}, No},
		"at most one that has it":           {SeesV2, Build{Release: 11, Update: Update{Number: 16}, Bound: AtMost}, Unknown},
		"a release between":                 {SeesV2, at(12, 0, ""), No},
		"any of a later release":            {SeesV2, Build{Release: 17}, Yes},
		"a tag of 8 that floats":            {SeesV2Only, Build{Release: 8, Bound: Newest}, LikelyNo},
		"a tag of 17 that floats":           {SeesV2Only, Build{Release: 17, Bound: Newest}, LikelyYes},
		"17.0.9":                            {SeesV2Only, at(17, 9, ""), No},
		"17.0.18":                           {SeesV2Only, at(17, 18, ""), LikelyNo},
		"17.0.18 of the sources":            {SeesV2Only, at(17, 18, Temurin), No},
		"21.0.10 of the vendor that had it": {SeesV2Only, at(21, 10, Corretto), Yes},
		"21.0.11 of another":                {SeesV2Only, at(21, 11, Zulu), LikelyNo},
		"a release that ended before":       {SeesV2Only, at(23, 2, ""), No},
		"a release after":                   {SeesV2Only, Build{Release: 26}, Yes},
		"shares of 8":                       {SharesNotCounted, Build{Release: 8}, LikelyNo},
		"shares of 18":                      {SharesNotCounted, at(18, 0, ""), No},
		"shares of 17.0.4":                  {SharesNotCounted, at(17, 4, ""), No},
	} {
		assert.Equal(t, c.want, c.change.In(c.build), name)
	}
}
