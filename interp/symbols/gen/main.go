// Command gen writes the symbol tables of package symbols.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/costate/costate/interp/symbols/gen/emit"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("symbols/gen: ")
	files, err := emit.Files()
	if err != nil {
		log.Fatal(err)
	}
	old, err := filepath.Glob("table_*.go")
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			log.Fatal(err)
		}
	}
	for name, text := range files {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
