// Command generate writes the JSON Schema of the configuration.
package main

import (
	"log"
	"os"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/rules"
)

func main() {
	schema, err := config.Schema(rules.All())
	if err == nil {
		err = os.WriteFile(os.Args[1], schema, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}
