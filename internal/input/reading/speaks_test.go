package reading_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
)

func TestSpeaksOfJVM(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		want             bool
	}{
		{"a script", "start.sh", "java -Xmx1g -jar a.jar\n", true},
		{"a comment", "start.sh", "# java -Xmx1g\n", false},
		{"a property of options", "gradle.properties", "org.gradle.jvmargs=-Xss1m -Xmx1g\n", true},
		{"what users are told", "messages.properties", "memory = Look at -Xmx, -Xms and -XX:PermSize.\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, reading.SpeaksOfJVM(source.NewFile(c.file, []byte(c.text))))
		})
	}
}
