package jvmflag

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Of each option of CMS that JDK 8 or 11 has and 17 has not, the page names
// the counterpart of G1, or says that there is none.
func TestCMSCounterparts(t *testing.T) {
	looked := 0
	for _, jdk := range []int{8, 11} {
		for flag := range All(jdk) {
			_, later := Lookup(17, flag.Name)
			if later || flag.Kind.Debug() || flag.Collector() != "CMS" && !strings.Contains(flag.Name, "CMS") {
				continue
			}
			looked++
			assert.NotEmpty(t, CMSCounterpart(flag.Name), flag.Name)
		}
	}
	assert.Greater(t, looked, 150)
	assert.Empty(t, CMSCounterpart("UseG1GC"))
}

// What is named as a counterpart is an option of later JDKs.
func TestCounterpartsExist(t *testing.T) {
	for _, c := range cmsCounterparts() {
		for _, jdk := range []int{17, 21, 25} {
			if _, has := Lookup(jdk, c[1]); c[1] != "" {
				assert.True(t, has, "JDK %d: %s", jdk, c[1])
			}
		}
	}
}
