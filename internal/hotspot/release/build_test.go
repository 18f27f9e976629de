package release

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Build{
		"17":            {Release: 17},
		"1.8":           {Release: 8},
		"1.8.0":         {Release: 8},
		"8u252":         {Release: 8, Update: Update{Number: 252}, Bound: Exactly},
		"8u252-b09":     {Release: 8, Update: Update{Number: 252}, Bound: Exactly},
		"1.8.0_292-b10": {Release: 8, Update: Update{Number: 292}, Bound: Exactly},
		"1.8.0.312.b07": {Release: 8, Update: Update{Number: 312}, Bound: Exactly},
		"8.432.06.1":    {Release: 8, Update: Update{Number: 432}, Bound: Exactly, Vendor: Corretto},
		"11.0.13":       {Release: 11, Update: Update{Number: 13}, Bound: Exactly},
		"11.0.13.8.1":   {Release: 11, Update: Update{Number: 13}, Bound: Exactly, Vendor: Corretto},
		"11.0.32.1+1":   {Release: 11, Update: Update{32, 1}, Bound: Exactly},
		"17.0.9+9-LTS":  {Release: 17, Update: Update{Number: 9}, Bound: Exactly},
		"21+35":         {Release: 21, Bound: Exactly},
		"27.0.1.0.3":    {Release: 27, Update: Update{Number: 1}, Bound: Exactly},
		"28-ea":         {Release: 28},
	} {
		got, is := Parse(text)
		assert.True(t, is, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "latest", "x17", "17.3.1", "8.5.2", "2.17", "-17", "1.17.0.2.4x", "9x"} {
		_, is := Parse(text)
		assert.False(t, is, text)
	}
}

func TestBuildString(t *testing.T) {
	var got []string
	for _, s := range []string{"8u252", "1.8.0_292", "11.0.13+8", "11.0.32.1", "21+35", "17", "1.8"} {
		b, _ := Parse(s)
		got = append(got, b.String())
	}
	assert.Equal(t, []string{"8u252", "8u292", "11.0.13", "11.0.32.1", "21", "17", "8"}, got)
}

func TestVendorIn(t *testing.T) {
	for text, want := range map[string]Vendor{
		"OpenJDK Runtime Environment Temurin-17.0.9+9 (build 17.0.9+9)":          Temurin,
		"OpenJDK Runtime Environment Corretto-21.0.10.7.1 (build 21.0.10+7-LTS)": Corretto,
		"OpenJDK Runtime Environment (build 11.0.24+8-post-Debian-2deb11u1)":     Debian,
		"OpenJDK Runtime Environment (Red_Hat-21.0.8.0.9-1) (build 21.0.8+9)":    RedHat,
		"Azul Systems, Inc.":                             Zulu,
		"OpenJDK Runtime Environment (build 21+35-2513)": "",
	} {
		assert.Equal(t, want, VendorIn(text), text)
	}
}

func TestCompareUpdates(t *testing.T) {
	assert.Negative(t, Update{32, 0}.Compare(Update{32, 1}))
	assert.Positive(t, Update{33, 0}.Compare(Update{32, 1}))
	assert.Zero(t, Update{32, 1}.Compare(Update{32, 1}))
}
