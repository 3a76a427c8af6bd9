// Command gen writes the documentation that package assist embeds, by way of the go command.
package main

import (
	"log"
	"os"

	"github.com/costate/costate/internal/assist"
	"github.com/costate/costate/internal/assist/gen/godoc"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("assist/gen: ")
	docs, err := godoc.Docs()
	if err != nil {
		log.Fatal(err)
	}
	data, err := assist.WriteDocs(docs)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("docs.gz", data, 0o644); err != nil {
		log.Fatal(err)
	}
}
