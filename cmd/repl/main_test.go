package main

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"repl": main})
}

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestScripts(t *testing.T) {
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_CACHE_HOME", cache) // the compiler's cache, for native builds
			return nil
		},
	})
}
