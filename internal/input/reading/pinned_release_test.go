package reading

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Each row can hold: its cells are coordinates and two releases, and no row above it takes all that it is for.
func TestBringers(t *testing.T) {
	for i, row := range bringers() {
		name := strings.Join(row, " ")
		require.Len(t, row, 3, name)
		assert.Regexp(t, `^[a-z.]+:[a-z-]+$`, row[0], name)
		_, known := hazelcast.ParseVersion(row[2])
		assert.True(t, known, name)
		for _, above := range bringers()[:i] {
			assert.False(t, above[0] == row[0] && strings.HasPrefix(row[1]+".", above[1]+"."), "%s below %v", name, above)
		}
	}
	release := func(by, release string) string {
		return (&pins{by: by, library: release}).release(func(s string) string { return s })
	}
	assert.Equal(t, "4.2.8", release("io.vertx:vertx-hazelcast", "4.5.7"))
	assert.Equal(t, "5.3.5", release("io.vertx:vertx-hazelcast", "4.5.10"))
	assert.Equal(t, "4.2", release("com.hazelcast.jet:hazelcast-jet", "4.5"))
	assert.Empty(t, release("com.hazelcast.jet:hazelcast-jet", "3.2"))
}

// TestBuildOfGradle: names of a catalogue and of variables find their releases, those that are no text, too.
func TestBuildOfGradle(t *testing.T) {
	for _, c := range []struct{ name, build, catalogue, want string }{
		{"a catalogue", "implementation(libs.hazelcast.all)\n", "hazelcast-all = \"com.hazelcast:hazelcast:5.3.1\"\n", "5.3.1"},
		{"a variable", "def hz = '5.4.0'\nimplementation \"com.hazelcast:hazelcast:$hz\"\n", "", "5.4.0"},
		{"no text in a catalogue", "implementation(libs.hazelcast.all)\n", "hazel\xff\xfecast = \"com.hazelcast:hazelcast:5.3.1\"\n", ""},
		{"no text in a variable", "implementation \"com.hazelcast:hazelcast:$h\xffz\"\n", "", ""},
	} {
		files := map[string]string{"build.gradle": c.build, "settings.gradle": "rootProject.name = 'a'\n", "gradle/libs.versions.toml": c.catalogue}
		in := open("hazelcast.yaml", "")
		in.FileBeside = func(name string) *source.File {
			if text, is := files[name]; is {
				return source.NewFile(name, []byte(text))
			}
			return nil
		}
		assert.Equal(t, c.want, in.pinnedByGradle(in.FileBeside("build.gradle"), ""), c.name)
	}
}
