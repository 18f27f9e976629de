package input

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

// plainOption is what a plain search takes for an option of the JVM.
var plainOption = regexp.MustCompile(`-X(?:m[sxn]\d+[kKmMgGtT]?|ss\d+[kKmMgG]?|X:[+-]?[A-Za-z]\w+)`)

// recall is what was read of the files of a kind, against a plain search.
type recall struct{ files, workloads, options, read int }

// leastRecall is the share of the options of a plain search that must be read
// of each kind of file, in per cent.
var leastRecall = map[Format]int{
	OptionsText: 99, Properties: 100, ComposeFile: 99, KubernetesManifest: 99, ChartValues: 99,
	Dockerfile: 60, // some of them write options to a file, in RUN
}

// Of the options that a plain search finds in real files outside of comments,
// most are read; Helm templates are none of it, they are read as charts.
func TestRecall(t *testing.T) {
	dir := corpus()
	if dir == "" {
		t.Skip("no folder of real files: set JVMLINT_CORPUS")
	}
	kinds := map[Format]*recall{}
	var missed []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.HasSuffix(path, ".tsv") || strings.HasSuffix(path, ".md") {
			return err
		}
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		in := Read(source.NewFile(path, data))
		if in.Format == HelmTemplate {
			return nil
		}
		k := kinds[in.Format]
		if k == nil {
			k = &recall{}
			kinds[in.Format] = k
		}
		k.files++
		k.workloads += len(in.Workloads)
		read := optionsRead(in)
		for n := 1; n <= in.File.Lines(); n++ {
			line, _, _ := strings.Cut(in.File.Line(n).String(), " #")
			if isComment(line) {
				continue
			}
			for _, option := range plainOption.FindAllString(line, -1) {
				k.options++
				if slices.ContainsFunc(read, func(s string) bool { return strings.Contains(s, option) }) {
					k.read++
				} else {
					below, _ := filepath.Rel(dir, path)
					missed = append(missed, fmt.Sprintf("%s:%d: %s", below, n, option))
				}
			}
		}
		return nil
	})
	require.NoError(t, err)
	for kind, k := range kinds {
		t.Logf("%-50s %4d files, %4d JVMs, %4d options, %4d read", kind, k.files, k.workloads, k.options, k.read)
		assert.GreaterOrEqual(t, k.read*100, k.options*leastRecall[kind], kind)
	}
	t.Log("not read:\n" + strings.Join(missed, "\n"))
}

func optionsRead(in *Input) []string {
	var all []string
	for _, w := range in.Workloads {
		for _, o := range w.Options {
			all = append(all, o.String())
		}
		if w.Unread != nil {
			all = append(all, w.Unread.At.Span().File.Line(w.Unread.At.Span().File.Position(w.Unread.At.Span().Start).Line).String())
		}
	}
	return all
}
