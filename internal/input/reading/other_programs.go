package reading

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/shell"
)

var (
	// otherCommand is one that takes -D, -P and the like for itself.
	otherCommand = lazyregexp.New(`^(?:mvnw?|mvnd|gradlew?|sbt|sbtx|ant|lein|clojure|bazel|make|cmake|npm|git|docker|docker-compose|podman|helm|kubectl|curl|wget)$`)
	// or a variable that names it.
	otherVariable = lazyregexp.New(`(?i)^\$\{?(?:\w*_)?(?:mvnw?|maven|gradlew?|sbt|ant)(?:_?(?:cmd|command|bin|exec|executable))?\}?$`)
	// silent are commands that show words, or look at them.
	silent = strings.Fields("echo printf [ test : export")
)

// forOtherPrograms are the variables of a script that it hands to build tools and
// their like, and to no other command.
func forOtherPrograms(script *shell.Script) map[string]bool {
	made := map[string][]string{} // what each variable is made of
	others, kept := map[string]bool{}, map[string]bool{}
	for _, c := range script.Commands {
		for _, a := range c.Assigned {
			made[a.Name.String()] = append(made[a.Name.String()], namesIn(a.Value.Text.String())...)
		}
		words := unwrapped(c.Words)
		if len(words) == 0 || slices.Contains(silent, words[0].Literal().String()) {
			continue
		}
		first, gets := words[0].Literal().String(), kept
		if otherCommand.MatchString(path.Base(first)) || otherVariable.MatchString(first) {
			gets = others
		}
		for _, w := range words {
			for _, name := range namesIn(w.Text.String()) {
				gets[name] = true
			}
		}
	}
	spread(kept, made)
	if len(others) > 0 {
		spread(others, made)
	}
	for name := range kept {
		delete(others, name)
	}
	return others
}

// spread adds to some variables those that they are made of.
func spread(some map[string]bool, made map[string][]string) {
	for left := slices.Collect(maps.Keys(some)); len(left) > 0; {
		name := left[len(left)-1]
		left = left[:len(left)-1]
		for _, of := range made[name] {
			if !some[of] {
				some[of] = true
				left = append(left, of)
			}
		}
	}
}

// namesIn are the variables that a shell puts into a text.
func namesIn(text string) []string {
	var all []string
	for _, m := range shellReads.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}
