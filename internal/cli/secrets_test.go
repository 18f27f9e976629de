package cli_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/cli"
	"github.com/jvmlint/jvmlint/internal/report/formats"
)

// kept is a secret in a folder of its own. It has two words, that no other text has.
type kept struct {
	place, folder string
	words         [2]string
}

// writeSecrets writes n secrets below the current folder, in all the places of
// testdata/secrets in turn, under changing names.
func writeSecrets(t *testing.T, home string, n int) []kept {
	archive, err := txtar.ParseFile(filepath.Join(home, "testdata", "secrets", "places.txtar"))
	require.NoError(t, err)
	var places []string
	files := map[string][]txtar.File{}
	for _, f := range archive.Files { // place/name
		place, name, _ := strings.Cut(f.Name, "/")
		if files[place] == nil {
			places = append(places, place)
		}
		files[place] = append(files[place], txtar.File{Name: name, Data: f.Data})
	}
	properties := []string{"javax.net.ssl.trustStorePassword", "dbPass", "ssl.keypass", "hazelcast.enterprise.license.key", "api-token", "client.secret", "api_key"}
	variables := []string{"DB_PASSWORD", "API_TOKEN", "AWS_SECRET_ACCESS_KEY", "KEYSTORE_PASS", "LICENSE_KEY", "clientSecret"}
	options := []string{"password", "storepass", "api-key", "auth-token", "dbPwd"}
	draw := rand.New(rand.NewPCG(16, 3))
	word := func() string {
		w := []byte{'Q'}
		for range 8 {
			w = append(w, "bcdfghjkmnpqrstvwxz23456789"[draw.IntN(27)])
		}
		return string(append(w, byte('2'+draw.IntN(8)))) // as a word of a language is not
	}
	var all []kept
	for i := range n {
		s := kept{place: places[i%len(places)], words: [2]string{word(), word()}}
		s.folder = fmt.Sprintf("%03d-%s", i, s.place)
		one := fmt.Sprintf([]string{"%s", "%s!", "$%s!", "p@%s", "%s/+="}[i/len(places)%5], s.words[0])
		words := strings.NewReplacer(
			"PROPERTY", properties[i%len(properties)], "VARIABLE", variables[i%len(variables)], "ARGUMENT", options[i%len(options)],
			"SECRET", one, "TWO WORDS", s.words[0]+" "+s.words[1], `TWO\ WORDS`, s.words[0]+`\ `+s.words[1], `TWO\\ WORDS`, s.words[0]+`\\ `+s.words[1],
			"TWO", s.words[0], "WORDS", s.words[1],
		)
		for _, f := range files[s.place] {
			path := filepath.Join(s.folder, filepath.FromSlash(f.Name))
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			require.NoError(t, os.WriteFile(path, []byte(words.Replace(string(f.Data))), 0o644))
		}
		all = append(all, s)
	}
	return all
}

// root is the folder of the project.
func root(t *testing.T) string {
	dir, err := filepath.Abs("../..")
	require.NoError(t, err)
	return dir
}

// leaks asserts that an output has none of the secrets.
func leaks(t *testing.T, what, output string, secrets []kept) {
	t.Helper()
	for _, s := range secrets {
		for _, w := range s.words {
			if at := strings.Index(output, w); at >= 0 {
				assert.Fail(t, "a secret is shown", "%s, %s: %q", what, s.folder, output[max(0, at-80):min(len(output), at+40)])
				break
			}
		}
	}
}

// No command shows one of 500 secrets in any format, wherever it stands.
func TestNoCommandShowsSecrets(t *testing.T) {
	home := root(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("tree", 0o755))
	t.Chdir("tree")
	secrets := writeSecrets(t, home, 500)
	pasted, err := filepath.Glob("*/*.txt") // they are read where they are named
	require.NoError(t, err)
	run := func(args ...string) string {
		var out bytes.Buffer
		code := cli.Main(append(append(args, "."), pasted...), strings.NewReader(""), &out, &out)
		assert.Contains(t, []int{0, 1, 2}, code, args)
		assert.NotContains(t, out.String(), "internal error", args)
		leaks(t, strings.Join(args, " "), out.String(), secrets)
		return out.String()
	}
	file := func(name string) string {
		out, err := os.ReadFile(name)
		require.NoError(t, err)
		leaks(t, name, string(out), secrets)
		return string(out)
	}
	check := []string{"check", "--show-rendered"}
	for _, f := range formats.Names() {
		check = append(check, "--format", f+"=../out."+f)
	}
	run(check...)
	for _, f := range formats.Names() {
		file("../out." + f)
	}
	found := file("../out.json")
	for _, s := range secrets {
		assert.True(t, strings.Contains(found, s.folder), "nothing is found in %s, and so nothing is shown", s.folder)
	}
	for _, args := range [][]string{
		{"check", "--diff"}, {"check", "--write-baseline", "../baseline.json"}, {"predict"}, {"predict", "--format", "json"}, {"predict", "--cpus", "1-4"}, {"predict", "--cpus", "1-4", "--format", "json"},
		{"advise"}, {"advise", "--format", "json"}, {"advise", "--diff"}, {"capacity"}, {"capacity", "--format", "json"},
	} {
		run(args...)
	}
	file("../baseline.json")
}

// A java command line shows none, in any format.
func TestNoCommandLineShowsSecrets(t *testing.T) {
	home := root(t)
	t.Chdir(t.TempDir())
	for _, s := range writeSecrets(t, home, 20) {
		both := s.words[0] + " " + s.words[1]
		for _, command := range [][]string{{"predict"}, {"advise", "--memory", "2Gi"}, {}} {
			for _, format := range []string{"text", "json"} {
				args := append(append([]string{"--format", format}, command...), "java", "-Xms4g", "-Xmx3g", "-Ddb.password="+both, "-Dc.password=\""+both+"\"",
					"-Djaas=a required password=\""+both+"\";", "-XX:+UseConcMarkSweepGC", "-jar", "a.jar", "--token", both)
				var out bytes.Buffer
				cli.Main(args, strings.NewReader(""), &out, &out)
				leaks(t, strings.Join(args, " "), out.String(), []kept{s})
			}
		}
	}
}

// An editor shows none: not in a diagnostic, under the cursor, in the title of
// a fix or in its log.
func TestNoEditorShowsSecrets(t *testing.T) {
	home := root(t)
	e := startEditor(t)
	e.initialize(nil)
	secrets := writeSecrets(t, home, 60)
	for _, s := range secrets {
		require.NoError(t, filepath.WalkDir(s.folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			e.openText(name, 1, string(data))
			shown := []any{e.diagnostics(name, 1)}
			for i, line := range strings.Split(string(data), "\n") {
				for column := range line {
					if column == 0 || line[column-1] == ' ' || line[column-1] == '"' || line[column-1] == '=' {
						shown = append(shown, e.hover(name, i, column))
					}
				}
				for _, a := range e.actions(name, i) {
					shown = append(shown, a.Title, a.Diagnostics)
				}
			}
			leaks(t, "editor", fmt.Sprint(shown), []kept{s})
			return nil
		}))
	}
	assert.Zero(t, e.leave())
	leaks(t, "log", strings.Join(e.messages, "\n"), secrets)
}
