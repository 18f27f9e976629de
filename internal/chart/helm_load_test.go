package chart_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
	helm "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/chart/helmchart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
)

const good = "-- Chart.yaml --\napiVersion: v2\nname: app\nversion: 1.2.3\n"

// TestLoadAsHelm loads folders and archives of the same files. Both must hold
// what Helm says, or be refused in its words.
func TestLoadAsHelm(t *testing.T) {
	for name, files := range map[string]string{
		"a chart":             good + "-- values.yaml --\na: 1\n-- values.schema.json --\n{}\n-- templates/x.yaml --\na\n-- templates/_y.tpl --\n-- crds/z.yaml --\nz\n-- README.md --\nr\n-- charts/sub.prov --\np\n",
		"marks of byte order": "-- Chart.yaml --\n\ufeffapiVersion: v2\nname: app\nversion: 1.2.3\n-- values.yaml --\n\ufeffa: 1\n-- conf --\n\ufeffc\n",
		"dependencies":        good + "-- charts/b/Chart.yaml --\nname: b\nversion: 1.0.0\n-- charts/b/values.yaml --\nx: {y: 1}\n-- charts/b/charts/c/Chart.yaml --\nname: c\nversion: 1.0.0\n-- charts/_no/Chart.yaml --\nname: no\n-- charts/.no/x --\n-- charts/b/templates/t.yaml --\nt\n",
		"version 1":           "-- Chart.yaml --\nname: app\nversion: 1.2.3\n-- requirements.yaml --\ndependencies:\n- {name: a, version: 1.x.x, tags: [x]}\n-- requirements.lock --\ngenerated: \"2024-01-02T03:04:05Z\"\n",
		"version 1 in 2":      good + "-- requirements.yaml --\ndependencies:\n- {name: a, version: 1.x.x}\n-- requirements.lock --\ndigest: x\n-- Chart.lock --\ndigest: y\n",
		"ignored":             good + "-- .helmignore --\n# no\n*.bak\n/top\nsub/dir/\n!keep\n-- a.bak --\n-- top --\n-- sub/top --\n-- sub/dir/x --\n-- keep --\n-- templates/.hidden --\n",
		"ignored folders":     good + "-- .helmignore --\nci/\n*.md\n-- ci/x.yaml --\nx\n-- sub/ci/y.yaml --\ny\n-- README.md --\n-- docs/a.txt --\n",
		"bad ignore":          good + "-- .helmignore --\na/**\n",
		"documents":           good + "-- values.yaml --\n---\na: {b: 1, c: 2}\n--- # second\na: {b: null}\nd: x\n---\n---\n",
		"a bad separator":     good + "-- values.yaml --\na: 1\n--- b\n",
		"no values":           good + "-- values.yaml --\n",
		"values of null":      good + "-- values.yaml --\nnull\n",
		"values of a list":    good + "-- values.yaml --\n- a\n",
		"bad values":          good + "-- values.yaml --\na: [\n",
		"a key twice":         good + "-- values.yaml --\na: 1\na: 2\n",
		"a tab":               good + "-- values.yaml --\na:\n\tb: 1\n",
		"numbers":             good + "-- values.yaml --\na: 12345678901234567890\nb: 0o17\nc: 1_000\nd: .inf\ne: 0x1f\nf: 2001-01-01\ng: y\nh: ~\n",
		"anchors":             good + "-- values.yaml --\na: &a {x: 1}\nb: *a\nc: {<<: *a, y: 2}\n1: one\ntrue: yes\n",
		"no chart":            "-- values.yaml --\na: 1\n",
		"requirements only":   "-- requirements.yaml --\ndependencies: []\n",
		"bad metadata":        "-- Chart.yaml --\nname: [\n",
		"a number for a name": "-- Chart.yaml --\nname: 5\nversion: 1.0.0\n",
		"bad lock":            good + "-- Chart.lock --\ngenerated: yesterday\n",
		"no name":             "-- Chart.yaml --\nversion: 1.2.3\n",
		"a name of dots":      "-- Chart.yaml --\nname: ..\nversion: 1.2.3\n",
		"a path for a name":   "-- Chart.yaml --\nname: a/b\nversion: 1.2.3\n",
		"no version":          "-- Chart.yaml --\nname: app\n",
		"a bad version":       "-- Chart.yaml --\nname: app\nversion: one\n",
		"a bad type":          good + "type: service\n",
		"a library":           good + "type: library\n",
		"no maintainer":       good + "maintainers: [null]\n",
		"no dependency":       good + "dependencies: [null]\n",
		"a bad alias":         good + "dependencies: [{name: a, alias: a.b}]\n",
		"one alias twice":     good + "dependencies: [{name: a, alias: c}, {name: b, alias: c}]\n",
		"strange text":        good + "description: \"a\\tb\\u0007\\nc\"\nkeywords: [\"x\\ny\"]\n",
		"a bad dependency":    good + "-- charts/b/Chart.yaml --\nname: b\n",
		"a file below charts": good + "-- charts/b --\nx\n",
		"a bad archive":       good + "-- charts/b.tgz --\nx\n",
		"no archive":          good + "-- charts/b.tgz/x --\nx\n",
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "app")
			for _, f := range txtar.Parse([]byte(files)).Files {
				full := filepath.Join(dir, filepath.FromSlash(f.Name))
				require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o755))
				require.NoError(t, os.WriteFile(full, f.Data, 0o644))
			}
			sameChart(t, dir)
			if strings.Contains(name, "gnore") { // archives hold what was left
				return
			}
			names := map[string]string{}
			for _, f := range txtar.Parse([]byte(files)).Files {
				names["app/"+f.Name] = string(f.Data)
			}
			sameChart(t, packed(t, names))
		})
	}
}

