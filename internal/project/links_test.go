package project

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// writeAll writes files below a new current folder. A name that ends in a slash is a folder.
func writeAll(t *testing.T, files map[string]string) {
	t.Chdir(t.TempDir())
	for name, text := range files {
		if name[len(name)-1] == '/' {
			require.NoError(t, os.MkdirAll(name, 0o755), name)
			continue
		}
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755), name)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644), name)
	}
}

func TestImageNameFromPath(t *testing.T) {
	for file, want := range map[string]string{
		"/work/orders/Dockerfile":                         "orders",
		"/work/orders/docker/Dockerfile":                  "orders",
		"/work/CentralStation/src/main/docker/Dockerfile": "centralstation",
		"/work/Dockerfile.billing":                        "billing",
		"/work/orders/Dockerfile.jvm":                     "orders",
		"/work/billing.dockerfile":                        "billing",
		"/docker/Dockerfile":                              "",
		"Dockerfile":                                      "",
	} {
		assert.Equal(t, want, imageNameFromPath(file), file)
	}
}

// An image is that of the only Dockerfile that is named like it, or like the end of its name.
func TestOwnImages(t *testing.T) {
	writeAll(t, map[string]string{
		"orders/Dockerfile": "FROM a\n", "one/web/Dockerfile": "FROM b\n", "two/web/Dockerfile": "FROM c\n", "api/Dockerfile": "FROM d\n",
		"pom.xml": "<project><build><plugins><plugin><artifactId>jib-maven-plugin</artifactId><configuration><to><image>acme/jibbed:1</image></to></configuration></plugin></plugins></build></project>",
	})
	p, err := Open(Options{Configuration: func(string) *config.Config { return &config.Config{} }}, filesystem.OS{})
	require.NoError(t, err)
	var files []found
	for _, path := range []string{"orders/Dockerfile", "one/web/Dockerfile", "two/web/Dockerfile", "api/Dockerfile", "pom.xml"} {
		files = append(files, found{path: path})
	}
	own := p.ownImages(files)
	for image, want := range map[string]string{
		"acme/orders":      "orders/Dockerfile",
		"acme/shop-orders": "orders/Dockerfile",
		"shop_orders":      "orders/Dockerfile",
		"acme/jibbed":      "pom.xml",
		"acme/web":         "", // two are named so
		"acme/shop-api":    "", // three letters are too few
		"acme/billing":     "",
	} {
		name := ""
		if f := own(image); f != nil {
			name = f.Name
		}
		assert.Equal(t, want, name, image)
	}
}

// What a Dockerfile copies is looked for beside it, then in the folders above, and by its name alone at last.
func TestImageContents(t *testing.T) {
	var inputs []*Input
	add := func(name string, files ...string) *reading.Input {
		in := &reading.Input{File: source.NewFile(name, nil)}
		in.Builds.Files = files
		inputs = append(inputs, &Input{Input: in})
		return in
	}
	add("app/Dockerfile", "conf/jvm.options", "*.sh", "gathered/extra.options")
	add("other/docker/Dockerfile", "jvm.options", ".")
	mounting := add("compose.yaml")
	mounting.Mounts = []input.BuiltImage{{Files: []string{"./mounted"}}}
	for _, name := range []string{"app/conf/jvm.options", "app/start.sh", "app/sub/stop.sh", "app/extra.options", "jvm.options", "other/docker/in/x.options", "mounted/y.options"} {
		add(name)
	}
	contents := indexImageContents(inputs)
	for name, want := range map[string][]string{
		"app/conf/jvm.options":      {"app/Dockerfile"},
		"app/start.sh":              {"app/Dockerfile"},
		"app/sub/stop.sh":           {}, // a pattern stays in its folder
		"app/extra.options":         {"app/Dockerfile"},
		"jvm.options":               {"other/docker/Dockerfile"},
		"other/docker/in/x.options": {"other/docker/Dockerfile"},
		"mounted/y.options":         {"compose.yaml"},
	} {
		assert.Equal(t, want, lists.Of(contents.imagesWith(name), func(c imageCopy) string { return c.by }), name)
	}
	assert.Nil(t, indexImageContents(inputs[3:]), "nothing is copied")
}

func TestJDKOfImages(t *testing.T) {
	image := func(by string, open bool, jdks ...int) imageCopy {
		return imageCopy{by: by, image: &input.BuiltImage{JDK: workload.JDK{Candidates: jdks, Open: open, Why: "image x"}}}
	}
	for name, c := range map[string]struct {
		images []imageCopy
		want   []int
		why    string
	}{
		"one":                    {[]imageCopy{image("a", false, 17)}, []int{17}, "image x, a"},
		"several":                {[]imageCopy{image("b", false, 21), image("a", false, 17), image("c", false, 17)}, []int{17, 21}, "image x, a, and 2 more"},
		"one that nothing names": {[]imageCopy{image("a", false, 17), image("b", true, workload.OpenJDK().Candidates...)}, nil, ""},
		"one without a JDK":      {[]imageCopy{image("a", false)}, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			jdk, known := jdkOfImages(c.images)
			assert.Equal(t, len(c.want) > 0, known)
			assert.Equal(t, c.want, jdk.Candidates)
			assert.Equal(t, c.why, jdk.Why)
		})
	}
}

