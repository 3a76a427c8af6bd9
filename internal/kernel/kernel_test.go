package kernel

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/costate/costate/ad/engine"
)

func TestMain(m *testing.M) {
	Child(engine.ExpandAs(engine.FormAuto))
	if os.Getenv("KERNEL_TEST_PARENT") != "" { // a parent that dies without a word
		k, err := Start(context.Background(), Options{Env: []string{}})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(k.proc.cmd.Process.Pid)
		go k.Run(context.Background(), "1", "for {}", nil)
		time.Sleep(200 * time.Millisecond)
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	os.Exit(m.Run())
}

func newKernel(t *testing.T, opts Options) *Kernel {
	t.Helper()
	k, err := Start(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { k.Close() })
	return k
}

// run runs a cell and gives what it wrote and showed.
func run(t *testing.T, k *Kernel, id, src string) (string, *Reply, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	var out strings.Builder
	reply, err := k.Run(ctx, id, src, func(o Output) { out.WriteString(o.Text) })
	if reply != nil {
		for _, v := range reply.Values {
			out.WriteString("= " + v.Text)
		}
		for _, f := range reply.Faults {
			out.WriteString(f.String())
		}
	}
	return out.String(), reply, err
}

func TestRun(t *testing.T) {
	k := newKernel(t, Options{})
	tests := []struct{ src, want string }{
		{"x := 1; x + 1", "= 2"},
		{"import \"fmt\"\nfmt.Println(\"hi\", x)", "hi 1\n"},
		{"import \"os\"\nfmt.Fprint(os.Stdout, \"direct\"); fmt.Fprint(os.Stderr, \"\")", "direct"},
		{"y := z", "cell 4:1:6: undefined: z [type]"},
		{"panic(\"no\")", "cell 5:1:1: panic: no [panic]"},
		{"go func() { panic(\"task\") }()", "cell 6:1:13: panic: task (in a goroutine) [panic]"},
		{"x", "= 1"},
		{"y := \"\xff\"", "cell 8:1:7: illegal UTF-8 encoding [syntax]"},
		{"len(os.Args)", "= 1"},
	}
	for i, tt := range tests {
		got, _, err := run(t, k, strconv.Itoa(i+1), tt.src)
		if err != nil {
			t.Fatalf("%s: %v", tt.src, err)
		}
		if got != tt.want {
			t.Errorf("%s\n got %q\nwant %q", tt.src, got, tt.want)
		}
	}
}

// Cells may close their streams: requests still end. Other files in their places are refused.
func TestStreamsTaken(t *testing.T) {
	k := newKernel(t, Options{})
	if _, reply, err := run(t, k, "other", "import \"os\"\nos.Stdout = os.Stderr"); err != nil || reply.OK || reply.Faults[0].Code != "unsupported" {
		t.Errorf("another stream: %+v, %v", reply, err)
	}
	if _, _, err := run(t, k, "closes", "import \"os\"\nos.Stdout.Close()\nos.Stderr.Close()"); err != nil {
		t.Fatal(err)
	}
	if out, _, err := run(t, k, "after", "1 + 1"); err != nil || out != "= 2" {
		t.Errorf("after the streams were closed: %q, %v", out, err)
	}
}

// TestEnds: what ends the process is told in words, with the cell that ran and the variables that are lost.
func TestEnds(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"map", "m := map[int]int{}\ngo func() { for k := 0; ; k++ { m[k%64] = k } }()\nfor { fmt.Sprint(m) } // compiled code",
			"the kernel ended: two goroutines used a map at the same time (while cell 2 ran); its variables are gone (b), restart it and run the cells again"},
		{"leaves", "log.New(os.Stderr, \"\", 0).Fatal(\"no data\")", "the program left it with exit status 1 (while cell 2 ran)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := newKernel(t, Options{MemoryLimit: 1 << 30})
			if _, _, err := run(t, k, "1", "b := 1"); err != nil {
				t.Fatal(err)
			}
			out, reply, err := run(t, k, "2", tt.src)
			var ended *Ended
			if !errors.As(err, &ended) {
				t.Fatalf("reply %+v, error %v", reply, err)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %q", err)
			}
			dumped := strings.Contains(out, "goroutine ") || strings.Contains(out, "runtime: ")
			if dumped && !(raced && strings.Contains(out, "DATA RACE")) { // the detector's report is none of ours
				t.Errorf("the dump was shown: %s", out)
			}
			if err := k.Restart(context.Background()); err != nil {
				t.Fatal(err)
			}
			if out, _, err := run(t, k, "3", "c := 2; c"); err != nil || out != "= 2" {
				t.Errorf("after the restart: %q, %v", out, err)
			}
		})
	}
}

