package catalogue_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/catalogue"
)

func TestJDKs(t *testing.T) {
	all := catalogue.JDKs()
	assert.Equal(t, catalogue.JDK{
		Image: "jenkins/jenkins", Tag: "2.30[0-6]{,-lts}{,-alpine,-slim,-centos,-centos7}", Release: 8,
		Source: "https://github.com/jenkinsci/docker/blob/7bebac26606cfb885e63f9f9ec76803da9e1e1e1/docker-bake.hcl",
	}, all[1])
	rows := map[string]bool{}
	for _, row := range all {
		name := row.Image + ":" + row.Tag
		assert.False(t, rows[name], "%s: twice", name)
		rows[name] = true
		assert.True(t, strings.HasPrefix(row.Source, "https://"), "%s: what proves it?", name)
		assert.NotEqual(t, row.Release == 0, row.Least == 0, "%s: one of both", name)
	}
}
