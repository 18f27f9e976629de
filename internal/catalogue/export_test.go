package catalogue

import "github.com/jvmlint/jvmlint/internal/lists"

// Kinds are all that there are.
func Kinds() []string { return lists.Of(kinds, func(k kind) string { return k.key }) }
