package repo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gitmem/repo/gitdir"
)

// Ailment is one thing about a store's folder that a person should know.
type Ailment struct {
	Path    string
	Message string
	Hint    string
	Serious bool // work will fail, or something is damaged already
}

// manySmallPacks is from how many packs on a repository should be tidied.
const manySmallPacks = farTooMany

// Health looks for what a crash of the machine, an unusual disk or another
// program has left in a store's git directory. It changes nothing but probe
// files of its own in gitmem's private folder, which it removes.
func (s *Store) Health() ([]Ailment, error) {
	var all []Ailment
	for _, look := range []func() ([]Ailment, error){s.emptyFiles, s.leftLocks, s.smallPacks, s.diskAbilities, s.attributesKept} {
		found, err := look()
		if err != nil {
			return all, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// emptyFiles finds loose objects and references without content: the machine
// stopped before they reached the disk.
func (s *Store) emptyFiles() ([]Ailment, error) {
	var all []Ailment
	for _, top := range []string{"objects", "refs"} {
		err := walkFiles(filepath.Join(s.Git.Common, top), func(path string, info fs.FileInfo) {
			if info.Size() == 0 && !strings.HasSuffix(path, ".lock") && !strings.HasSuffix(path, ".keep") {
				all = append(all, Ailment{Path: path, Serious: true, Message: "empty: git did not bring it to the disk before the machine stopped", Hint: "`git fsck` says what is missing; the reflog has the former commits"})
			}
		})
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// leftLocks finds lock files, and says whose they are.
func (s *Store) leftLocks() ([]Ailment, error) {
	var all []Ailment
	look := func(path string, info fs.FileInfo) {
		if !strings.HasSuffix(path, ".lock") {
			return
		}
		found := Ailment{Path: path, Message: fmt.Sprintf("a lock of git or of another program, %s old", s.now().Sub(info.ModTime()).Round(time.Second)), Hint: "if no program is at work in this store, delete the file"}
		if s.Git.Ours(path) {
			found.Message, found.Hint = "a lock that gitmem holds, or that a crash of it left", "the next command that writes takes it over"
		}
		all = append(all, found)
	}
	names, err := os.ReadDir(s.Git.Common)
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		if info, err := n.Info(); err == nil && info.Mode().IsRegular() {
			look(filepath.Join(s.Git.Common, n.Name()), info)
		}
	}
	return all, walkFiles(filepath.Join(s.Git.Common, "refs"), look)
}

func walkFiles(top string, visit func(path string, info fs.FileInfo)) error {
	return filepath.WalkDir(top, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return ignoreGone(err)
		}
		if e.Type().IsRegular() {
			info, err := e.Info()
			if err != nil {
				return ignoreGone(err)
			}
			visit(path, info)
		}
		return nil
	})
}

// ignoreGone: another program may be at work in the folder.
func ignoreGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (s *Store) smallPacks() ([]Ailment, error) {
	n, err := s.Git.SmallPacks()
	if err != nil || n <= manySmallPacks {
		return nil, err
	}
	return []Ailment{{Path: filepath.Join(s.Git.Common, "objects", "pack"), Message: fmt.Sprintf("%d small packs", n), Hint: "`git -C \"$(gitmem path)\" maintenance run --task=gc` joins them"}}, nil
}

// diskAbilities tries what an operation needs of the disk below.
func (s *Store) diskAbilities() ([]Ailment, error) {
	if err := os.MkdirAll(s.Git.Private(), 0o755); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp(s.Git.Private(), "doctor-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	a, b := filepath.Join(folder, "a"), filepath.Join(folder, "b")
	if err := errors.Join(os.WriteFile(a, []byte("a"), 0o644), os.WriteFile(b, []byte("b"), 0o644)); err != nil {
		return nil, err
	}
	var all []Ailment
	switch err := s.Git.Exchange("doctor", a, b); {
	case errors.Is(err, gitdir.ErrNoExchange):
		all = append(all, Ailment{Path: s.Root, Message: "this file system cannot exchange two files in one step; a reader may miss a file for a moment"})
	case err != nil:
		return all, err
	}
	if err := os.Link(a, filepath.Join(folder, "c")); err != nil {
		all = append(all, Ailment{Path: s.Root, Message: "this file system has no hard links; after a crash a lock may have to be deleted by hand"})
	}
	return all, nil
}

// attributesKept compares .gitattributes with what Init wrote.
func (s *Store) attributesKept() ([]Ailment, error) {
	data, err := s.Read(".gitattributes")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if strings.Contains(string(data), gitAttributes) {
		return nil, nil
	}
	return []Ailment{{Path: filepath.Join(s.Root, ".gitattributes"), Message: "does not keep git from converting files any more", Hint: "put back the line: " + strings.TrimSpace(gitAttributes)}}, nil
}
