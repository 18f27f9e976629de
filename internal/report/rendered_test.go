package report_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

func TestRendered(t *testing.T) {
	text := `---
# Source: app/templates/secret.yaml
kind: Secret
metadata: {name: a}
data:
  # of the owner
  user: YWRtaW4=
  file: |
    a b: c
type: Opaque
---
kind: Pod
env: [-Djavax.net.ssl.keyStorePassword=changeit, -Xmx1g]
data:
  user: me
` + "end: 1\r\n"
	var b strings.Builder
	require.NoError(t, report.Rendered(&b, source.NewFile("app rendered", []byte(text))))
	assert.Equal(t, `# app rendered
---
# Source: app/templates/secret.yaml
kind: Secret
metadata: {name: a}
data:
  # ++++++++++++
  user: ++++++++
  file: |
    ++++++
type: Opaque
---
kind: Pod
env: [-Djavax.net.ssl.keyStorePassword=++++++++, -Xmx1g]
data:
  user: me
end: 1
`, b.String())
	before, err := yamldoc.Parse(source.NewFile("app", []byte(text)))
	require.NoError(t, err)
	after, err := yamldoc.Parse(source.NewFile("app", []byte(b.String())))
	require.NoError(t, err)
	assert.Equal(t, shapes(before), shapes(after))
}
