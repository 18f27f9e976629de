package hotspot

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hotspot/jvmtest"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

const variablesPerJDK = 40

// TestVariablesAgainstRealJVMs moves options to JAVA_TOOL_OPTIONS and _JAVA_OPTIONS, which do
// not all count as given then.
func TestVariablesAgainstRealJVMs(t *testing.T) {
	dir, m := jvmtest.Folder(t), thisMachine(t)
	seed := jvmtest.Number(t, "JVMLINT_SEED", uint64(time.Now().UnixNano()))
	t.Logf("JVMLINT_SEED=%d", seed)
	for _, jdk := range jvmflag.Supported {
		t.Run(strconv.Itoa(jdk), func(t *testing.T) {
			m := m
			m.Stripped = jvmtest.Stripped(dir, jdk)
			random := rand.New(rand.NewPCG(seed, uint64(jdk)))
			for range jvmtest.Number(t, "JVMLINT_CONFIGURATIONS", variablesPerJDK) {
				channel := []jvmflag.Channel{jvmflag.JavaToolOptions, jvmflag.JavaOptions}[random.IntN(2)]
				words := map[jvmflag.Channel][]string{channel: {"-XX:+UnlockExperimentalVMOptions"}, jvmflag.CommandLine: {"-XX:+UnlockExperimentalVMOptions"}}
				for _, word := range strings.Fields(randomOptions(random, jdk)) {
					at := []jvmflag.Channel{channel, jvmflag.CommandLine}[random.IntN(2)]
					words[at] = append(words[at], word)
				}
				if notModelled(words[channel], words[jvmflag.CommandLine]) {
					continue
				}
				variable, line := strings.Join(words[channel], " "), strings.Join(words[jvmflag.CommandLine], " ")
				real, err := startReal(jvmtest.Java(dir, jdk), t.TempDir(), line, channel.String()+"="+variable)
				require.NoError(t, err)
				var options []jvmflag.Option
				for channel, list := range words {
					text := strings.Join(list, " ")
					split, err := jvmflag.Words(source.Verbatim(source.NewFile(source.CommandLine, []byte(text)).Span(0, len(text))))
					require.NoError(t, err, channel)
					options = append(options, jvmflag.OnChannel(channel, split)...)
				}
				_, differences := compare(jvmflag.Resolve(jdk, options), m, real)
				differences = slices.DeleteFunc(differences, func(d string) bool { // from 9 on the JVM tells what a variable sets apart
					return jdk >= 9 && strings.HasSuffix(d, ": on the command line false, predicted true")
				})
				assert.Empty(t, differences, "%s=%s java %s", channel, variable, line)
			}
		})
	}
}

// notModelled reports options of a variable and of the line that the model does not follow: a
// size that two options set, which counts as given on the command line if one of them is, and a
// young generation as large as the heap, which the JVM does not shrink then and for which it
// finds no room.
func notModelled(variable, line []string) bool {
	whole := strings.Join(slices.Concat(variable, line, variable), " ")
	for _, twice := range []string{`-Xms.*-XX:InitialHeapSize=`, `-Xmn.*-XX:(?:Max)?NewSize=`, `-Xmx.*-XX:MaxHeapSize=`, `-XX:NewSize=\d{4,}m`} {
		if regexp.MustCompile(twice).MatchString(whole) {
			return true
		}
	}
	return false
}
