package repo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// Settled says what recovery made of one operation.
type Settled struct {
	Operation memfile.ID
	IDs       []memfile.ID
	Op        string
	Path      string
	// Result is one of: applied, undone, recorded, failed, still applied, not
	// recorded, never begun, waiting, uncertain.
	Result string
	Reason string
}

// Dropped is an operation that came to nothing: nothing of it was written, or
// what was is back. Its commit can still be read.
type Dropped struct {
	Message memfile.Message
	store   *Store
	tree    gitdir.Hash
	paths   []string
}

// Paths are the paths of the operation.
func (d Dropped) Paths() []string { return d.paths }

// File is what the dropped commit held at a path.
func (d Dropped) File(path string) ([]byte, bool, error) {
	blob, err := blobAt(d.store.Git, d.tree, path)
	if err != nil || blob == "" {
		return nil, false, err
	}
	data, err := d.store.Git.Blob(plumbing.NewHash(blob))
	return data, err == nil, err
}

// Recover settles every operation that a crash left, and says what became of
// each. It never applies a change: it completes what is there, or puts records
// back, and running it twice changes nothing.
func (s *Store) Recover(ctx context.Context) ([]Settled, error) {
	release, err := s.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer release()
	return s.settleAll(ctx)
}

// settleAll is the start of every command that writes; the store lock is held.
func (s *Store) settleAll(ctx context.Context) ([]Settled, error) {
	s.unsettled = nil
	all, err := s.loadPending()
	if err != nil {
		return nil, err
	}
	var done []Settled
	for _, p := range all {
		settled, err := s.settle(ctx, p)
		if err != nil {
			return done, err
		}
		done = append(done, settled)
	}
	if err := s.Git.SweepLocks(); err != nil {
		return done, err
	}
	return done, s.sweepDisplaced()
}

// settle brings one pending operation to its end, or leaves it to a person.
func (s *Store) settle(ctx context.Context, p *pending) (Settled, error) {
	v, reason, err := s.classify(p)
	if err != nil {
		return Settled{}, err
	}
	p.verdict = v
	result := Settled{Operation: p.operation, IDs: p.message.IDs, Op: p.message.Op, Reason: reason}
	if st := p.deciding(); st != nil {
		result.Path = st.Path
	}
	if result.Result, err = s.bringToEnd(ctx, p); v == uncertain {
		s.notify(fmt.Sprintf("operation %s (%s) is uncertain, a person must look: %s", p.operation, p.message.Op, reason))
	}
	return result, err
}

func (s *Store) bringToEnd(ctx context.Context, p *pending) (string, error) {
	switch p.verdict {
	case neverBegun:
		return "never begun", s.dropRef(p)
	case committed:
		return p.word("applied", "undone", "recorded"), s.dropRef(p)
	case finish, takenAlong:
		return p.word("applied", "undone", "recorded"), s.complete(ctx, p)
	case saved:
		if err := s.giveSavedBack(p); err != nil {
			return "", err
		}
		return p.word("failed", "still applied", "not recorded"), s.drop(ctx, p)
	case notDone:
		return p.word("failed", "still applied", "not recorded"), s.drop(ctx, p)
	case waits:
		s.unsettled = append(s.unsettled, p)
		return "waiting", nil
	}
	s.unsettled = append(s.unsettled, p)
	return "uncertain", nil
}

// word picks what a result is called for an apply, an undo and records only.
func (p *pending) word(apply, undo, records string) string {
	switch {
	case p.deciding() == nil:
		return records
	case p.message.Op == "undo":
		return undo
	}
	return apply
}

func (s *Store) dropRef(p *pending) error {
	return s.Git.DeleteRef(p.ref, s.lockWait)
}

// complete writes what is missing of an operation whose deciding file is the
// after, and publishes it on the present tip.
func (s *Store) complete(ctx context.Context, p *pending) error {
	head, err := s.Git.Head()
	if err != nil {
		return err
	}
	w := &work{
		s: s, message: p.message, branch: p.branch, tip: parentOf(p.commit), commit: p.hash, steps: p.steps,
		author: p.commit.Author, committer: p.commit.Committer, resumed: true, aimed: true, folders: map[string]bool{},
	}
	if p.verdict == takenAlong {
		w.message.Commit = head.Hash.String()
		w.tip = plumbing.ZeroHash // the message changes: build it anew
	}
	if err := w.keepStood(p); err != nil {
		return err
	}
	if err := w.resumeSteps(p); err != nil {
		return err
	}
	return w.carryOut(ctx)
}

