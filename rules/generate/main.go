// Command generate writes the pages of all rules to the file that its argument
// names.
package main

import (
	"bytes"
	"log"
	"os"

	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/rules"
)

func main() {
	var page bytes.Buffer
	if err := report.RulesMarkdown(&page, rules.All()); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(os.Args[1], page.Bytes(), 0o644); err != nil {
		log.Fatal(err)
	}
}
