package rules

import (
	"fmt"
	"strings"
)

// and lists words for people: 8, 11 and 17.
func and[T any](words []T) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = fmt.Sprint(w)
	}
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
