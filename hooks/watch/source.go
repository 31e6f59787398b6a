package watch

import (
	"fmt"

	"github.com/fsnotify/fsnotify"
)

// source is where events come from. Both channels are nil where the system tells of nothing.
type source struct {
	events <-chan fsnotify.Event
	errors <-chan error
	add    func(folder string) error
	close  func()
}

// listen opens the system's notifications. The source can be used with an error too; it is then silent.
func listen() (source, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		silent := source{add: func(string) error { return nil }, close: func() {}}
		return silent, fmt.Errorf("the system cannot tell of changes, files are looked at from time to time instead: %w", err)
	}
	return source{w.Events, w.Errors, w.Add, func() { w.Close() }}, nil
}
