package yamldoc

import "github.com/jvmlint/jvmlint/internal/source"

// PutIn gives a scalar the value that it has once a program puts others into it. Its
// place stays, and no edit of the scalar itself touches it.
func (n *Node) PutIn(text source.Text) {
	if n = n.real(); n.Kind() != Scalar {
		return
	}
	n.scan()
	filled := *n.scalar
	filled.text, filled.exact = text, false
	n.scalar, n.yaml.Value = &filled, text.String()
}
