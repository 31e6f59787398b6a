package watch

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// watcher is one run of Run.
type watcher struct {
	o       Options
	folders folders
	source  source
	clock   clock

	quiet    *quiet
	seen     map[string]string // path to the digest last reported; without an entry: no file
	problems map[string]string // folder to the problem last reported
	look     time.Time         // when everything is looked at again
}

func newWatcher(o Options, f folders, s source, c clock) *watcher {
	if o.Debounce <= 0 {
		o.Debounce = DefaultDebounce
	}
	if o.Reconcile <= 0 {
		o.Reconcile = DefaultReconcile
	}
	return &watcher{
		o: o, folders: f, source: s, clock: c,
		quiet: newQuiet(o.Debounce), seen: map[string]string{}, problems: map[string]string{},
	}
}

func (w *watcher) run(ctx context.Context) error {
	if err := w.start(); err != nil {
		return err
	}
	for {
		if err := w.wait(ctx); err != nil || ctx.Err() != nil {
			return err
		}
	}
}

// start watches first and reads then, so that no save falls between.
func (w *watcher) start() error {
	if err := w.reconcile(); err != nil {
		return err
	}
	w.quiet = newQuiet(w.o.Debounce)
	for _, name := range w.folders.everything() {
		w.report(name, w.folders.look(name))
	}
	if w.o.Ready != nil {
		w.o.Ready()
	}
	return nil
}

// wait takes the next thing that happens.
func (w *watcher) wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case event, open := <-w.source.events:
		return w.told(event, open)
	case err, open := <-w.source.errors:
		return w.failed(err, open)
	case <-w.clock.until(w.wake()):
		return w.settle()
	}
}

// wake gives when something has to be done without being told.
func (w *watcher) wake() time.Time {
	if due, some := w.quiet.next(); some && due.Before(w.look) {
		return due
	}
	return w.look
}

// told marks what an event is about. Which event it is does not matter: editors save in too many ways.
func (w *watcher) told(event fsnotify.Event, open bool) error {
	if !open {
		w.source.events = nil
		return nil
	}
	name, ok := w.inside(event.Name)
	switch {
	case !ok:
		return nil
	case name == ".":
		return w.reconcile()
	}
	if w.folders.has(name) {
		w.enter(name)
	}
	if w.folders.has(filepath.ToSlash(filepath.Dir(name))) && wanted(filepath.Base(name)) {
		w.quiet.touch(name, w.clock.now())
	}
	return nil
}

// inside gives the path of an event below the root.
func (w *watcher) inside(name string) (string, bool) {
	if name == "" {
		return "", false
	}
	rel, err := filepath.Rel(w.folders.root, name)
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}

// failed takes an error of the source. Whatever it is, events may be missing, so everything is looked at.
func (w *watcher) failed(err error, open bool) error {
	if !open {
		w.source.errors = nil
		return nil
	}
	if !errors.Is(err, fsnotify.ErrEventOverflow) {
		w.o.problem(fmt.Errorf("%s: watching: %w", w.folders.root, err))
	}
	return w.reconcile()
}

// reconcile watches all folders that are there and marks all files, those known and those found.
func (w *watcher) reconcile() error {
	if err := w.folders.check(); err != nil {
		return err
	}
	w.look = w.clock.now().Add(w.o.Reconcile)
	for _, folder := range w.folders.names {
		w.enter(folder)
	}
	for name := range w.seen {
		w.quiet.touch(name, w.clock.now())
	}
	return nil
}

// enter watches a folder that was made, replaced or removed, and those below it that count, and marks the files in them. The
// system tells nothing of what was put into a folder before it was watched.
func (w *watcher) enter(folder string) {
	now := w.clock.now()
	for name := range w.seen {
		if within(folder, name) {
			w.quiet.touch(name, now)
		}
	}
	if !w.folders.plain(folder) {
		return
	}
	w.add(folder)
	for _, name := range w.folders.files(folder) {
		w.quiet.touch(name, now)
	}
	if slices.Contains(w.folders.parents, folder) {
		for _, child := range w.folders.children(folder) {
			w.enter(child)
		}
	}
}

// add watches a folder; to watch it again is no error and mends a watch that was lost.
func (w *watcher) add(folder string) {
	err := w.source.add(w.folders.abs(folder))
	if err == nil {
		delete(w.problems, folder)
		return
	}
	if w.problems[folder] != err.Error() {
		w.problems[folder] = err.Error()
		w.o.problem(fmt.Errorf("%s: cannot be watched, it is looked at every %s instead: %w", folder, w.o.Reconcile, err))
	}
}

// settle reads what has been quiet for long enough, and marks everything when it is time to.
func (w *watcher) settle() error {
	now := w.clock.now()
	for _, name := range w.quiet.take(now) {
		l := w.folders.look(name)
		if l.digest == "" {
			if err := w.folders.check(); err != nil {
				return err
			}
		}
		w.report(name, l)
	}
	if w.look.After(now) {
		return nil
	}
	return w.reconcile()
}

// report tells of a file if it is not what was told last.
func (w *watcher) report(name string, l look) {
	if w.seen[name] == l.digest {
		return
	}
	w.seen[name] = l.digest
	switch {
	case l.err != nil:
		w.o.problem(l.err)
	case l.digest == "":
		delete(w.seen, name)
		w.o.Changed(name, nil)
	default:
		w.o.Changed(name, l.data)
	}
}
