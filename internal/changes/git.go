package changes

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// settings keep the user's own from changing what git prints, from running
// other programs and from reaching the network.
var settings = []string{
	"core.fsmonitor=false", "protocol.allow=never", "core.quotePath=true",
	"diff.noprefix=false", "diff.mnemonicPrefix=false", "diff.relative=false",
}

// ofHooks are variables that git gives to hooks. They name a repository, and
// files may stand in another one.
var ofHooks = []string{
	"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY",
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_NAMESPACE",
}

// environment is that of git.
func environment() []string {
	all := slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(ofHooks, name)
	})
	return append(all, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0", "GIT_LITERAL_PATHSPECS=1")
}

// errNothing is what git ends with that has nothing to say.
var errNothing = errors.New("git found nothing")

// git runs it in a folder, and gives what it prints.
func git(folder string, arguments ...string) (string, error) {
	var all []string
	for _, s := range settings {
		all = append(all, "-c", s)
	}
	cmd := exec.Command("git", append(all, arguments...)...)
	cmd.Dir, cmd.Env = folder, environment()
	var out, problem bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problem
	err := cmd.Run()
	var exit *exec.ExitError
	switch says := strings.TrimPrefix(strings.TrimSpace(problem.String()), "fatal: "); {
	case err == nil:
		return out.String(), nil
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("git is not on the path, and only git knows what a change touches")
	case errors.As(err, &exit) && says == "":
		return "", errNothing
	default:
		first, _, _ := strings.Cut(says, "\n")
		return "", fmt.Errorf("git in %s: %s (%w)", folder, first, err)
	}
}