// TestArchivesAsHelm: names that lead out of the chart, and no archives at all.
func TestArchivesAsHelm(t *testing.T) {
	for _, name := range []string{
		"app/Chart.yaml", "Chart.yaml", "./Chart.yaml", "app//etc/passwd", "app/../../x", "app/..x", "app", `app\templates\x.yaml`, `app\c:\x`, "app/c:/x", "app/a/../b", "/app/x",
	} {
		t.Run(name, func(t *testing.T) {
			sameChart(t, packed(t, map[string]string{"app/Chart.yaml": "name: app\nversion: 1.0.0\n", name: "name: app\nversion: 1.0.0\n"}))
		})
	}
	sameChart(t, packed(t, nil))
	sameChart(t, tooLarge(t))
	text := filepath.Join(t.TempDir(), "text.tgz")
	require.NoError(t, os.WriteFile(text, []byte("text"), 0o644))
	_, err := helmchart.Load(filesystem.OS{}, text, budget.NewRun())
	assert.ErrorContains(t, err, "does not appear to be a gzipped archive")

	inner, err := os.ReadFile(packed(t, map[string]string{"sub/Chart.yaml": "name: sub\nversion: 1.0.0\n", "sub/values.yaml": "a: 1\n"}))
	require.NoError(t, err)
	nested := packed(t, map[string]string{"app/Chart.yaml": "name: app\nversion: 1.0.0\n", "app/charts/sub-1.0.0.tgz": string(inner)})
	sameChart(t, nested)
	c, err := helmchart.Load(filesystem.OS{}, nested, budget.NewRun())
	require.NoError(t, err)
	assert.Equal(t, "charts/sub-1.0.0.tgz/values.yaml", c.Dependencies[0].Raw[1].Path)
}

// tooLarge is an archive that says of itself that it holds more than 100 MiB.
func tooLarge(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	require.NoError(t, tar.NewWriter(zip).WriteHeader(&tar.Header{Name: "app/x", Size: 101 << 20, Typeflag: tar.TypeReg}))
	require.NoError(t, zip.Close())
	path := filepath.Join(t.TempDir(), "large.tgz")
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
	return path
}

// TestSymbolicLinks: Helm follows them. Those that lead out of the chart we do
// not follow, and round in a circle we do not go.
func TestSymbolicLinks(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "app")
	other := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "templates"), 0o755))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "more"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "Chart.yaml"), []byte("name: app\nversion: 1.0.0\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "more", "x.yaml"), []byte("a"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(other, "x.yaml"), []byte("a"), 0o644))
	link := func(to string, names ...string) {
		require.NoError(t, os.Symlink(to, filepath.Join(append([]string{dir}, names...)...)))
	}
	link(filepath.Join(dir, "more"), "templates", "more")
	link(filepath.Join("more", "x.yaml"), "conf")
	sameChart(t, dir)
	link(other, "templates", "out")
	link(filepath.Join(other, "x.yaml"), "secret")
	link("/dev/zero", ".helmignore")
	c, err := helmchart.Load(filesystem.OS{}, dir, budget.NewRun())
	require.NoError(t, err)
	assert.Equal(t, []string{".helmignore", "secret", "templates/out"}, c.Links)
	assert.Equal(t, []string{"templates/more/x.yaml"}, names(c.Templates))
	assert.Equal(t, []string{"conf", "more/x.yaml"}, names(c.Files))
	link(dir, "templates", "again")
	_, err = helmchart.Load(filesystem.OS{}, dir, budget.NewRun())
	assert.EqualError(t, err, "symbolic link templates/again leads back to where it is; links out of a chart are not followed: .helmignore, secret")
}

