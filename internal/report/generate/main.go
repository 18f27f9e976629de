// Command generate writes the JSON Schema of what jvmlint writes as JSON.
package main

import (
	"bytes"
	"log"
	"os"

	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/report/figures"
	"github.com/jvmlint/jvmlint/internal/report/findings"
)

func main() {
	text, err := published()
	if err == nil {
		err = os.WriteFile(os.Args[1], text, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// published is the schema of all documents.
func published() ([]byte, error) {
	documents := figures.JSON()
	documents["check"] = findings.JSON()
	var b bytes.Buffer
	err := report.Encode(&b, schemaOf(documents))
	return b.Bytes(), err
}
