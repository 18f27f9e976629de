package input

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
)

// All containers of a file together run so many commands, however many there are.
func TestContainerScriptsAreBounded(t *testing.T) {
	loop := "#!/bin/sh\nfor i in 1 2 3 4 5 6 7 8 9; do for j in 1 2 3 4 5 6 7 8 9; do for k in 1 2 3 4 5 6 7 8 9; do A=$i$j$k; done; done; done\n" +
		"exec java $JAVA_OPTS -jar a.jar\n"
	services := func(n int) *reading.Input {
		var b strings.Builder
		b.WriteString("services:\n")
		for i := range n {
			fmt.Fprintf(&b, "  s%d:\n    image: eclipse-temurin:21\n    entrypoint: [/run.sh]\n    volumes: [\"./run.sh:/run.sh\"]\n    environment: {JAVA_OPTS: -Xmx%dm}\n", i, i+100)
		}
		return ReadBeside(source.NewFile("compose.yml", []byte(b.String())), reading.Options{}, func(name string) *source.File {
			if name == "run.sh" {
				return source.NewFile(name, []byte(loop))
			}
			return nil
		}, nil)
	}
	few := services(20)
	assert.False(t, few.Exceeded)
	assert.Len(t, few.Workloads, 20)
	many := services(500)
	require.True(t, many.Exceeded)
	assert.Contains(t, many.Problems[0].Message, "the scripts of its containers do the work of more than 100000 commands")
}

// A Dockerfile that is named like an image and builds none says nothing of the container.
func TestOwnImageWithoutStages(t *testing.T) {
	none := source.NewFile("orders/Dockerfile", []byte("ENTRYPOINT [\"java\", \"-Xmx1g\"]\n"))
	in := ReadBeside(source.NewFile("compose.yml", []byte("services:\n  orders: {image: acme/orders}\n")),
		reading.Options{Own: func(string) *source.File { return none }}, func(string) *source.File { return nil }, nil)
	assert.Empty(t, in.Workloads)
}
