package hotspot

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

var update = flag.Bool("update", false, "take down again what the JVMs of JVMLINT_JDKS do")

const captures = "../../testdata/jvm"

// A capture is what a real JVM did with its options on a machine.
type capture struct {
	options string
	machine Machine
	run     run
}

const captureHead = "options: %s\nmachine: %d bytes of memory, %d CPUs\nstarted: %t\n"

func (c capture) write(t *testing.T, file string) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, captureHead, c.options, c.machine.Memory.N, c.machine.CPUs.N, c.run.started)
	for _, row := range c.run.rows {
		fmt.Fprintln(&b, row)
	}
	if !c.run.started {
		for _, line := range c.run.output {
			fmt.Fprintln(&b, line)
		}
	}
	if memory := nmtGC.FindString(strings.Join(c.run.output, "\n")); memory != "" { // for internal/hotspot/memory
		fmt.Fprintln(&b, memory)
	}
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
}

func readCapture(t *testing.T, file string) capture {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	head := strings.SplitN(string(data), "\n", 4)
	require.Len(t, head, 4, file)
	var memory, cpus int64
	_, err = fmt.Sscanf(head[1], "machine: %d bytes of memory, %d CPUs", &memory, &cpus)
	require.NoError(t, err, file)
	was := readRun(head[2] == "started: true", head[3])
	was.older = true
	return capture{
		options: strings.TrimPrefix(head[0], "options: "),
		machine: machine(memory, cpus),
		run:     was,
	}
}

// commands are the names and options of testdata/jvm/commands.txt, in order.
func commands(t *testing.T) [][2]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(captures, "commands.txt"))
	require.NoError(t, err)
	var list [][2]string
	for line := range strings.Lines(string(data)) {
		if name, options, ok := strings.Cut(strings.TrimSpace(line), ":"); ok && !strings.HasPrefix(name, "#") {
			list = append(list, [2]string{name, strings.TrimSpace(options)})
		}
	}
	return list
}

// TestCaptures holds predictions against what real JVMs did: all flags, and the
// words of a refusal.
func TestCaptures(t *testing.T) {
	for _, command := range commands(t) {
		for _, jdk := range jvmflag.Supported {
			name, options := command[0], command[1]
			t.Run(fmt.Sprintf("%s/%d", name, jdk), func(t *testing.T) {
				file := filepath.Join(captures, strconv.Itoa(jdk), name+".txt")
				if *update {
					real, err := startReal(jvmtest.Java(jvmtest.Folder(t), jdk), t.TempDir(), options)
					require.NoError(t, err)
					capture{options, thisMachine(t), real}.write(t, file)
				}
				c := readCapture(t, file)
				require.Equal(t, options, c.options, "take the captures down again")
				compared, differences := compare(jvmtest.Resolve(t, jdk, options), c.machine, c.run)
				assert.Empty(t, differences)
				assert.Equal(t, len(c.run.flags), compared)
			})
		}
	}
}
