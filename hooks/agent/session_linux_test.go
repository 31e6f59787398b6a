package agent_test

import (
	"os"

	"golang.org/x/sys/unix"
)

// own tells whether this process leads a session of its own.
func own() string {
	if id, err := unix.Getsid(0); err != nil || id != os.Getpid() {
		return "the session of another"
	}
	return "own session"
}
