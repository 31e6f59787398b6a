package repo

import (
	"context"
	"os/exec"
	"time"
)

// Packs of operations are consolidated from this many on, and looked at again
// after so many more. Where git leaves them be, gitmem does it itself from
// twice as many.
const (
	tooManyPacks = 40
	lookAgain    = 10
	farTooMany   = 2 * tooManyPacks
)

// upkeepTimeout bounds the git process that starts the consolidation; the work
// itself goes on behind it.
const upkeepTimeout = 30 * time.Second

// Upkeep keeps the repository healthy: every operation adds a small pack, and
// from about forty on they are packed together, by git where there is one.
// The store lock must not be held. It changes no content, and what it cannot
// do the next command tries again.
func (s *Store) Upkeep() {
	n, err := s.Git.SmallPacks()
	if err != nil || n < tooManyPacks || n%lookAgain != 0 {
		return
	}
	if s.gitUpkeep() && n < farTooMany {
		return
	}
	if err := s.Git.Consolidate(tooManyPacks); err != nil {
		s.notify("the packs of the repository could not be consolidated: " + err.Error())
	}
}

// gitUpkeep lets git pack, in the background as it does by itself. It is false
// where there is no git, or its owner told it not to.
func (s *Store) gitUpkeep() bool {
	program, err := exec.LookPath("git")
	if err != nil || s.upkeepForbidden() {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), upkeepTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false",
		"-c", "gc.autoPackLimit=39", "-c", "gc.bigPackThreshold=32m", "maintenance", "run", "--auto", "--quiet")
	cmd.Dir = s.Root
	cmd.Env = s.env.gitEnvironment(s.env.Home)
	return cmd.Run() == nil
}

// upkeepForbidden: gc.auto = 0 and maintenance.auto = false turn it off.
func (s *Store) upkeepForbidden() bool {
	person, err := readPersonConfig(s.Git.Common, s.env)
	if err != nil {
		return true
	}
	return person.any("gc.auto") == "0" || person.any("maintenance.auto") == "false"
}
