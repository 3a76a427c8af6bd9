package symbols

// This file says which functions look for methods of arguments that they take as any.

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/traefik/yaegi/interp"
)

// argsKey is the key of this package.
const argsKey = "github.com/costate/costate/interp/symbols/symbols"

// mapTypes adds to exports, for the functions in it, the interfaces in which yaegi is to wrap interpreted arguments. The
// first that an argument's type implements is taken, so the order is that in which the function asks.
func mapTypes(exports interp.Exports) {
	wrap := map[reflect.Value][]reflect.Type{}
	rows := []struct {
		key        string
		names      []string
		interfaces []reflect.Type
	}{
		{"fmt/./fmt", []string{
			"Append", "Appendf", "Appendln", "Errorf", "Fprint", "Fprintf", "Fprintln", "Print", "Printf", "Println", "Sprint", "Sprintf", "Sprintln",
		}, []reflect.Type{reflect.TypeFor[fmt.Formatter](), reflect.TypeFor[errorArg](), reflect.TypeFor[stringerArg]()}},
		{"fmt/./fmt", []string{
			"Fscan", "Fscanf", "Fscanln", "Scan", "Scanf", "Scanln", "Sscan", "Sscanf", "Sscanln",
		}, []reflect.Type{reflect.TypeFor[fmt.Scanner]()}},
		{"log/log", []string{
			"Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln", "Print", "Printf", "Println",
		}, []reflect.Type{reflect.TypeFor[fmt.Formatter](), reflect.TypeFor[errorArg](), reflect.TypeFor[stringerArg]()}},
		{"encoding/json/json", []string{"Marshal", "MarshalIndent"},
			[]reflect.Type{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()}},
		{"encoding/json/json", []string{"Unmarshal"},
			[]reflect.Type{reflect.TypeFor[json.Unmarshaler](), reflect.TypeFor[encoding.TextUnmarshaler]()}},
	}
	for _, row := range rows {
		for _, name := range row.names {
			if f, ok := exports[row.key][name]; ok {
				wrap[f] = row.interfaces
			}
		}
	}
	exports["."] = map[string]reflect.Value{"MapTypes": reflect.ValueOf(wrap)}
	exports[argsKey] = argTables()
	if _, ok := exports["encoding/json/json"]; ok {
		exports["encoding/encoding"] = tableEncoding()
	}
}
