package watch

import (
	"context"
	"time"
)

// Default lengths of Options.
const (
	DefaultDebounce  = 150 * time.Millisecond
	DefaultReconcile = 30 * time.Second
)

// Options say what is watched and who is told. Root and Changed are required.
type Options struct {
	// Root is the store's folder. It may be reached through a symlink, but must not be one.
	Root string
	// Folders are slash paths below Root; "skills/*" stands for skills and the folders directly in it. Nil means
	// DefaultFolders. One that is not there yet is watched from the moment it is made.
	Folders []string
	// Debounce is how long a path has to be quiet before it is read; 0 means DefaultDebounce.
	Debounce time.Duration
	// Reconcile is the time between two looks at everything; 0 means DefaultReconcile.
	Reconcile time.Duration
	// Changed is called with the path below Root, with slashes, and the content; nil data means that the file is gone, an
	// empty file has data that is empty and not nil. It is never called twice in a row with the same content for a path.
	Changed func(path string, data []byte)
	// Problem is called with what could not be read or watched, path first, once as long as it stays the same; it may be nil.
	// Errors of files match ErrNotPlain, ErrTooLarge or the system's own.
	Problem func(err error)
	// Ready is called once, after every file was reported as it stood at the start; it may be nil.
	Ready func()
}

func (o Options) problem(err error) {
	if o.Problem != nil {
		o.Problem(err)
	}
}

// Run reports every file as it stands, then each whose content changes, until ctx is done; then it returns nil. All calls of
// Options' functions come from the goroutine that called Run, one at a time. Where the system cannot tell of changes, that is
// a Problem, and files are looked at every Options.Reconcile instead.
//
// An error means that the root is no folder, or is gone, or that a name in Options.Folders leaves it.
func Run(ctx context.Context, o Options) error {
	f, err := newFolders(o.Root, o.Folders)
	if err != nil {
		return err
	}
	source, err := listen()
	if err != nil {
		o.problem(err)
	}
	defer source.close()
	return newWatcher(o, f, source, systemClock()).run(ctx)
}

// clock is the time as the watcher takes it.
type clock struct {
	now   func() time.Time
	until func(time.Time) <-chan time.Time
}

func systemClock() clock {
	return clock{time.Now, func(t time.Time) <-chan time.Time { return time.After(time.Until(t)) }}
}
