// Command generate writes the page of each rule, and their index, into the
// folder that its argument names, and the section of builds into a page beside it.
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
		err = writeBuilds(filepath.Join(os.Args[1], "..", buildsPage))
	}
	if err != nil {
		log.Fatal(err)
	}
}