func names(files []*helmchart.File) (all []string) {
	for _, f := range files {
		all = append(all, f.Name)
	}
	return all
}

// TestBounds: charts that would take all memory, or all time, are refused.
func TestLoadBounds(t *testing.T) {
	chart := func(name string) string { return "name: " + name + "\nversion: 1.0.0\n" }
	deep := map[string]string{}
	for i := range 30 {
		deep["app/"+strings.Repeat("charts/x/", i)+"Chart.yaml"] = chart("x")
	}
	many := map[string]string{"app/Chart.yaml": chart("app")}
	for i := range 1001 {
		many[fmt.Sprintf("app/charts/x%d/Chart.yaml", i)] = chart(fmt.Sprint("x", i))
	}
	zeros := strings.Repeat("0", 8<<20)
	bombs := map[string]string{"app/Chart.yaml": chart("app")}
	for i := range 20 {
		inner, err := os.ReadFile(packed(t, map[string]string{"sub/Chart.yaml": chart("sub"), "sub/zeros": zeros}))
		require.NoError(t, err)
		bombs[fmt.Sprintf("app/charts/sub%d.tgz", i)] = string(inner)
	}
	folders := map[string]string{"app/Chart.yaml": chart("app")}
	for i := range 70_000 {
		folders[fmt.Sprintf("app/%d", i)] = ""
	}
	const archives = "the archives of all charts have more than 67108864 bytes plus 30 for each of theirs"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"charts in charts", deep, strings.Repeat("error unpacking subchart x in x: ", 21) + "charts are nested more than 20 deep"},
		{"charts beside each other", many, "a chart depends on more than 1000 others"},
		{"archives in an archive", bombs, "error unpacking subchart sub15.tgz in app: " + archives},
		{"many empty files", folders, archives},
		{"aliases", map[string]string{"app/Chart.yaml": chart("app"), "app/values.yaml": "a: &a " + strings.Repeat("x", 100_000) + "\nb: [" + strings.Repeat("*a,", 10_000) + "]\n"},
			"cannot load values.yaml: cannot unmarshal yaml document: YAML whose aliases stand for more than 2348706 bytes"},
		{"values in values", map[string]string{"app/Chart.yaml": chart("app"), "app/values.yaml": "a: " + strings.Repeat("[", 2000) + strings.Repeat("]", 2000)},
			"cannot load values.yaml: values are nested more than 1000 deep"},
		{"values of many bytes", map[string]string{"app/Chart.yaml": chart("app"), "app/values.yaml": strings.Repeat(" ", 17<<20) + "\n"},
			"cannot load values.yaml: cannot unmarshal yaml document: YAML of 17825793 bytes, over the limit of 16777216"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := helmchart.Load(filesystem.OS{}, packed(t, c.files), budget.NewRun())
			require.EqualError(t, err, c.want)
			var bound *budget.Exceeded
			assert.ErrorAs(t, err, &bound)
		})
	}
}

// TestArchivesTogether: it does not matter how many archives there are.
func TestArchivesTogether(t *testing.T) {
	run := budget.NewRun()
	archive := packed(t, map[string]string{"app/Chart.yaml": "name: app\nversion: 1.0.0\n", "app/zeros": strings.Repeat("0", 20<<20)})
	for range 3 {
		_, err := helmchart.Load(filesystem.OS{}, archive, run)
		require.NoError(t, err)
	}
	_, err := helmchart.Load(filesystem.OS{}, archive, run)
	assert.ErrorContains(t, err, "the archives of all charts have more than")
}

