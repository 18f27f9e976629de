package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/session"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func initCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Write a " + config.Name + " from the files of a folder",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.writeConfig(append(args, ".")[0])
		},
	}
}

// writeConfig writes a configuration, and never over another one.
func (a *app) writeConfig(folder string) error {
	path := filepath.Join(folder, config.Name)
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("%s already exists", filepath.ToSlash(path))
	}
	s, err := session.Open(session.Options{Configuration: session.Configuration{None: true}, Rules: a.options.Rules, Progress: a.reading}, filesystem.OS{})
	if err != nil {
		return err
	}
	r, err := s.Read([]string{folder})
	if err != nil {
		return err
	}
	predicted, err := s.Predict(r)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return project.Plain(err)
	}
	_, err = file.WriteString(initial(predicted))
	if err := errors.Join(err, file.Close()); err != nil {
		return project.Plain(err)
	}
	fmt.Fprintf(a.stdout, "wrote %s\n", filepath.ToSlash(path))
	return nil
}

// schemaPage is where editors find the schema.
const schemaPage = "https://raw.githubusercontent.com/jvmlint/jvmlint/main/docs/jvmlint.schema.json"

// initial is a configuration that states nothing: what files say stays with them, and is listed
// in comments, so that a new tag of an image is not overridden.
func initial(workloads []*predict.Predictions) string {
	var b strings.Builder
	b.WriteString("# yaml-language-server: $schema=" + schemaPage + "\n" +
		"# Facts that jvmlint cannot see in the files. They override the files, and the\n" +
		"# command line overrides them: jvmlint check --show-config\n\n")
	jdk, version, members := &answers{key: "jdk"}, &answers{key: "hazelcast"}, &answers{key: "members"}
	for _, predicted := range workloads {
		w := predicted.Workload
		if strings.HasPrefix(w.JDK.Why, "image ") {
			releases := lint.Releases(w.JDK.Candidates)
			if strings.Contains(releases, ",") {
				releases = "[" + releases + "]"
			}
			jdk.add(true, releases, w.JDK.Why)
		}
		if w.IsMember {
			where := "of " + w.Name + " in " + w.File.Name
			version.add(w.HazelcastVersion.Known(), fmt.Sprintf("%q", w.HazelcastVersion), where)
			members.add(w.Members.Known(), fmt.Sprint(w.Members.N), where)
		}
	}
	for _, found := range []*answers{jdk, version, members} {
		found.write(&b)
	}
	for _, s := range workload.AllStated {
		if s.Name != members.key && !strings.HasPrefix(s.Name, workload.NodePrefix) {
			fmt.Fprintf(&b, "# %s: # %s\n", s.Name, s.Doc)
		}
	}
	b.WriteString("# node: {cgroup: v2-only, memory: 64Gi, cpus: 16} # that the containers run on\n")
	b.WriteString("\n# rules:\n#   heap-grows: off\n\n# exclude: [testdata/**]\n\n# baseline: jvmlint-baseline.json # findings to leave out: jvmlint check --write-baseline jvmlint-baseline.json\n\n# files:\n#   - paths: [prod/**]\n#     memory: 10Gi\n")
	return b.String()
}

// answers are what files say of one key.
type answers struct {
	key    string
	values []string
	why    [][]string
	open   bool // some say nothing
}

// add adds what a file says, if it says it.
func (f *answers) add(known bool, value, why string) {
	if !known {
		f.open = true
		return
	}
	i := slices.Index(f.values, value)
	if i < 0 {
		f.values, f.why, i = append(f.values, value), append(f.why, nil), len(f.values)
	}
	f.why[i] = lists.With(f.why[i], why)
}

// mostWhy is how many places are named.
const mostWhy = 3

func (f *answers) write(b *strings.Builder) {
	switch {
	case len(f.values) == 0:
		fmt.Fprintf(b, "# %s: # unknown\n", f.key)
		return
	case len(f.values) == 1 && f.open:
		fmt.Fprintf(b, "# Not every file gives %s: is it the same for all?\n", f.key)
	case len(f.values) == 1:
		fmt.Fprintf(b, "# The files give %s: set it only to override them.\n", f.key)
	default:
		fmt.Fprintf(b, "# The files differ in %s: set it for some of them, under files.\n", f.key)
	}
	for i, v := range f.values {
		fmt.Fprintf(b, "# %s: %s # %s\n", f.key, v, plural.First(f.why[i], mostWhy, ", and %d more"))
	}
}
