// Command generate writes the page of each rule, and their index, into the
// folder that its argument names.
package main

import (
	"log"
	"os"

	"github.com/jvmlint/jvmlint/rules"
)

func main() {
	pages, err := pagesOf(rules.All())
	if err == nil {
		err = write(os.Args[1], pages)
	}
	if err != nil {
		log.Fatal(err)
	}
}
