// Command generate writes the page of each rule, and their index, into the
// folder that its argument names, and beside it the page of builds.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/jvmlint/jvmlint/rules"
)

func main() {
	pages, err := pagesOf(rules.All())
	if err == nil {
		err = write(os.Args[1], pages)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(os.Args[1], "..", buildsPage), []byte(builds()), 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}
