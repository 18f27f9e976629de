package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

func inputBeside(files map[string]string) *Input {
	return &Input{File: source.NewFile("compose.yml", nil), FileBeside: func(name string) *source.File {
		if text, found := files[name]; found {
			return source.NewFile(name, []byte(text))
		}
		return nil
	}}
}

func TestContainerFiles(t *testing.T) {
	in := inputBeside(map[string]string{"conf/a.sh": "a", "conf/b.sh": "b", "run.sh": "run", "../up.sh": "up", "binary": "\x00"})
	copied := Built{Sources: func(at string) []string {
		return map[string][]string{"/app/run.sh": {"run.sh"}, "/app/up.sh": {"up.sh"}, "/app/binary": {"binary"}, "/opt/a.sh": {"run.sh"}}[at]
	}}
	nested := in.HostFiles("./conf", "/opt/").Over(in.FilesOf(copied, "", false))
	for _, c := range []struct{ name, at, want string }{
		{"below a mounted folder", "/opt/b.sh", "b"},
		{"mounted over what is copied", "/opt/a.sh", "a"},
		{"copied", "/app/run.sh", "run"},
		{"from a folder above the Dockerfile", "/app/up.sh", "up"},
		{"no text", "/app/binary", ""},
		{"nobody knows", "/opt/none", ""},
	} {
		text, found := nested(c.at)
		assert.Equal(t, c.want, text.String(), c.name)
		assert.Equal(t, c.want != "", found, c.name)
	}
	_, above := in.FilesOf(copied, "", true)("/app/up.sh")
	assert.False(t, above, "where the folder of the build is known, others are not looked into")
}

func TestArgumentFiles(t *testing.T) {
	in := inputBeside(map[string]string{"jvm.args": "-Xmx1g"})
	env := &Environment{Files: in.HostFiles(".", "/app"), Folder: "/app"}
	option := func(s string) jvmflag.Option { return jvmflag.Option{Text: source.Unlocated(s, "a test")} }
	files := in.argumentFiles(env, []jvmflag.Option{option("@jvm.args"), option("@@none"), option("@/other")})
	text, err := files.Read("jvm.args")
	assert.NoError(t, err)
	assert.Equal(t, "-Xmx1g", text.String())
	_, err = files.Read("/other")
	assert.ErrorIs(t, err, errNotThere)
	assert.Len(t, in.Linked(Includes), 1, "it is read with the file")
	assert.Nil(t, in.argumentFiles(&Environment{}, []jvmflag.Option{option("@jvm.args")}))
}
