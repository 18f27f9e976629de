package catalogue

import "strings"

// Model is a start script as a short program of a shell: how it comes to the words of java. It is named by its
// file, with variables that stand before it: "kafka PROGRAM=connect". An unknown name has an empty text.
func Model(name string) string {
	words := strings.Fields(name)
	if len(words) == 0 {
		return ""
	}
	text, err := files.ReadFile("scripts/" + words[0] + ".sh")
	if err != nil {
		return ""
	}
	var set strings.Builder
	for _, assignment := range words[1:] {
		set.WriteString(assignment + "\n")
	}
	return set.String() + string(text)
}
