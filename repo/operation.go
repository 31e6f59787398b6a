package repo

import (
	"context"
	"errors"
	"fmt"

	"gitmem/memfile"
	"gitmem/repo/signers"
)

// Change is one path of an operation with its exact bytes before and after.
type Change struct {
	Path          string
	Before, After Bytes

	// Decides marks the one path, a resident file or a SKILL.md, by whose bytes
	// recovery tells whether the operation took place.
	Decides bool
	// Standing says that the after already stands on disk and is not replaced:
	// an adopt.
	Standing bool
	// Edited says that the before is what the caller read and validated,
	// whatever HEAD holds: a candidate that a person edited by hand.
	Edited bool
	// Wipe says that the displaced before must not stay in the private folder
	// until the next operation: it holds a credential.
	Wipe bool

	staged []string // blobs that git's index may have besides: those of an interrupted operation
}

// Person is a name and an address as git writes them.
type Person struct {
	Name, Email string
}

// Operation is one effect on files; it becomes one commit.
type Operation struct {
	Message memfile.Message
	Changes []Change
	// Author is who did it; the zero Person stands for the person's own git
	// identity. The committer is always the latter.
	Author Person
	// Decision says that a person decided: the commit is signed where the
	// person's git configuration asks for it.
	Decision bool
	// MustSign refuses the operation, with ErrUnsigned, where the commit would
	// not carry an ssh signature, and, with a *signers.UnknownError, where it is
	// not by one of the keys that Signers allows the committer.
	MustSign bool
	Signers  *signers.List
}

// Result tells what became of an operation. Before and After are blob ids of
// the deciding path, empty where it is absent or nothing decides.
type Result struct {
	Commit    string
	Operation memfile.ID
	Before    string
	After     string
}

// Run takes the store lock, settles what a crash left, and lets plan look at
// the files and say what to do. Then it carries the operation out. A nil
// operation changes nothing.
//
// Errors: *gitdir.LockedError, *StateError, *DriftError, *ConflictError,
// *UnsafePathError and *UncertainError mean that nothing was changed;
// *UnfinishedError that recovery has to look; any other comes from plan or
// from the disk before anything was changed.
func (s *Store) Run(ctx context.Context, plan func() (*Operation, error)) (Result, error) {
	result, err := s.locked(ctx, func() (Result, error) {
		op, err := plan()
		if err != nil || op == nil {
			return Result{}, err
		}
		return s.perform(ctx, *op)
	})
	if err == nil && result.Commit != "" {
		s.Upkeep()
	}
	return result, err
}

// locked runs a body under the store lock, with nothing pending that can be
// settled.
func (s *Store) locked(ctx context.Context, body func() (Result, error)) (Result, error) {
	release, err := s.lock(ctx)
	if err != nil {
		return Result{}, err
	}
	defer release()
	if _, err := s.settleAll(ctx); err != nil {
		return Result{}, err
	}
	return body()
}

// perform carries one operation out; the store lock is held.
func (s *Store) perform(ctx context.Context, op Operation) (Result, error) {
	w, err := s.prepare(op)
	if err != nil {
		return Result{}, err
	}
	if err := w.pin(); err != nil {
		return Result{}, w.abandon(err)
	}
	if err := w.carryOut(ctx); err != nil {
		return Result{}, err
	}
	return w.result(), nil
}

// carryOut is everything after the pin; recovery enters here too.
func (w *work) carryOut(ctx context.Context) error {
	if err := w.lockGit(ctx); err != nil {
		return w.abandon(err)
	}
	if err := w.check(); err != nil { // once more, now that git cannot move
		return w.abandon(err)
	}
	if err := w.stageIndex(); err != nil {
		return w.abandon(err)
	}
	if err := w.switchFiles(); err != nil {
		return w.giveUp(err)
	}
	if err := w.publish(); err != nil {
		w.unlockGit()
		return &UnfinishedError{Operation: w.message.Operation, Err: err}
	}
	w.tidy()
	return nil
}

// giveUp abandons an operation whose files are all as they were, and leaves
// one that could not be taken back to recovery.
func (w *work) giveUp(why error) error {
	if errors.As(why, new(*UnfinishedError)) {
		w.unlockGit()
		return why
	}
	return w.abandon(why)
}

func (w *work) result() Result {
	r := Result{Commit: w.commit.String(), Operation: w.message.Operation}
	for _, st := range w.steps {
		if st.Decides {
			r.Before, r.After = st.Before.Blob(), st.After.Blob()
		}
	}
	return r
}

// validate refuses an operation that the protocol could not carry.
func (op Operation) validate() error {
	decides, seen := 0, map[string]bool{}
	for _, c := range op.Changes {
		if seen[c.Path] {
			return fmt.Errorf("%s: stands twice in one operation", c.Path)
		}
		seen[c.Path] = true
		if c.Decides && !c.Standing {
			decides++
		}
	}
	if decides > 1 {
		return fmt.Errorf("operation %s: more than one path decides", op.Message.Operation)
	}
	return nil
}