// A walk finds files in order of name, charts as wholes, and counts what it leaves out.
func TestFind(t *testing.T) {
	writeAll(t, map[string]string{
		".git/HEAD": "", ".gitignore": "out/\n*.bak.yaml\n", "app.yaml": "", "app.bak.yaml": "", "out/x.yaml": "", "node_modules/y.yaml": "",
		".github/z.yaml": "", ".idea/w.yaml": "", "notes.txt": "", "chart/Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n",
		"chart/templates/a.yaml": "", "chart/values.yaml": "",
	})
	require.NoError(t, os.Symlink(filepath.Join("..", "outside.yaml"), "link.yaml"))
	require.NoError(t, os.WriteFile(filepath.Join("..", "outside.yaml"), nil, 0o644))
	var names []string
	files, left := find(filesystem.OS{}, []string{".", "app.yaml", "none.yaml"}, func(err error, named bool) { names = append(names, err.Error()) })
	for _, f := range files {
		if !f.searched {
			names = append(names, f.path)
		}
	}
	assert.Equal(t, []string{"none.yaml: no such file or directory", ".github/z.yaml", "app.yaml", "chart", "chart/Chart.yaml", "chart/values.yaml"}, names)
	assert.Equal(t, Skipped{Ignored: 2, Vendored: 1, Outside: 1}, left)
	assert.True(t, slices.ContainsFunc(files, func(f found) bool { return f.path == "chart" && f.chart }))
}

// A file of values counts for the nearest chart around it, the values of a subchart for the one that depends on it.
func TestChartAround(t *testing.T) {
	const chart = "apiVersion: v2\nname: c\nversion: 1.0.0\n"
	writeAll(t, map[string]string{"umbrella/Chart.yaml": chart, "umbrella/charts/sub/Chart.yaml": chart, "plain/": ""})
	for name, c := range map[string]struct {
		path        string
		typed       bool
		folder, way string
	}{
		"values":                      {"umbrella/values-prod.yaml", false, "umbrella", "values-prod.yaml"},
		"a template":                  {"umbrella/templates/a.yaml", false, "umbrella", "templates/a.yaml"},
		"values of a subchart":        {"umbrella/charts/sub/values.yaml", false, "umbrella", "charts/sub/values.yaml"},
		"no chart":                    {"plain/values.yaml", false, "", ""},
		"a file that belongs to none": {"umbrella/files/x.options", false, "", ""},
		"the same while it is typed":  {"umbrella/x.options", true, "umbrella", "x.options"},
	} {
		t.Run(name, func(t *testing.T) {
			folder, way := chartAround(filesystem.OS{}, c.path, c.typed)
			assert.Equal(t, []string{c.folder, c.way}, []string{folder, way})
		})
	}
}

// A file may name others of its repository, wherever they stand, and none outside of it.
func TestBesideStaysInTheRepository(t *testing.T) {
	writeAll(t, map[string]string{
		"opt/app/start.sh": "", "repo/.git/HEAD": "", "repo/units/app.service": "", "repo/opt/start.sh": "", "plain/units/app.service": "", "plain/start.sh": "",
	})
	for name, c := range map[string]struct {
		path, beside string
		want         bool
	}{
		"above, in the repository":  {"repo/units/app.service", "../opt/start.sh", true},
		"outside of the repository": {"repo/units/app.service", "../../opt/app/start.sh", false},
		"where there is none":       {"plain/units/app.service", "../start.sh", true},
		"beside the repository":     {"repo/app.service", "../opt/app/start.sh", false},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := Open(Options{}, filesystem.OS{})
			require.NoError(t, err)
			assert.Equal(t, c.want, p.besideOf(found{path: c.path})(c.beside) != nil)
		})
	}
}

// What files mount of others is bounded by all of it, and what is beyond is said.
func TestMountsOfOthersAreBounded(t *testing.T) {
	const size = 1 << 20
	texts := map[string]string{"cm.yaml": "kind: ConfigMap\napiVersion: v1\nmetadata: {name: c}\ndata:\n  run.sh: |\n    exec java -Xmx1g -jar a.jar\n  rest: " + strings.Repeat("a", size) + "\n"}
	files := []found{{path: "cm.yaml", config: &config.Config{}}}
	for i := range mostMounted/size + 1 {
		name := fmt.Sprintf("p%02d.yaml", i)
		files = append(files, found{path: name, config: &config.Config{}})
		texts[name] = "kind: Pod\napiVersion: v1\nmetadata: {name: p}\nspec:\n  containers: [{name: m, image: 'openjdk:17', command: [sh, /s/run.sh], volumeMounts: [{name: s, mountPath: /s}]}]\n" +
			"  volumes: [{name: s, configMap: {name: c}}]\n"
	}
	writeAll(t, texts)
	p, err := Open(Options{Configuration: func(string) *config.Config { return &config.Config{} }, Progress: Quietly}, filesystem.OS{})
	require.NoError(t, err)
	r := &Files{read: files}
	p.Read(r)
	require.Len(t, r.Inputs, len(files))
	first, last := r.Inputs[1], r.Inputs[len(files)-1]
	said := func(in *Input) []string {
		return lists.Of(in.Notes, func(n *source.Problem) string { return n.Message })
	}
	const beyond = "the files of ConfigMap c are not read with this container: too much is mounted from other files"
	assert.Len(t, first.Workloads, 1)
	assert.NotContains(t, said(first), beyond)
	assert.Empty(t, last.Workloads)
	assert.Contains(t, said(last), beyond)
}
