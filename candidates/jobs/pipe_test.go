//go:build unix

package jobs

import (
	"errors"
	"syscall"
	"testing"
)

// A pipe in place of a job is not opened: that would wait for a writer.
func TestPipeInPlaceOfAJob(t *testing.T) {
	b := newBench(t)
	b.admit(work(0))
	if err := syscall.Mkfifo(b.path(named(1)), 0o600); err != nil {
		t.Skip("no pipes here:", err)
	}
	if _, err := b.Get(named(1)); !errors.Is(err, ErrNotPlain) {
		t.Error(err)
	}
	b.claim(b.Queue)
}
