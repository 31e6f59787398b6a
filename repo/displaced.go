package repo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Kept is text that a late writer put into a file that an operation had just
// replaced. It is shown until a person takes or deletes it.
type Kept struct {
	Path string // of the store
	File string // where the text lies
}

// sweepDisplaced looks at what former operations displaced, drops what is
// known, and keeps and names what is somebody's text.
func (s *Store) sweepDisplaced() error {
	s.spare = ""
	if err := s.retireStages(); err != nil {
		return err
	}
	folders, err := os.ReadDir(s.displaced())
	if err != nil {
		return ignoreAbsent(err)
	}
	for _, f := range folders {
		folder := filepath.Join(s.displaced(), f.Name())
		kept := keptIn(folder)
		for _, k := range kept {
			s.notify(fmt.Sprintf("%s: text that was saved while an operation replaced the file is kept in %s", k.Path, k.File))
		}
		if len(kept) > 0 {
			continue
		}
		if err := s.discard(folder); err != nil {
			return err
		}
	}
	return nil
}

// discard empties a folder and keeps it for the next stage, since making a
// folder costs more than all else in it; a second one is removed.
func (s *Store) discard(folder string) error {
	if err := s.Git.At("op.discard"); err != nil {
		return err
	}
	if s.spare != "" {
		return os.RemoveAll(folder)
	}
	names, err := os.ReadDir(folder)
	for _, n := range names {
		err = errors.Join(err, os.RemoveAll(filepath.Join(folder, n.Name())))
	}
	if err == nil {
		s.spare = folder
	}
	return err
}

// makeStage makes the empty folder of an operation.
func (s *Store) makeStage(folder string) error {
	spare := s.spare
	s.spare = ""
	if spare != "" && s.Git.Rename("op.stage", spare, folder) == nil {
		return nil
	}
	return os.MkdirAll(folder, 0o755)
}

// retireStages moves the stages whose operation is over aside.
func (s *Store) retireStages() error {
	stages, err := os.ReadDir(s.stage())
	if err != nil || len(stages) == 0 {
		return ignoreAbsent(err)
	}
	pending, err := s.Git.Refs(opRefs)
	if err != nil {
		return err
	}
	busy := map[string]bool{}
	for _, r := range pending {
		op, _, _ := strings.Cut(strings.TrimPrefix(r.Name, opRefs), "=")
		busy[op] = true
	}
	for _, d := range stages {
		if busy[d.Name()] {
			continue
		}
		if err := s.retire(filepath.Join(s.stage(), d.Name())); err != nil {
			return err
		}
	}
	return nil
}

// keptIn names the files of a retired stage that are neither the before nor
// the after of their path. Without a readable plan, which only a power failure
// can leave, every numbered file is somebody's until a person has looked.
func keptIn(folder string) []Kept {
	plan, err := readPlan(folder)
	if err != nil {
		return unplanned(folder)
	}
	var kept []Kept
	for _, p := range plan {
		for _, name := range []string{strconv.Itoa(p.N), strconv.Itoa(p.N) + asideSuffix} {
			file := filepath.Join(folder, name)
			blob := blobOf(file)
			if blob != "" && blob != p.Before && blob != p.After {
				kept = append(kept, Kept{Path: p.Path, File: file})
			}
		}
	}
	return kept
}

func unplanned(folder string) []Kept {
	names, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var kept []Kept
	for _, n := range names {
		if _, err := strconv.Atoi(strings.TrimSuffix(n.Name(), asideSuffix)); err == nil {
			kept = append(kept, Kept{Path: "a file of an operation", File: filepath.Join(folder, n.Name())})
		}
	}
	return kept
}

// Kept lists the text of late writers that waits for a person.
func (s *Store) Kept() ([]Kept, error) {
	folders, err := os.ReadDir(s.displaced())
	if err != nil {
		return nil, ignoreAbsent(err)
	}
	var kept []Kept
	for _, f := range folders {
		kept = append(kept, keptIn(filepath.Join(s.displaced(), f.Name()))...)
	}
	return kept, nil
}

func ignoreAbsent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
