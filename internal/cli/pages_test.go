package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/jvmlint/jvmlint/internal/cli"
)

var (
	fencedBlock = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")
	inlineCode  = regexp.MustCompile("`([^`\n]+)`")
	pageLink    = regexp.MustCompile(`\]\(([^)#:]*)(?:#([^)]*))?\)`)
	pageHeading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	noAnchor    = regexp.MustCompile(`[^\w -]`)
	goTest      = regexp.MustCompile("go(?: -C (\\w+))? test (\\./[^\\s`]+)((?: -[^\\s`]+(?: '[^']*'| [^-\\s`][^\\s`]*)?)*)")
	runPattern  = regexp.MustCompile("-(?:run|fuzz) (?:'([^']*)'|([^\\s`]+))")
	goRun       = regexp.MustCompile("go(?: -C (\\w+))? run (\\./[^\\s`]+)")
	testName    = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	longTests   = regexp.MustCompile(`\b(?:tests|may_skip)( -C \w+)? `)
	shellScript = regexp.MustCompile(`(?:^|[^/\w])(scripts/\w+\.sh)\b`) // and none of another repository, in its address
)

// eachPage calls a test with every page, in the root of the repository.
func eachPage(t *testing.T, test func(t *testing.T, page, text string)) {
	for _, page := range pages(t) {
		t.Run(page, func(t *testing.T) {
			t.Chdir("../..")
			text, err := os.ReadFile(page)
			require.NoError(t, err)
			test(t, page, string(text))
		})
	}
}

// TestPageLinks follows the links within the repository.
func TestPageLinks(t *testing.T) {
	eachPage(t, func(t *testing.T, page, text string) {
		for _, m := range pageLink.FindAllStringSubmatch(text, -1) {
			name := filepath.Join(filepath.Dir(page), m[1])
			if m[1] == "" {
				name = page
			}
			if _, err := os.Stat(name); assert.NoError(t, err) && m[2] != "" {
				assert.Contains(t, anchors(t, name), m[2], m[0])
			}
		}
	})
}

// anchors are the headings of a page as links name them.
func anchors(t *testing.T, page string) (all []string) {
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	for _, m := range pageHeading.FindAllStringSubmatch(string(text), -1) {
		all = append(all, strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return all
}

// TestPageData reads the blocks that are data of other tools.
func TestPageData(t *testing.T) {
	eachPage(t, func(t *testing.T, _, text string) {
		for _, m := range fencedBlock.FindAllStringSubmatch(text, -1) {
			switch m[1] {
			case "yaml":
				assert.NoError(t, yaml.Unmarshal([]byte(m[2]), &yaml.Node{}), m[2])
			case "json":
				assert.True(t, json.Valid([]byte(m[2])), m[2])
			}
		}
	})
}

// TestPageTests holds the commands that run Go against the tests, programs and
// scripts that there are.
func TestPageTests(t *testing.T) {
	eachPage(t, func(t *testing.T, _, text string) { namesTests(t, text) })
}

// TestLongTests does the same for scripts/long.
func TestLongTests(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("scripts/long")
	require.NoError(t, err)
	commands := longTests.ReplaceAllString(string(text), "go$1 test ")
	require.GreaterOrEqual(t, len(goTest.FindAllString(commands, -1)), 20)
	namesTests(t, commands)
}

func namesTests(t *testing.T, text string) {
	for _, m := range goTest.FindAllStringSubmatch(text, -1) {
		run := runPattern.FindStringSubmatch(m[3])
		if run == nil {
			continue
		}
		for pattern := range strings.SplitSeq(run[1]+run[2], "|") {
			test, _, _ := strings.Cut(pattern, "/")
			assert.Regexp(t, test, testsIn(t, "./"+path.Join(m[1], m[2])), m[0])
		}
	}
	for _, m := range goRun.FindAllStringSubmatch(text, -1) {
		assert.DirExists(t, filepath.Join(m[1], m[2]))
	}
	for _, m := range shellScript.FindAllStringSubmatch(text, -1) {
		assert.FileExists(t, m[1])
	}
}

// testsIn names the tests of a package, and of those below it where the pattern
// says so.
func testsIn(t *testing.T, pattern string) string {
	folder := strings.TrimSuffix(pattern, "...")
	var names []string
	require.NoError(t, filepath.WalkDir(folder, func(name string, entry os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != folder && folder == pattern:
			return filepath.SkipDir
		case !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		data, err := os.ReadFile(name)
		for _, m := range testName.FindAllStringSubmatch(string(data), -1) {
			names = append(names, m[1])
		}
		return err
	}))
	return strings.Join(names, " ")
}

// TestPageOptions holds every command line of jvmlint in the text and in the
// blocks against the commands and options that there are.
func TestPageOptions(t *testing.T) {
	option := regexp.MustCompile(`(?m)^\s+(?:(-\w), )?(--[\w-]+)`)
	options := map[string][]string{}
	of := func(command string) []string {
		if options[command] == nil {
			var help bytes.Buffer
			cli.Main([]string{command, "--help"}, nil, &help, &help)
			require.Contains(t, help.String(), "\n  jvmlint "+command, "there is no such command")
			for _, m := range option.FindAllStringSubmatch(help.String(), -1) {
				options[command] = append(options[command], m[2])
				if m[1] != "" {
					options[command] = append(options[command], m[1])
				}
			}
		}
		return options[command]
	}
	command := regexp.MustCompile(`\bjvmlint ((?:--[\w-]+ \S+ )*)(check|java|predict|capacity|explain|rules|init|version|lsp|completion)\b([^|&;\n]*)`)
	eachPage(t, func(t *testing.T, _, text string) {
		for _, code := range codeOf(text) {
			for _, m := range command.FindAllStringSubmatch(code, -1) {
				before, _, _ := strings.Cut(m[1]+m[3], " java ") // what follows is the JVM's
				if m[2] == "java" {
					before = m[1]
				}
				for _, word := range strings.Fields(before) {
					if name, _, _ := strings.Cut(word, "="); strings.HasPrefix(name, "-") && strings.Trim(name, "-") != "" {
						assert.Contains(t, of(m[2]), name, m[0])
					}
				}
			}
		}
	})
}

// codeOf is what a page shows as code: blocks, lines that are indented, and
// words in the text.
func codeOf(page string) []string {
	var code []string
	text := fencedBlock.ReplaceAllStringFunc(page, func(block string) string {
		code = append(code, strings.Split(block, "\n")...)
		return ""
	})
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "    ") {
			code = append(code, line)
			continue
		}
		for _, m := range inlineCode.FindAllStringSubmatch(line, -1) {
			code = append(code, m[1])
		}
	}
	return code
}
