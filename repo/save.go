package repo

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Save puts bytes into a working file in one step, as an editor would, if it
// still holds before; else it is a *ConflictError and what stands there stays.
// It makes no commit: what it wrote is a hand edit until somebody adopts it.
// It is for a plan of Run, which holds the store lock.
func (s *Store) Save(rel string, before, after Bytes) error {
	disk, mode, err := s.look(rel)
	if err != nil {
		return err
	}
	if !disk.Equal(before) {
		return &ConflictError{Path: rel, Reason: "it was saved by somebody else meanwhile"}
	}
	if !disk.Present {
		mode = 0o644
	}
	staged, file := filepath.Join(s.Git.Private(), "saved"), s.full(rel)
	if err := errors.Join(s.Git.WriteDurable(staged, after.Data, mode), os.Chmod(staged, mode)); err != nil {
		return err
	}
	if err := s.putSaved(rel, staged, file, before, after); err != nil {
		if blobOf(staged) == after.Blob() {
			err = errors.Join(err, os.Remove(staged))
		}
		return err
	}
	return errors.Join(s.Git.Sync(filepath.Dir(file)), ignoreAbsent(os.Remove(staged)))
}

func (s *Store) putSaved(rel, staged, file string, before, after Bytes) error {
	conflict := &ConflictError{Path: rel, Reason: "somebody saved it at this moment; what they saved stands"}
	if !before.Present {
		err := s.Git.Move("save.create", staged, file)
		if errors.Is(err, fs.ErrExist) {
			return conflict
		}
		return err
	}
	if err := s.swapFiles("save.exchange", staged, file); err != nil {
		return err
	}
	if blobOf(staged) == before.Blob() {
		return nil
	}
	return errors.Join(conflict, s.giveBack(staged, file, after.Blob()))
}
