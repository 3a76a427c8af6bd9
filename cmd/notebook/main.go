// Command notebook opens notebooks in the browser.
//
//	notebook                     the notebooks of the working directory
//	notebook DIR                 those of a directory
//	notebook FILE.ipynb          one notebook; it is made if there is none
//
// It prints its address with a token, once it listens, and serves this machine only. Ctrl-C ends it, and with it the
// kernels; notebooks with unsaved changes are named first, and a second Ctrl-C ends it nevertheless.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/costate/costate/ad/engine"
	"github.com/costate/costate/frontend"
	"github.com/costate/costate/internal/kernel"
	"github.com/costate/costate/internal/notebook"
	"github.com/costate/costate/internal/server"
)

func main() {
	kernel.Child(engine.ExpandAs(engine.FormAuto))
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr, signals))
}

// usageError ends the program with status 2.
type usageError struct{ error }

// flags are what the command line says.
type flags struct {
	port      int
	noBrowser bool
	allowExec bool
}

// run is the program without its process.
func run(args []string, stdout, stderr io.Writer, signals <-chan os.Signal) int {
	var f flags
	root := &cobra.Command{
		Use:   "notebook [FILE|DIR]",
		Short: "Open notebooks in the browser",
		Args: func(cmd *cobra.Command, args []string) error {
			if err := cobra.MaximumNArgs(1)(cmd, args); err != nil {
				return usageError{err}
			}
			return nil
		},
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.port < 0 || f.port > 65535 {
				return usageError{fmt.Errorf("--port is from 0 to 65535, not %d", f.port)}
			}
			target := "."
			if len(args) == 1 {
				target = args[0]
			}
			return serve(cmd.Context(), target, f, stdout, stderr, signals)
		},
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.Flags().IntVar(&f.port, "port", 0, "port on 127.0.0.1; 0 takes a free one")
	root.Flags().BoolVar(&f.allowExec, "allow-exec", false, "let cells start processes: os/exec, syscall, unsafe")
	root.Flags().BoolVar(&f.noBrowser, "no-browser", false, "print the address and open no browser")
	err := root.ExecuteContext(context.Background())
	var wrong usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &wrong):
		fmt.Fprintf(stderr, "notebook: %v\n", err)
		return 2
	}
	fmt.Fprintf(stderr, "notebook: %v\n", err)
	return 1
}

// place finds the directory to serve and the notebook to open.
func place(target string, stderr io.Writer) (dir, open string, err error) {
	info, err := os.Stat(target)
	switch {
	case err == nil && info.IsDir():
		return target, "", nil
	case filepath.Ext(target) != ".ipynb":
		if err == nil {
			err = fmt.Errorf("%s is neither a directory nor a notebook (.ipynb)", target)
		}
		return "", "", err
	case errors.Is(err, fs.ErrNotExist):
		f, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return "", "", err
		}
		_, err = f.Write(notebook.New().Bytes())
		if err := errors.Join(err, f.Close()); err != nil {
			return "", "", err
		}
		fmt.Fprintf(stderr, "made %s\n", target)
	case err != nil:
		return "", "", err
	}
	return filepath.Dir(target), filepath.Base(target), nil
}

func serve(ctx context.Context, target string, f flags, stdout, stderr io.Writer, signals <-chan os.Signal) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	dir, open, err := place(target, stderr)
	if err != nil {
		return err
	}
	opts := server.Options{Dir: dir, Open: open, Kernel: kernel.Options{AllowExec: f.allowExec},
		Log: slog.New(slog.NewTextHandler(stderr, nil))}
	if app, ok := frontend.App(); ok {
		opts.App = app
	} else if opts.Placeholder, err = frontend.Placeholder(); err != nil {
		return err
	}
	s, err := server.New(opts)
	if err != nil {
		return err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", f.port))
	if err != nil {
		return errors.Join(err, s.Close())
	}
	fmt.Fprintln(stdout, s.URL(l.Addr()))
	if !f.noBrowser {
		if err := browse(s.BrowserURL(l.Addr())); err != nil {
			fmt.Fprintf(stderr, "no browser could be started (%v); open the address yourself\n", err)
		}
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	warned := false
	for {
		select {
		case err := <-ended:
			return err
		case sig := <-signals:
			if list := s.Unsaved(); len(list) > 0 {
				names := strings.Join(list, ", ")
				if sig == os.Interrupt && !warned {
					warned = true
					fmt.Fprintf(stderr, "not saved: %s. Save in the page, or press Ctrl-C again to end without saving.\n", names)
					continue
				}
				fmt.Fprintf(stderr, "ended without saving %s\n", names)
			}
			cancel()
		}
	}
}
