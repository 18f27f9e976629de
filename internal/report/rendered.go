package report

import (
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

var (
	documentBorder = lazyregexp.New(`(?m)^---[^\n]*\n`)
	secretObject   = lazyregexp.New(`(?m)^["']?kind["']?:\s*["']?Secret["']?\s*$`)
	secretData     = lazyregexp.New(`(?m)^(?:data|stringData):\s*\n`)
	anyLetter      = lazyregexp.New(`\S`)
	secretKey      = lazyregexp.New(`^(\s+["']?[\w.-]+["']?:\s*)(.*)$`)
)

// Rendered prints the text that a chart renders to, without its secrets: those
// that a name promises, and all that a Secret holds.
func Rendered(w io.Writer, f *source.File) error {
	var b strings.Builder
	b.WriteString("# " + f.Name + "\n")
	text, at := string(f.Data), 0
	for _, border := range append(documentBorder.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		b.WriteString(maskDocument(text[at:border[0]]) + text[border[0]:border[1]])
		at = border[1]
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func maskDocument(text string) string {
	if !secretObject.MatchString(text) {
		return maskSecrets(text)
	}
	at := secretData.FindStringIndex(text)
	if at == nil {
		return maskSecrets(text)
	}
	lines := strings.Split(text[at[1]:], "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, " ") && line != "" { // the data is over
			break
		}
		if m := secretKey.FindStringSubmatch(line); m != nil {
			lines[i] = m[1] + anyLetter.ReplaceAllString(m[2], "*")
		} else {
			lines[i] = anyLetter.ReplaceAllString(line, "*")
		}
	}
	return maskSecrets(text[:at[1]]) + strings.Join(lines, "\n")
}
