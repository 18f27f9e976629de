package reading

import "strings"

// EnvironmentFile sets the variables of a file beside the one that is read;
// lines that begin with one of the signs are comments. It tells false where there
// is no such file.
func (in *Input) EnvironmentFile(name, signs string, env *Environment) bool {
	if in.FileBeside == nil {
		return false
	}
	file := in.FileBeside(name)
	if file == nil {
		return false
	}
	in.ReadWith = append(in.ReadWith, file)
	whole := TextOf(file)
	for at := 0; at < whole.Len(); {
		line := strings.TrimSpace(whole.String()[at:LineAfter(whole.String(), at)])
		if line == "" || strings.IndexByte(signs, line[0]) >= 0 {
			at = LineAfter(whole.String(), at)
			continue
		}
		found, next := AssignmentsAt(whole, at)
		for _, a := range found {
			if a.Closed {
				env.Set(Variable{Name: a.Name, At: a.At, Value: a.Value, Known: true})
			}
		}
		at = next
	}
	return true
}
