package cli_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/cli"
	"github.com/jvmlint/jvmlint/internal/source"
)

// checksToValidate are checks whose outputs are held against the schemas of
// those who read them: with findings of all kinds, without any, of a chart,
// without a file and without a readable one.
var checksToValidate = map[string][]string{
	"findings":     {"check", "testdata/field-report"},
	"facts":        {"--largest-object", "5MiB", "--live", "6Gi", "--full-gc-pause", "12s", "check", "testdata/field-report"},
	"clean":        {"--jdk", "17", "--memory", "1Gi", "--cpus", "2", "--select", "unknown-flag", "java", "-Xmx512m", "-jar", "a.jar"},
	"command line": {"--jdk", "17", "java", "-Xmx2gb", "-XX:+UseConcMarkSweepGC", "-Dżółw=😀]", "-Xmx1g", "@no-such-file"},
	"charts":       {"--jdk", "11", "check", "$CHARTS"},
	"problems":     {"check", "no such file.yaml", "LICENSE"},
}

// validated runs all checks and gives what they write in a format, by name.
func validated(t *testing.T, format string, check func(t *testing.T, text []byte)) {
	dir := t.TempDir()
	t.Chdir("../..")
	charts := chartsOfScript(t)
	for name, args := range checksToValidate {
		t.Run(name, func(t *testing.T) {
			args := strings.Split(strings.ReplaceAll(strings.Join(args, "\n"), "$CHARTS", charts), "\n")
			file := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
			var out, errors bytes.Buffer
			cli.Main(append([]string{"--no-env", "--format", format + "=" + file}, args...), nil, &out, &errors)
			text, err := os.ReadFile(file)
			require.NoError(t, err, errors.String())
			check(t, text)
		})
	}
}

// chartsOfScript is a folder with the charts that a script has.
func chartsOfScript(t *testing.T) string {
	dir := t.TempDir()
	script, err := txtar.ParseFile("testdata/scripts/chart.txtar")
	require.NoError(t, err)
	for _, f := range script.Files {
		path := filepath.Join(dir, f.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, f.Data, 0o644))
	}
	return dir
}

// schema is a file of the folder that JVMLINT_SCHEMAS names.
func schema(t *testing.T, name string) string {
	dir := os.Getenv("JVMLINT_SCHEMAS")
	if dir == "" {
		t.Skip("JVMLINT_SCHEMAS names no folder: scripts/schemas.sh makes one")
	}
	path, err := filepath.Abs(filepath.Join(dir, name))
	require.NoError(t, err)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("there is no %s in the folder that JVMLINT_SCHEMAS names", name)
	}
	return path
}

func jsonSchema(t *testing.T, name string) *jsonschema.Schema {
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	compiled, err := compiler.Compile("file://" + filepath.ToSlash(schema(t, name)))
	require.NoError(t, err)
	return compiled
}

func TestSARIFSchema(t *testing.T) {
	sarif := jsonSchema(t, "sarif.json")
	validated(t, "sarif", func(t *testing.T, text []byte) {
		log, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		require.NoError(t, err)
		require.NoError(t, sarif.Validate(log))
	})
}

// TestJSONSchema holds what all commands write against the published schema.
func TestJSONSchema(t *testing.T) {
	path, err := filepath.Abs("../../docs/jvmlint-output.schema.json")
	require.NoError(t, err)
	published, err := jsonschema.NewCompiler().Compile("file://" + filepath.ToSlash(path))
	require.NoError(t, err)
	valid := func(t *testing.T, text []byte) {
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		require.NoError(t, err)
		require.NoError(t, published.Validate(document))
	}
	validated(t, "json", valid)
	for _, command := range []string{"predict", "predict --cpus 1-4", "advise", "capacity --object 5MiB"} {
		t.Run(command, func(t *testing.T) {
			var out, errors bytes.Buffer
			args := append(strings.Fields(command), "--format", "json", "testdata/field-report")
			require.Zero(t, cli.Main(args, nil, &out, &errors), errors.String())
			valid(t, out.Bytes())
		})
	}
}

func TestGitLabSchema(t *testing.T) {
	issue := jsonSchema(t, "gitlab.json")
	validated(t, "gitlab", func(t *testing.T, text []byte) {
		issues, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		require.NoError(t, err)
		for _, i := range issues.([]any) {
			require.NoError(t, issue.Validate(i))
		}
	})
}

