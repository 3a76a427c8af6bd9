// Command gen writes the export data that package typing embeds, by way of the go command.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/costate/costate/internal/typing"
	"github.com/costate/costate/internal/typing/gen/exportdata"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("typing/gen: ")
	files, err := exportdata.Files(typing.Packages())
	if err != nil {
		log.Fatal(err)
	}
	if err := os.RemoveAll("export"); err != nil {
		log.Fatal(err)
	}
	for name, data := range files {
		file := filepath.Join("export", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
