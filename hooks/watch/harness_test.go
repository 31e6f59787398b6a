package watch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

// deadline is how long a test waits for what has to come; nothing depends on how much of it is used.
const deadline = time.Minute

// stopped is a clock that stands still until it is advanced.
type stopped struct {
	mu      sync.Mutex
	time    time.Time
	waiting []waiter
}

type waiter struct {
	at   time.Time
	fire chan time.Time
}

func (s *stopped) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.time
}

func (s *stopped) until(at time.Time) <-chan time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := waiter{at, make(chan time.Time, 1)}
	s.waiting = append(s.waiting, w)
	s.fire()
	return w.fire
}

func (s *stopped) advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.time = s.time.Add(d)
	s.fire()
}

func (s *stopped) fire() {
	var rest []waiter
	for _, w := range s.waiting {
		if w.at.After(s.time) {
			rest = append(rest, w)
		} else {
			w.fire <- s.time
		}
	}
	s.waiting = rest
}

// store is a store's folder with a watcher on it, whose time only the test moves on.
type store struct {
	*testing.T
	root    string
	clock   *stopped
	reports chan string // "path=content", "path gone" or "problem: …"
	errors  chan error
	fences  chan string
	deaf    atomic.Bool // events are lost
	fence   int
	ended   chan error
}

func newStore(t *testing.T, files map[string]string) *store {
	s := &store{
		T: t, root: t.TempDir(), clock: &stopped{time: time.Unix(0, 0)},
		reports: make(chan string, 10000), errors: make(chan error), fences: make(chan string), ended: make(chan error, 1),
	}
	for _, folder := range []string{"candidates", "skills"} {
		s.must(os.MkdirAll(s.abs(folder), 0o755))
	}
	for name, content := range files {
		s.write(name, content)
	}
	return s
}

// watch starts the watcher and gives what it reported at the start.
func (s *store) watch() []string {
	ctx, cancel := context.WithCancel(context.Background())
	f, err := newFolders(s.root, nil)
	s.must(err)
	real, err := listen()
	s.must(err)
	ready := make(chan struct{})
	w := newWatcher(s.options(ready), f, s.between(real), clock{s.clock.now, s.clock.until})
	go func() { s.ended <- w.run(ctx) }()
	s.Cleanup(func() { cancel(); real.close() })
	await(s.T, ready)
	return s.told()
}

func (s *store) options(ready chan struct{}) Options {
	return Options{
		Root: s.root,
		Changed: func(path string, data []byte) {
			if data == nil {
				s.reports <- path + " gone"
				return
			}
			s.reports <- path + "=" + string(data)
		},
		Problem: func(err error) { s.reports <- "problem: " + err.Error() },
		Ready:   func() { close(ready) },
	}
}

// between hands on the events of the system one by one, loses those that the test wants lost, and says when a fence went by.
func (s *store) between(real source) source {
	events := make(chan fsnotify.Event)
	go func() {
		for e := range real.events {
			fence := strings.HasPrefix(filepath.Base(e.Name), ".fence-")
			if !fence && s.deaf.Load() {
				continue
			}
			events <- e
			if fence && e.Has(fsnotify.Create) {
				s.fences <- filepath.Base(e.Name)
			}
		}
	}()
	return source{events, s.errors, real.add, real.close}
}

// pass waits until the watcher has taken every event so far.
func (s *store) pass() {
	s.Helper()
	s.fence++
	name := fmt.Sprintf(".fence-%d", s.fence)
	s.write(name, "")
	for await(s.T, s.fences) != name {
	}
}

// told lists what was reported so far.
func (s *store) told() []string {
	var out []string
	for len(s.reports) > 0 {
		out = append(out, <-s.reports)
	}
	return out
}

// settled lets everything so far become quiet and gives what was reported since the last time. A save of a marker file shows
// that all before it was dealt with.
func (s *store) settled() []string {
	s.Helper()
	s.pass()
	s.clock.advance(DefaultDebounce)
	marker := fmt.Sprintf("%d", s.fence)
	s.deaf.Store(false)
	outside := filepath.Join(s.TempDir(), "zz.md") // in one step: a look at this moment must not see it empty
	s.must(os.WriteFile(outside, []byte(marker), 0o644))
	s.must(os.Rename(outside, s.abs("zz.md")))
	s.pass()
	s.clock.advance(DefaultDebounce)
	var out []string
	for {
		got := await(s.T, s.reports)
		if got == "zz.md="+marker {
			return out
		}
		out = append(out, got)
	}
}

func (s *store) abs(name string) string { return filepath.Join(s.root, filepath.FromSlash(name)) }

func (s *store) write(name, content string) {
	s.Helper()
	s.must(os.WriteFile(s.abs(name), []byte(content), 0o644))
}

func (s *store) rename(from, to string) {
	s.Helper()
	s.must(os.Rename(s.abs(from), s.abs(to)))
}

func (s *store) remove(name string) {
	s.Helper()
	s.must(os.RemoveAll(s.abs(name)))
}

func (s *store) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *store) want(got []string, want ...string) {
	s.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		s.Fatalf("reported:\n  %s\nwant:\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

var errLate = errors.New("nothing came")

func await[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case got := <-from:
		return got
	case <-time.After(deadline):
		t.Fatal(errLate)
		panic(errLate)
	}
}
