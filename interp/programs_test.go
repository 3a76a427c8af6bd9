package interp

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestPrograms runs programs that were chosen around what interpreters get wrong. Each must print what it
// prints when compiled, or be refused by a diagnostic before it runs.
func TestPrograms(t *testing.T) {
	dirs, err := filepath.Glob("testdata/programs/*")
	if err != nil {
		t.Fatal(err)
	}
	right, refused := 0, 0
	for _, dir := range dirs {
		name := filepath.Base(dir)
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(filepath.Join(dir, "main.go.txt"))
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(filepath.Join(dir, "out.txt"))
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			s := New(Options{Stdout: &out, Stderr: &out})
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			defer cancel()
			res, err := s.Run(ctx, name+".go", string(src))
			switch {
			case err != nil:
				t.Errorf("%v", err)
			case refusal(res):
				refused++
				t.Logf("refused: %v", res.Diags)
			case len(res.Diags) > 0:
				t.Errorf("%v", res.Diags)
			case out.String() != string(want):
				t.Errorf("printed\n%s\nwant\n%s", out.String(), want)
			default:
				right++
			}
		})
	}
	t.Logf("%d programs: %d right, %d refused", len(dirs), right, refused)
	if right < minRight {
		t.Errorf("%d programs are right, there were %d", right, minRight)
	}
}

// minRight is how many programs have been right; more may become so, not fewer.
const minRight = 141

// refusal reports whether the diagnostics say that the program is not supported.
func refusal(res *Result) bool {
	for _, d := range res.Diags {
		switch d.Code {
		case "unsupported", "denied", "import":
			return true
		}
	}
	return false
}
