package repo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gitmem/repo/gitdir"
)

// switchFiles puts the deciding file in place, then the records. A conflict on
// the deciding one changes nothing; a record that somebody saved stays theirs.
// Where the disk fails, what was switched goes back.
func (w *work) switchFiles() error {
	for i, st := range w.steps {
		if st.done || st.Standing {
			continue
		}
		err := w.swap(st)
		switch {
		case err == nil:
		case !st.Decides && errors.As(err, new(*ConflictError)):
			st.left = true
			w.s.notify(fmt.Sprintf("%s: left as it is, since somebody saved it at this moment; the commit holds the record", st.Path))
		case w.resumed:
			return err
		default:
			return errors.Join(err, w.switchBack(w.steps[:i]))
		}
		if st.Decides {
			if err := w.s.Git.At("op.replaced"); err != nil {
				return errors.Join(err, w.switchBack(w.steps[:i+1]))
			}
		}
	}
	return w.s.Git.At("op.records")
}

// switchBack undoes what was switched, the last first.
func (w *work) switchBack(steps []*step) error {
	for i := len(steps) - 1; i >= 0; i-- {
		st := steps[i]
		if st.done || st.Standing || st.left {
			continue
		}
		staged, file := w.stagePath(st), w.s.full(st.Path)
		var err error
		switch {
		case st.before == "":
			err = w.s.Git.Move("op.back", file, staged)
		case !st.After.Present:
			err = w.s.Git.Move("op.back", staged, file)
		default:
			err = w.s.giveBack(staged, file, st.after)
		}
		if err != nil {
			return &UnfinishedError{Operation: w.message.Operation, Err: err}
		}
	}
	return nil
}

// swap puts one after in place in one step and looks at what came out. What
// is not the expected before was saved by somebody at this moment: it goes back.
func (w *work) swap(st *step) error {
	staged, file := w.stagePath(st), w.s.full(st.Path)
	switch {
	case st.before == "":
		err := w.s.Git.Move("op.create", staged, file)
		if errors.Is(err, fs.ErrExist) {
			return &ConflictError{Path: st.Path, Reason: "somebody created it at this moment"}
		}
		return err
	case !st.After.Present:
		if err := w.s.Git.Move("op.remove", file, staged); err != nil {
			return err
		}
		if blobOf(staged) == st.before {
			return nil
		}
		return errors.Join(&ConflictError{Path: st.Path, Reason: "somebody saved it at this moment; what they saved stands"},
			w.s.Git.Move("op.back", staged, file))
	}
	return w.exchange(st, staged, file)
}

func (w *work) exchange(st *step, staged, file string) error {
	err := w.s.swapFiles("op.exchange", staged, file)
	if err != nil {
		return err
	}
	if blobOf(staged) == st.before {
		return nil
	}
	conflict := &ConflictError{Path: st.Path, Reason: "somebody saved it at this moment; what they saved stands"}
	return errors.Join(conflict, w.s.giveBack(staged, file, st.after))
}

// giveBack undoes an exchange. What comes out must be ours; if it is not, a
// person saved a second time, and their newest text goes back once more.
func (s *Store) giveBack(staged, file, ours string) error {
	for range 10 {
		if err := s.swapFiles("op.back", staged, file); err != nil {
			return err
		}
		if blobOf(staged) == ours {
			return nil
		}
		ours = blobOf(file)
	}
	return fmt.Errorf("%s: somebody keeps saving it; an earlier text is kept in %s", file, staged)
}

// swapFiles exchanges two files; where the file system cannot do it in one
// step, the old one moves aside first, and the new one never overwrites.
func (s *Store) swapFiles(step, staged, file string) error {
	err := s.Git.Exchange(step, staged, file)
	if !errors.Is(err, gitdir.ErrNoExchange) {
		return err
	}
	aside := staged + asideSuffix
	if err := s.Git.Move(step, file, aside); err != nil {
		return err
	}
	if err := s.Git.Move(step, staged, file); err != nil {
		return errors.Join(err, s.Git.Move(step, aside, file))
	}
	return s.Git.Rename(step, aside, staged)
}

// asideSuffix marks a file that was moved out of the way.
const asideSuffix = ".out"

// blobOf is the blob id of a file in a stage, empty where there is none.
func blobOf(path string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return Of(data).Blob()
}