// keepStood keeps the commit below a resolve that holds what stood there: the
// two move together, or are built anew together.
func (w *work) keepStood(p *pending) error {
	below, err := w.s.stoodBelow(p)
	if err != nil || below == nil {
		return err
	}
	data, present, err := View{store: w.s, tree: below.Tree}.File(p.deciding().Path)
	if err != nil {
		return err
	}
	w.kept = &Bytes{Data: data, Present: present}
	if p.verdict != takenAlong {
		w.tip = parentOf(below)
	}
	return nil
}

// stoodBelow is the commit below a resolve that keeps what stood there; nil
// where there is none.
func (s *Store) stoodBelow(p *pending) (*gitdir.Commit, error) {
	if p.message.Op != resolveWord || len(p.commit.Parents) == 0 || p.deciding() == nil {
		return nil, nil
	}
	below, err := s.Git.Commit(p.commit.Parents[0])
	if err != nil {
		return nil, err
	}
	stood, ok := standingBefore(below.Author.Name, below.Author.Email, below.Message)
	if !ok || stood.operation != p.operation {
		return nil, nil
	}
	return below, nil
}

func parentOf(c *gitdir.Commit) gitdir.Hash {
	if len(c.Parents) == 0 {
		return plumbing.ZeroHash
	}
	return c.Parents[0]
}

// resumeSteps finds out which files are in place already, and stages the rest
// again in a folder of its own.
func (w *work) resumeSteps(p *pending) error {
	stage := filepath.Join(w.s.stage(), string(p.operation))
	if err := os.MkdirAll(stage, 0o755); err != nil {
		return err
	}
	w.folder = stage
	for _, st := range w.steps {
		disk, mode, err := w.s.look(st.Path)
		if err != nil {
			st.left = true
			continue
		}
		if disk.Present {
			st.mode = mode
		}
		st.done = disk.Blob() == st.after
		st.left = !st.done && disk.Blob() != st.before
		if err := w.stageAgain(st); err != nil {
			return err
		}
	}
	return nil
}

// stageAgain makes sure that the stage of a file that is not in place yet
// holds its after, under a number that displaces nothing.
func (w *work) stageAgain(st *step) error {
	if st.done || st.left || !st.After.Present || blobOf(w.stagePath(st)) == st.after {
		return nil
	}
	for st.n = len(w.steps); ; st.n++ {
		if _, err := os.Lstat(w.stagePath(st)); err != nil {
			break
		}
	}
	path := w.stagePath(st)
	if err := w.s.Git.WriteDurable(path, st.After.Data, st.mode); err != nil {
		return err
	}
	return errors.Join(os.Chmod(path, st.mode), w.s.Git.Sync(w.folder))
}

// giveSavedBack puts the text of a person back that an exchange took out at
// the moment of the crash.
func (s *Store) giveSavedBack(p *pending) error {
	st := p.deciding()
	staged, file := s.stagedFile(p, st), s.full(st.Path)
	if aside := staged + asideSuffix; blobOf(aside) != "" {
		return s.Git.Move("recover.back", aside, file)
	}
	return s.giveBack(staged, file, st.after)
}

// drop takes back the records of an operation that changed nothing that
// decides, records that it failed, and lets go of it.
func (s *Store) drop(ctx context.Context, p *pending) error {
	if err := s.putBack(p); err != nil {
		return err
	}
	if s.OnDrop != nil {
		op, err := s.OnDrop(s.dropped(p))
		if err != nil {
			return fmt.Errorf("operation %s: %w", p.operation, err)
		}
		if op != nil {
			if _, err := s.perform(ctx, *op); err != nil {
				return err
			}
		}
	}
	return s.dropRef(p)
}

// dropped gives access to what the commit of a pending operation holds.
func (s *Store) dropped(p *pending) Dropped {
	d := Dropped{Message: p.message, store: s, tree: p.commit.Tree}
	for _, st := range p.steps {
		d.paths = append(d.paths, st.Path)
	}
	return d
}
