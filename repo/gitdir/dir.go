package gitdir

import (
	"io/fs"
	"sync"

	"github.com/go-git/go-git/v5/plumbing"
)

// Hash is an object id: 20 bytes of SHA-1.
type Hash = plumbing.Hash

// Probe is called before every system call that changes the disk, with the step's name and the path that
// it is about to change. An error stands for that call's failure: the call is not made. Nil asks nothing.
type Probe func(step, path string) error

// at asks the probe, if there is one.
func (p Probe) at(step, path string) error {
	if p == nil {
		return nil
	}
	return p(step, path)
}

// Dir is one git directory, opened by Open. Reading is safe from several goroutines at once.
type Dir struct {
	Git      string // the working tree's own git directory, with HEAD and index; absolute
	Common   string // what all working trees share: objects, refs, config; equal to Git but in a linked one
	Worktree string // the folder that the files stand in; absolute

	probe  Probe
	packs  packSet
	recent recent[Hash]     // commits and trees by id
	bases  recent[packedAt] // what deltas were applied to

	indexRead sync.Mutex
	lastIndex fs.FileInfo // of the file that index was read from
	index     *Index
}

func newDir(git, common, worktree string) *Dir {
	return &Dir{Git: git, Common: common, Worktree: worktree}
}

// Close closes the pack files that are held open. The Dir stays usable: they are opened again when needed.
func (d *Dir) Close() error { return d.packs.close() }
