package jvmflag

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestUnknown(t *testing.T) {
	for _, c := range []struct{ name, words, known string }{
		{"nothing is filled in", "-Xmx1g -jar a.jar", "-Xmx1g -jar a.jar"},
		{"any number of options", "-Xmx1g $OPTS -Xms1g -jar a.jar", "-Xmx1g -Xms1g -jar a.jar"},
		{"the class path first", "-cp $CLASSPATH -Xmx1g Main", "-cp $CLASSPATH -Xmx1g Main"},
		{"a class path of parts", "-Xmx1g -classpath $A/conf:$A/* -Xms1g Main", "-Xmx1g -classpath $A/conf:$A/* -Xms1g Main"},
		{"options beside the class path", "$OPTS -cp $CP $MORE Main", "-cp $CP Main"},
		{"what the JVM gets", "--add-modules $MODULES -Xmx1g --add-opens java.base/java.lang=ALL-UNNAMED Main", "-Xmx1g --add-opens java.base/java.lang=ALL-UNNAMED Main"},
		{"the program and its arguments", "-Xmx1g -jar $JAR $ARGS", "-Xmx1g -jar $JAR $ARGS"},
		{"no word behind the option", "-Xmx1g -cp", "-Xmx1g -cp"},
		{"nothing", "", ""},
	} {
		words := options(c.words)
		for i := range words {
			words[i].Channel = CommandLine
		}
		var known []string
		for i, unknown := range Unknown(words) {
			if !unknown {
				known = append(known, words[i].String())
			}
		}
		assert.Equal(t, c.known, strings.Join(known, " "), c.name)
	}
}