// TestAliases: dependencies that stand for many charts by their aliases.
func TestAliases(t *testing.T) {
	files := []*helmchart.File{}
	at := ""
	for range 6 {
		dependencies := ""
		for i := range 30 {
			dependencies += fmt.Sprintf("- {name: x, version: 1.x.x, alias: a%d}\n", i)
		}
		files = append(files, &helmchart.File{Name: at + "Chart.yaml", Path: at + "Chart.yaml", Data: []byte("name: x\nversion: 1.0.0\ndependencies:\n" + dependencies)})
		at += "charts/x/"
	}
	files = append(files, &helmchart.File{Name: at + "Chart.yaml", Path: at + "Chart.yaml", Data: []byte("name: x\nversion: 1.0.0\n")})
	c, err := helmchart.New(files, budget.NewRun())
	require.NoError(t, err)
	_, err = c.InstalledWith(nil, helmchart.Cluster{}, budget.New(1_000_000_000))
	assert.EqualError(t, err, "takes more than 1000000000 steps, in dependencies")
}

// TestManyImports: each import may take over all values of a dependency.
func TestManyImports(t *testing.T) {
	imports := strings.Repeat("{child: a, parent: b}, ", 5000)
	file := func(name, data string) *helmchart.File {
		return &helmchart.File{Name: name, Path: name, Data: []byte(data)}
	}
	c, err := helmchart.New([]*helmchart.File{
		file("Chart.yaml", "name: app\nversion: 1.0.0\ndependencies: [{name: x, version: 1.x.x, import-values: ["+imports+"]}]\n"),
		file("charts/x/Chart.yaml", "name: x\nversion: 1.0.0\n"),
		file("charts/x/values.yaml", "a: {b: ["+strings.Repeat("c, ", 5000)+"]}\n"),
	}, budget.NewRun())
	require.NoError(t, err)
	_, err = c.InstalledWith(nil, helmchart.Cluster{}, budget.New(1_000_000_000))
	assert.EqualError(t, err, "takes more than 1000000000 steps, in import-values")
}

// TestTooLargeAsHelm: a folder may hold 100 MiB.
func TestTooLargeAsHelm(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "Chart.yaml"), []byte("name: app\nversion: 1.0.0\n"), 0o644))
	f, err := os.Create(filepath.Join(dir, "large"))
	require.NoError(t, err)
	require.NoError(t, f.Truncate(100<<20)) // takes no room on the disk
	require.NoError(t, f.Close())
	_, err = helmchart.Load(filesystem.OS{}, dir, budget.NewRun())
	assert.EqualError(t, err, "error reading large: chart exceeds maximum decompressed size of 104857600 bytes")
	sameChart(t, dir)
}

// sameChart loads a chart, and has Helm do it.
func sameChart(t *testing.T, path string) {
	t.Helper()
	want, refused := loader.Load(path)
	got, err := helmchart.Load(filesystem.OS{}, path, budget.NewRun())
	if refused != nil {
		assert.EqualError(t, err, strings.Replace(refused.Error(), "subchart tar in", "subchart b.tgz in", 1)) // which one, Helm does not say
		return
	}
	if assert.NoError(t, err) {
		sorted(want)
		assert.Equal(t, helmTree(want), tree(got))
		assert.Equal(t, helmFiles(want), files(got))
	}
}

// holds are the files of a chart by what they are for, and its values.
type holds struct {
	templates, files map[string]string
	schema           string
	values           map[string]any
	below            []holds
}

func files(c *helmchart.Chart) holds {
	h := holds{templates: map[string]string{}, files: map[string]string{}, schema: string(c.Schema), values: c.Values}
	for _, f := range c.Templates {
		h.templates[f.Name] = string(f.Text())
	}
	for _, f := range c.Files {
		h.files[f.Name] = string(f.Text())
	}
	for _, d := range c.Dependencies {
		h.below = append(h.below, files(d))
	}
	return h
}

func helmFiles(c *helm.Chart) holds {
	h := holds{templates: map[string]string{}, files: map[string]string{}, schema: string(c.Schema), values: c.Values}
	for _, f := range c.Templates {
		h.templates[f.Name] = string(f.Data)
	}
	for _, f := range c.Files {
		h.files[f.Name] = string(f.Data)
	}
	for _, d := range c.Dependencies() {
		h.below = append(h.below, helmFiles(d))
	}
	return h
}

func packed(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	zip := gzip.NewWriter(&b)
	w := tar.NewWriter(zip)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		require.NoError(t, w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(files[name])), Typeflag: tar.TypeReg}))
		_, err := w.Write([]byte(files[name]))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	require.NoError(t, zip.Close())
	path := filepath.Join(t.TempDir(), "app.tgz")
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
	return path
}