func TestJUnitSchema(t *testing.T) {
	xsd := schema(t, "junit.xsd")
	xmllint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("there is no xmllint on the path")
	}
	validated(t, "junit", func(t *testing.T, text []byte) {
		cmd := exec.Command(xmllint, "--noout", "--schema", xsd, "-")
		cmd.Stdin = bytes.NewReader(text)
		said, err := cmd.CombinedOutput()
		require.NoError(t, err, string(said))
	})
}

// sarifRead is what GitHub reads of a SARIF log.
//
// https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support
type sarifRead struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules []struct {
					ID                                      string
					ShortDescription, FullDescription, Help struct{ Text string }
				}
			}
		}
		Results []struct {
			RuleID    string
			RuleIndex int
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
				}
			}
			RelatedLocations []struct {
				PhysicalLocation struct{ ArtifactLocation struct{ URI string } }
			}
			PartialFingerprints map[string]string
		}
	}
}

// TestSARIFOfGitHub holds what GitHub asks for beyond the schema.
func TestSARIFOfGitHub(t *testing.T) {
	validated(t, "sarif", func(t *testing.T, text []byte) {
		var log sarifRead
		require.NoError(t, json.Unmarshal(text, &log))
		require.Len(t, log.Runs, 1)
		run := log.Runs[0]
		for _, r := range run.Tool.Driver.Rules {
			for _, s := range []string{r.ID, r.ShortDescription.Text, r.FullDescription.Text, r.Help.Text} {
				assert.NotEmpty(t, s, r.ID)
			}
			assert.Less(t, len(r.ShortDescription.Text), 1024, r.ID)
			assert.Less(t, len(r.FullDescription.Text), 1024, r.ID)
		}
		fingerprints := map[string]bool{}
		for _, r := range run.Results {
			assert.Equal(t, r.RuleID, run.Tool.Driver.Rules[r.RuleIndex].ID)
			assert.NotEmpty(t, r.Message.Text)
			at := r.Locations[0].PhysicalLocation
			assert.NotEmpty(t, at.ArtifactLocation.URI)
			for _, n := range []int{at.Region.StartLine, at.Region.StartColumn, at.Region.EndLine, at.Region.EndColumn} {
				assert.Positive(t, n, r.RuleID)
			}
			assert.False(t, fingerprints[r.PartialFingerprints["jvmlint/v1"]], "%s: a fingerprint twice", r.RuleID)
			fingerprints[r.PartialFingerprints["jvmlint/v1"]] = true
			uris := []string{at.ArtifactLocation.URI}
			for _, l := range r.RelatedLocations {
				uris = append(uris, l.PhysicalLocation.ArtifactLocation.URI)
			}
			for i, uri := range uris {
				u, err := url.Parse(uri)
				require.NoError(t, err, uri)
				if i > 0 || u.Path != source.CommandLine {
					assert.FileExists(t, filepath.FromSlash(u.Path), r.RuleID)
				}
			}
		}
	})
}

// TestCheckstyleReadsBack reads the report as build servers do: of Checkstyle's
// format there is no schema.
func TestCheckstyleReadsBack(t *testing.T) {
	validated(t, "checkstyle", func(t *testing.T, text []byte) {
		var read struct {
			XMLName xml.Name `xml:"checkstyle"`
			Version string   `xml:"version,attr"`
			Files   []struct {
				Name   string `xml:"name,attr"`
				Errors []struct {
					Line     int    `xml:"line,attr"`
					Severity string `xml:"severity,attr"`
					Message  string `xml:"message,attr"`
					Source   string `xml:"source,attr"`
				} `xml:"error"`
			} `xml:"file"`
		}
		require.NoError(t, xml.Unmarshal(text, &read))
		assert.NotEmpty(t, read.Version)
		for _, f := range read.Files {
			assert.NotEmpty(t, f.Name)
			require.NotEmpty(t, f.Errors)
			for _, e := range f.Errors {
				assert.Positive(t, e.Line)
				assert.Contains(t, []string{"error", "warning", "info"}, e.Severity)
				assert.NotEmpty(t, e.Message)
				assert.True(t, strings.HasPrefix(e.Source, "jvmlint."), e.Source)
			}
		}
	})
}

// What reads schemas and pages in tests costs start-up where it is linked.
func TestOnlyTestsReadSchemas(t *testing.T) {
	linked, err := exec.Command("go", "list", "-deps", "github.com/jvmlint/jvmlint/cmd/jvmlint").Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	for _, p := range []string{"github.com/santhosh-tekuri/jsonschema/v6", "golang.org/x/net/html", "github.com/chromedp/chromedp"} {
		assert.NotContains(t, strings.Fields(string(linked)), p)
	}
	assert.Contains(t, strings.Fields(string(linked)), "github.com/jvmlint/jvmlint/internal/report")
}
