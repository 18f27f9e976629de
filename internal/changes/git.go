package changes

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lists"
)

// settings switch off what git could run while it reads its index and its objects. Nothing that is asked of it here
// reads a file of the working tree through a filter, shows a difference or speaks to another repository: the commands
// that do so run what a configuration names.
var settings = []string{"core.fsmonitor=false", "core.hooksPath=" + os.DevNull, "protocol.allow=never"}

// kept are the variables that say where git looks for a repository and which objects it has; those that begin with
// GIT_CONFIG_ say whom it trusts. All others may name another repository, as git does for hooks, or a program.
var kept = []string{"GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_NO_REPLACE_OBJECTS"}

// environment is that of git. GIT_ALLOW_PROTOCOL overrides what a configuration
// allows: objects that are missing are not fetched.
func environment() []string {
	all := slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(strings.ToUpper(v), "=")
		return strings.HasPrefix(name, "GIT_") && !strings.HasPrefix(name, "GIT_CONFIG_") && !slices.Contains(kept, name)
	})
	return append(all, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0", "GIT_LITERAL_PATHSPECS=1")
}

// errNothing is what git ends with that has nothing to say.
var errNothing = errors.New("git found nothing")

// git runs it in a folder, and gives what it prints.
func git(folder string, arguments ...string) (string, error) {
	return gitReading(folder, "", arguments...)
}

func gitReading(folder, text string, arguments ...string) (string, error) {
	all := lists.Flat(settings, func(s string) []string { return []string{"-c", s} })
	cmd := exec.Command("git", append(all, arguments...)...)
	cmd.Dir, cmd.Env, cmd.Stdin = folder, environment(), strings.NewReader(text)
	var out, problem bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problem
	err := cmd.Run()
	var exit *exec.ExitError
	says := strings.TrimSpace(problem.String())
	if _, fatal, warned := strings.Cut(says, "fatal: "); warned {
		says = fatal
	}
	switch {
	case err == nil:
		return out.String(), nil
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("git is not on the PATH, and only git knows what a change touches")
	case errors.As(err, &exit) && says == "":
		return "", errNothing
	default:
		first, _, _ := strings.Cut(says, "\n")
		return "", fmt.Errorf("git in %s: %s (%w)", folder, first, err)
	}
}

// blobs are the texts of objects that are not too large for a configuration, by their ids.
func (r *repository) blobs(ids []string) (map[string]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	out, err := gitReading(r.root, strings.Join(ids, "\n")+"\n", "cat-file", "--batch-check=%(objectname) %(objectsize)")
	if err != nil {
		return nil, err
	}
	ids = nil
	for line := range strings.Lines(out) {
		id, size, _ := strings.Cut(strings.TrimSpace(line), " ")
		if n, err := strconv.Atoi(size); err != nil || n <= mostBytes { // git says below what is missing
			ids = append(ids, id)
		}
	}
	out, err = gitReading(r.root, strings.Join(ids, "\n")+"\n", "cat-file", "--batch")
	all := map[string]string{}
	for err == nil && out != "" {
		header, rest, _ := strings.Cut(out, "\n")
		fields := strings.Fields(header) // id, type, size; or id, missing
		size := 0
		if len(fields) == 3 {
			size, err = strconv.Atoi(fields[2])
		}
		if err != nil || len(fields) != 3 || len(rest) <= size {
			return nil, fmt.Errorf("git in %s: %s; it may have to be fetched first", r.root, header)
		}
		all[fields[0]], out = rest[:size], rest[size+1:]
	}
	return all, err
}

// entry is a file as git has it: its mode and its id, and the name that it has there.
type entry struct{ mode, id, name string }

// regular reports whether it is a file, and no link or nothing.
func (e entry) regular() bool { return strings.HasPrefix(e.mode, "100") }

// states reads git diff-index --raw -z: what the files that a change touches were
// before, by the names that they have now.
func states(out string) map[string]entry {
	all := map[string]entry{}
	fields := strings.Split(out, "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		about := strings.Fields(strings.TrimPrefix(fields[i], ":")) // two modes, two ids, a letter
		if len(about) != 5 {
			break
		}
		e := entry{about[0], about[2], fields[i+1]}
		if strings.IndexByte("RC", about[4][0]) >= 0 && i+2 < len(fields) {
			i++
		}
		all[fields[i+1]] = e
	}
	return all
}

// foreign tells of which files, by their names from the root, a program makes something else when git takes them
// in, or another encoding does.
func (r *repository) foreign(names []string) (map[string]bool, error) {
	out, err := gitReading(r.root, strings.Join(names, "\x00")+"\x00", "check-attr", "--stdin", "-z", "filter", "working-tree-encoding")
	all, fields := map[string]bool{}, strings.Split(out, "\x00")
	for i := 0; i+2 < len(fields); i += 3 { // name, attribute, value
		v := fields[i+2]
		all[fields[i]] = all[fields[i]] || v != "unspecified" && v != "unset" && v != "set"
	}
	return all, err
}

// lineEnds is a text with the line ends that git would compare: CRLF may be of a checkout alone. Whoever changes
// nothing but them changes no line.
func lineEnds(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// asStaged reports whether a file is as it was when git put it into its index, by
// its size and its time, as git itself looks first.
func (r *repository) asStaged(name string) bool {
	out, err := git(r.root, "ls-files", "--debug", "-z", "--", name)
	if err != nil {
		return false
	}
	info, err := os.Stat(filepath.Join(r.root, filepath.FromSlash(name)))
	if err != nil {
		return false
	}
	at := info.ModTime()
	return strings.Contains(out, fmt.Sprintf("\n  mtime: %d:%d\n", at.Unix(), at.Nanosecond())) &&
		strings.Contains(out, fmt.Sprintf("\n  size: %d\t", info.Size()))
}