func TestInterrupt(t *testing.T) {
	k := newKernel(t, Options{})
	tests := []struct {
		name, src string
		ends      bool
	}{
		{"loop", "for {}", false},
		{"sleep", "import \"time\"\ntime.Sleep(time.Hour)", false},
		{"flood", "import \"fmt\"\nfor i := 0; ; i++ { fmt.Println(i) }", false},
	}
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
			defer cancel()
			start := time.Now()
			reply, err := k.Run(ctx, strconv.Itoa(i), tt.src, nil)
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("took %v", d)
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(reply.Faults) != 1 || reply.Faults[0].Code != "interrupt" {
				t.Errorf("reply %+v", reply)
			}
			if out, _, err := run(t, k, "9", "1 + 1"); err != nil || out != "= 2" {
				t.Errorf("afterwards: %q, %v", out, err)
			}
		})
	}
}

func TestCloseLeavesNothing(t *testing.T) {
	k := newKernel(t, Options{})
	pid := k.proc.cmd.Process.Pid
	k.Close()
	if err := syscall.Kill(pid, 0); err == nil {
		t.Error("the child is still there")
	}
	var ended *Ended
	if _, err := k.Run(context.Background(), "1", "1", nil); !errors.As(err, &ended) {
		t.Errorf("error %v", err)
	}
}

func TestCloseWhileOutputWaits(t *testing.T) {
	k := newKernel(t, Options{})
	if _, _, err := run(t, k, "1", "import \"fmt\"\ngo func() { for { fmt.Println(\"a line that nobody reads\") } }()"); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond) // the queues fill
	done := make(chan bool)
	go func() {
		k.Close()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Error("closing hangs")
	}
}

func TestChildDiesWithParent(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "KERNEL_TEST_PARENT=1")
	out, _ := cmd.Output()
	pid, err := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil {
		t.Fatalf("output %q", out)
	}
	for range 100 {
		// A process that nobody has waited for yet answers too, so its state decides.
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil || strings.Contains(string(stat), ") Z") {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	syscall.Kill(pid, syscall.SIGKILL)
	t.Error("the child outlived its parent by five seconds")
}

func TestMarksInTheMiddle(t *testing.T) {
	mark := []byte("\x00abc\x00")
	for _, tt := range []struct {
		text string
		want int
	}{{"", 0}, {"x", 0}, {"x\x00", 1}, {"x\x00ab", 3}, {"x\x00abd", 0}, {"\x00abc", 4}} {
		if got := partial([]byte(tt.text), mark); got != tt.want {
			t.Errorf("partial(%q) = %d, want %d", tt.text, got, tt.want)
		}
	}
}

func TestTapeAndAdjoint(t *testing.T) {
	k := newKernel(t, Options{})
	if _, reply, err := run(t, k, "1", `import "github.com/costate/costate/ad"

func f(x []float64) float64 {
	s := 0.0
	for t := 0; t < 400; t++ {
		for _, v := range x {
			s += v * v
		}
	}
	return s
}
grad := ad.Grad(f)`); err != nil || !reply.OK {
		t.Fatal(reply, err)
	} else if len(reply.Adjoints) != 1 || reply.Adjoints[0].Func != "f" || len(reply.Adjoints[0].Lines) == 0 || reply.Adjoints[0].Lines[0].Primal.File != "cell 1" {
		t.Errorf("adjoints: %+v", reply.Adjoints)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	most, samples := int64(0), 0
	var last Output
	reply, err := k.Run(ctx, "2", "len(grad(make([]float64, 2000)))", func(o Output) {
		if o.Tape == nil {
			return
		}
		samples++
		last = o
		sum := int64(0)
		for _, m := range o.Tape {
			sum += m.Bytes
		}
		most = max(most, sum)
	})
	if err != nil || !reply.OK {
		t.Fatal(reply, err)
	}
	if want := int64(400 * 2000 * 8); most != want {
		t.Errorf("%d samples, largest tape %d bytes, want %d", samples, most, want)
	}
	for _, m := range last.Tape {
		if m.Region.Func != "f" || m.Region.File != "cell 1" || m.Region.Line != 7 && m.Region.Line != 6 {
			t.Errorf("region %+v", m.Region)
		}
	}
}
