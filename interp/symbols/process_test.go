package symbols

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/traefik/yaegi/interp"
)

// runProcess runs main packages one after another with one process. It returns what they wrote to standard error and the
// status with which the last left it, or -1.
func runProcess(t *testing.T, paths string, programs ...string) (stderr string, status int) {
	t.Helper()
	var buf bytes.Buffer
	streams := Streams{Stdout: &buf, Stderr: &buf}
	type left struct{ code int }
	streams.Process = NewProcess(streams, func(code int) { panic(left{code}) })
	status = -1
	for _, text := range programs {
		i := interp.New(interp.Options{Stderr: &bytes.Buffer{}})
		if err := New().Use(i, strings.Fields(paths), streams); err != nil {
			t.Fatal(err)
		}
		_, err := i.Eval(text)
		if p, ok := err.(interp.Panic); ok {
			if l, ok := p.Value.(left); ok {
				status, err = l.code, nil
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return buf.String(), status
}

func TestProcess(t *testing.T) {
	args := os.Args
	os.Args = args[:1] // those of the test are no flags of the programs
	defer func() { os.Args = args }()
	for _, test := range []struct {
		name, paths, text, want string
		status                  int
	}{
		{"exit", "os", `import "os"
func main() { os.Exit(3) }`, "", 3},
		{"log", "log", `import "log"
func main() {
	log.SetFlags(0)
	log.SetPrefix("note: ")
	log.Print("a", 1, 2)
	log.Printf("%d %s", log.Flags(), log.Prefix())
	log.Default().Println("by the logger")
}`, "note: a1 2\nnote: 0 note: \nnote: by the logger\n", -1},
		{"log.Fatal", "log", `import "log"
func main() { log.SetFlags(0); log.Fatalf("no %s", "data") }`, "no data\n", 1},
		{"flags", "flag fmt", `import ("flag"; "fmt")
var n = flag.Int("n", 4, "how many")
func main() {
	flag.Parse()
	fmt.Print(*n, flag.NArg(), flag.Parsed(), " ")
	flag.Set("n", "5")
	flag.VisitAll(func(f *flag.Flag) { fmt.Print(f.Name, f.Value) })
}`, "4 0 true n5", -1},
		{"another command line", "flag fmt", `import ("flag"; "fmt")
func main() {
	flag.CommandLine = flag.NewFlagSet("own", 0)
	s := flag.String("s", "", "")
	fmt.Print(flag.CommandLine.Parse([]string{"-s", "x", "y"}), *s, flag.Args())
}`, "<nil>x[y]", -1},
		{"usage", "flag", `import "flag"
func main() { flag.Usage = func() { flag.CommandLine.Output().Write([]byte("mine")) }; flag.CommandLine.Usage() }`, "mine", -1},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, status := runProcess(t, test.paths, "package main\n"+test.text)
			if got != test.want || status != test.status {
				t.Errorf("wrote %q and left with %d, want %q and %d", got, status, test.want, test.status)
			}
		})
	}
}

// TestLogLines: a logger that would show lines of the interpreter is refused.
func TestLogLines(t *testing.T) {
	for _, expr := range []string{"log.SetFlags(16)", "log.New(nil, \"\", 8)"} {
		i := interp.New(interp.Options{Stderr: &bytes.Buffer{}})
		if err := New().Use(i, []string{"log"}, Streams{}); err != nil {
			t.Fatal(err)
		}
		_, err := i.Eval("package main\nimport \"log\"\nfunc main() { " + expr + " }")
		if err == nil || !strings.Contains(err.Error(), "cannot tell the lines of a cell") {
			t.Errorf("%s gives %v", expr, err)
		}
	}
}

// TestExec: the tables of those who may start processes have what the others have not.
func TestExec(t *testing.T) {
	text := `package main
import ("fmt"; "os"; "os/exec"; "syscall")
func main() {
	out, err := exec.Command(os.Args[0], "-test.run=^$", "-test.v").Output()
	fmt.Println(len(out) > 0, err)
	p, err := os.FindProcess(syscall.Getpid())
	fmt.Println(p.Pid == os.Getpid(), err)
	fmt.Println(syscall.Errno(2))
}
`
	got, err := run(t, NewExec(), Streams{}, text, "fmt", "os", "os/exec", "syscall")
	if want := "true <nil>\ntrue <nil>\nno such file or directory\n"; err != nil || got != want {
		t.Errorf("printed %q, %v; want %q", got, err, want)
	}
	for _, expr := range []string{"os.StartProcess", "os.FindProcess", "os.NewFile"} {
		if _, err := run(t, New(), Streams{}, "package main\nimport \"os\"\nvar x = "+expr+"\nfunc main() {}\n", "os"); err == nil {
			t.Errorf("%s is in the ordinary table", expr)
		}
	}
}
