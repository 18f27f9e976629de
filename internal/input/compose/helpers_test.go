package compose

import (
	"fmt"
	"path"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// files are those beside a Compose file, by their names.
type files map[string]string

// opened is a Compose file beside others. The image that it builds of a Dockerfile is named for what was asked.
func opened(t *testing.T, text string, beside files) *composeFile {
	t.Helper()
	in := &reading.Input{
		File: source.NewFile("compose.yaml", []byte(text)),
		FileBeside: func(name string) *source.File {
			if text, found := beside[path.Clean(name)]; found {
				return source.NewFile(name, []byte(text))
			}
			return nil
		},
		Build: func(f *source.File, target string, arguments *reading.Environment) (reading.Built, bool) {
			name := fmt.Sprintf("%s target=%s %v", f.Name, target, variables(arguments))
			return reading.Built{File: f, Image: source.Unlocated(name, "a test"), Environment: &reading.Environment{}}, true
		},
	}
	documents, err := yamldoc.Parse(in.File)
	require.NoError(t, err)
	root := documents[0].Root
	interpolate(in, root)
	return &composeFile{Input: in, roots: map[string]*yamldoc.Node{"compose.yaml": root}}
}

// named is a service of the file, with those that it extends.
func (in *composeFile) named(name string) service {
	root := in.roots["compose.yaml"]
	return in.serviceOf(root, root.Get("services", name))
}

// only is the service a of a file that consists of it.
func only(t *testing.T, text string) service {
	t.Helper()
	return opened(t, "services:\n  a: "+text+"\n", nil).named("a")
}

// variables are those that count, as NAME=value, or NAME where the value is not known.
func variables(env *reading.Environment) []string {
	var all []string
	for v := range env.All() {
		if v.Known {
			all = append(all, v.Name+"="+v.Value.String())
		} else {
			all = append(all, v.Name)
		}
	}
	return all
}

func texts(items []reading.Item) []string {
	var all []string
	for _, item := range items {
		all = append(all, item.Text.String())
	}
	return all
}

// scalar is what YAML reads of a text.
func scalar(t *testing.T, text string) *yamldoc.Node {
	t.Helper()
	documents, err := yamldoc.Parse(source.NewFile("compose.yaml", []byte("key: "+text+"\n")))
	require.NoError(t, err)
	return documents[0].Root.Get("key")
}

// candidate is a file that readers look at.
func candidate(name, text string) *reading.Candidate {
	return reading.NewCandidate(source.NewFile(name, []byte(text)))
}
