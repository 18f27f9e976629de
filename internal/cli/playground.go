package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/atomicfile"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/project"
)

const (
	playgroundPage     = "jvmlint-playground.html"                     // as releases name it
	releasesPage       = "https://github.com/jvmlint/jvmlint/releases" // where it is
	mostPlaygroundPage = 64 << 20                                      // bytes; it has 8 MB
)

func playgroundCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "playground FOLDER",
		Short: "Write the page that is jvmlint in a browser, needs no server and sends nothing",
		Long: `Copies ` + playgroundPage + `, which is installed beside the program or in ../share/jvmlint,
into a folder, and prints its path. Nothing is fetched.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			program, err := os.Executable()
			if err == nil {
				program, err = filepath.EvalSymlinks(program)
			}
			if err != nil {
				return err
			}
			page, err := readPlayground(filepath.Dir(program))
			if err != nil {
				return err
			}
			to := filepath.Join(args[0], playgroundPage)
			if err := atomicfile.Write(to, page); err != nil {
				return project.Plain(err)
			}
			_, err = fmt.Fprintln(a.stdout, filepath.ToSlash(to))
			return err
		},
	}
}

// readPlayground reads the page that is installed with a program.
func readPlayground(folder string) ([]byte, error) {
	folders := []string{folder, filepath.Join(filepath.Dir(folder), "share", "jvmlint")}
	for _, f := range folders {
		page, err := filesystem.ReadFile(filesystem.OS{}, filepath.Join(f, playgroundPage), mostPlaygroundPage)
		if !errors.Is(err, fs.ErrNotExist) {
			return page, project.Plain(err)
		}
	}
	from, release := releasesPage, strings.TrimPrefix(version(), "v")
	if !strings.Contains(release, "-") { // of no release
		from += "/download/v" + release + "/" + playgroundPage
	}
	return nil, fmt.Errorf("there is no %s in %s: put that of %s there, or what bash scripts/playground.sh FILE makes of the source",
		playgroundPage, filepath.ToSlash(strings.Join(folders, " or ")), from)
}
