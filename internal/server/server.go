package server

// This file starts and ends the server.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/costate/costate/internal/kernel"
	"github.com/costate/costate/internal/markdown"
)

// maxHubs is how many notebooks may be open.
const maxHubs = 64

// Options configure a server.
type Options struct {
	Dir         string         // the directory that is served
	Open        string         // the notebook of the page after logging in, with slashes, below Dir; "" is the list of files
	App         fs.FS          // the built app; nil if the program was made without it
	Placeholder []byte         // the page that says so
	Kernel      kernel.Options // of every notebook; Dir is set by the server
	Log         *slog.Logger   // nil is nowhere
}

// Server serves the notebooks of a directory.
type Server struct {
	opts   Options
	name   string // of the directory
	root   *os.Root
	keys   *keys
	rows   []rowIn
	render *markdown.Renderer
	ctx    context.Context // ends with the server; kernels and websockets live in it
	cancel context.CancelFunc

	mu   sync.Mutex // guards hubs; a hub's lock may be taken under it
	hubs map[string]*hub

	taskMu  sync.Mutex // guards what follows; no lock is taken under it
	closed  bool
	clients []*client
	tasks   sync.WaitGroup // websockets and work of hubs
}

// New returns a server for a directory. Close it if it is not served.
func New(opts Options) (*Server, error) {
	dir, err := filepath.Abs(opts.Dir)
	if err != nil {
		return nil, fmt.Errorf("serve %s: %w", opts.Dir, err)
	}
	opts.Dir = dir
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	if opts.Open != "" {
		if err := notebookPath(opts.Open); err != nil {
			return nil, fmt.Errorf("open %s: %w", opts.Open, err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("serve %s: %w", dir, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	return &Server{opts: opts, name: filepath.Base(dir), root: root, keys: newKeys(), rows: incoming(), render: markdown.New(),
		ctx: ctx, cancel: cancel, hubs: map[string]*hub{}}, nil
}

// URL is the address for the user of the program, with the token.
func (s *Server) URL(addr net.Addr) string {
	return fmt.Sprintf("http://%s/?token=%s", addr, s.keys.token)
}

// BrowserURL is an address that works once, for starting a browser: other users of the machine can read the arguments of programs.
func (s *Server) BrowserURL(addr net.Addr) string {
	return fmt.Sprintf("http://%s/?token=%s", addr, s.keys.code())
}

// Serve answers requests until ctx ends, then ends kernels and connections. It closes the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	port, err := checkLoopback(l.Addr())
	if err != nil {
		return errors.Join(err, l.Close(), s.Close())
	}
	hs := &http.Server{
		Handler:           s.guard(port, s.handler(s.routes())),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		WriteTimeout:      time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          log.New(logWriter{s.opts.Log}, "", 0),
	}
	served := make(chan error, 1)
	go func() { served <- hs.Serve(l) }()
	select {
	case err = <-served:
	case <-ctx.Done():
		s.cancel()
		late, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		if hs.Shutdown(late) != nil {
			hs.Close()
		}
		cancel()
		<-served
	}
	return errors.Join(err, s.Close())
}

// Close ends all kernels and connections and waits for them.
func (s *Server) Close() error {
	s.cancel()
	s.taskMu.Lock()
	s.closed = true
	s.taskMu.Unlock()
	s.mu.Lock()
	hubs := s.openHubs()
	s.mu.Unlock()
	for _, h := range hubs {
		h.close()
	}
	s.tasks.Wait()
	return s.root.Close()
}

// task starts work that Close waits for, unless the server has ended.
func (s *Server) task(f func()) bool {
	s.taskMu.Lock()
	defer s.taskMu.Unlock()
	if s.closed {
		return false
	}
	s.tasks.Go(f)
	return true
}

// Unsaved lists the notebooks that differ from their files.
func (s *Server) Unsaved() []string {
	s.mu.Lock()
	hubs := s.openHubs()
	s.mu.Unlock()
	var list []string
	for _, h := range hubs {
		if h.unsaved() {
			list = append(list, h.path)
		}
	}
	return list
}

// openHubs lists the hubs by path; s.mu is held.
func (s *Server) openHubs() []*hub {
	list := make([]*hub, 0, len(s.hubs))
	for _, h := range s.hubs {
		list = append(list, h)
	}
	slices.SortFunc(list, func(a, b *hub) int { return cmp.Compare(a.path, b.path) })
	return list
}

// hub returns the hub of a notebook, which is opened if it is not yet.
func (s *Server) hub(path string) (*hub, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h := s.hubs[path]; h != nil {
		return h, nil
	}
	if s.ctx.Err() != nil {
		return nil, errors.New("the server ends")
	}
	if len(s.hubs) >= maxHubs {
		for _, h := range s.openHubs() {
			if h.idle() {
				delete(s.hubs, h.path)
				break
			}
		}
		if len(s.hubs) >= maxHubs {
			return nil, fmt.Errorf("%d notebooks are open; close some and save them first", maxHubs)
		}
	}
	h, err := openHub(s, path)
	if err != nil {
		return nil, err
	}
	s.hubs[path] = h
	return h, nil
}

// logWriter passes on what net/http has to say; it writes no headers.
type logWriter struct{ log *slog.Logger }

func (w logWriter) Write(p []byte) (int, error) {
	w.log.Warn("http", slog.String("message", string(p)))
	return len(p), nil
}
