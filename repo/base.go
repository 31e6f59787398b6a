package repo

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
	"gitmem/repo/gitdir"
)

// Base is what the newest operation left at a path: what prompts get, and what
// every other content of that path is drift from.
type Base struct {
	Blob      string // empty: absent, or no operation has named the path
	Commit    string // of that operation, empty where there is none
	Operation memfile.ID
}

// Base finds the base of a resident file or a skill at HEAD. The answer is
// cached by the id of HEAD; the cache is never needed.
func (s *Store) Base(path string) (Base, error) {
	head, err := s.Git.Head()
	if err != nil || head.Hash == plumbing.ZeroHash {
		return Base{}, err
	}
	known := s.loadBases()
	if known.Head == hexOf(head.Hash) {
		if b, ok := known.Bases[path]; ok {
			return b, nil
		}
	}
	b, err := s.findBase(head.Hash, path, known)
	if err != nil {
		return Base{}, err
	}
	if known.Head != hexOf(head.Hash) {
		known = bases{Head: hexOf(head.Hash)}
	}
	known.set(path, b)
	s.saveBases(known)
	return b, nil
}

// findBase walks back to the newest operation that names the path, or to the
// commit for which the cache knows the answer.
func (s *Store) findBase(head gitdir.Hash, path string, known bases) (Base, error) {
	var found Base
	err := s.walk(head, nil, func(c *gitdir.Commit) (bool, error) {
		if b, ok := known.Bases[path]; ok && known.Head == c.Hash.String() {
			found = b
			return false, nil
		}
		m, ok := memfile.ParseMessage(c.Message)
		if !ok {
			return true, nil
		}
		for _, p := range m.Paths {
			if p.Path == path {
				found = Base{Blob: p.After, Commit: c.Hash.String(), Operation: m.Operation}
				return false, nil
			}
		}
		return true, nil
	})
	return found, err
}

// bases is the private cache: the bases of paths at one HEAD.
type bases struct {
	Head  string          `json:"head"`
	Bases map[string]Base `json:"bases"`
	Sum   string          `json:"sum"` // of the rest: the file is written in place
}

const basesName = "bases.json"

// sum is the digest by which a torn file is seen.
func (b bases) sum() string {
	b.Sum = ""
	data, _ := json.Marshal(b)
	return memfile.Digest(data)
}

func (b *bases) set(path string, base Base) {
	if b.Bases == nil {
		b.Bases = map[string]Base{}
	}
	b.Bases[path] = base
}

// CachePath is where a private cache of this store lies.
func (s *Store) CachePath(name string) string { return filepath.Join(s.State, "caches", name) }

func (s *Store) loadBases() bases {
	var b bases
	data, err := os.ReadFile(s.CachePath(basesName))
	if err != nil || json.Unmarshal(data, &b) != nil || b.Sum != b.sum() {
		return bases{}
	}
	return b
}

// saveBases writes the cache as well as it can: without it, the history is walked.
func (s *Store) saveBases(b bases) {
	b.Sum = b.sum()
	if data, err := json.Marshal(b); err == nil {
		_ = s.overwriteCache(basesName, data)
	}
}

// SaveCache replaces a private cache file in one step. It is not synced:
// whoever reads it must be able to do without it, and to see that it is torn.
func (s *Store) SaveCache(name string, data []byte) error {
	path := s.CachePath(name)
	next := path + ".new" + string(s.ID[len(s.ID)-4:])
	err := os.WriteFile(next, data, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		err = os.WriteFile(next, data, 0o600)
	}
	if err != nil {
		return err
	}
	return os.Rename(next, path)
}

// overwriteCache writes a small cache file in place, which costs less than a
// new file. The file carries a checksum, since a reader can meet it half written.
func (s *Store) overwriteCache(name string, data []byte) error {
	info, err := os.Lstat(s.CachePath(name))
	if err != nil || !info.Mode().IsRegular() {
		return s.SaveCache(name, data) // replaces a link instead of following it
	}
	f, err := os.OpenFile(s.CachePath(name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(data, 0)
	return errors.Join(err, f.Truncate(int64(len(data))), f.Close())
}

// remember carries the cache over one operation of our own.
func (s *Store) remember(w *work) {
	known := s.loadBases()
	if w.resumed || known.Head != hexOf(w.tip) {
		return
	}
	known.Head = w.commit.String()
	for _, p := range w.message.Paths {
		known.set(p.Path, Base{Blob: p.After, Commit: known.Head, Operation: w.message.Operation})
	}
	s.saveBases(known)
}
