package gitdir

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// packsHeldOpen bounds the pack files that stay open between reads.
const packsHeldOpen = 24

// packSet is what is known of the packs. The zero value knows nothing yet.
type packSet struct {
	mu      sync.Mutex
	listed  bool
	folders []string // objects folders, the own one first
	list    []*pack  // newest first; the slice is never changed, only replaced
	held    []*pack  // whose files are open, oldest first
}

// pack is one pack with its idx file.
type pack struct {
	base    string // path without ".pack"
	changed time.Time

	mu  sync.RWMutex // guards idx
	idx *packIndex

	file  *os.File // guarded by packSet.mu, as are the two below
	size  int64
	users int // reads under way; the file is not closed under them
}

// packList lists the packs, reading the folders only the first time.
func (d *Dir) packList() ([]*pack, error) {
	d.packs.mu.Lock()
	list, listed := d.packs.list, d.packs.listed
	d.packs.mu.Unlock()
	if listed {
		return list, nil
	}
	if _, err := d.relist(); err != nil {
		return nil, err
	}
	d.packs.mu.Lock()
	defer d.packs.mu.Unlock()
	return d.packs.list, nil
}

// relist reads the folders again and says whether anything has changed. A pack that is still there keeps
// what was read of it. A folder is not read in one step: what moves meanwhile can be missed once.
func (d *Dir) relist() (bool, error) {
	folders := alternates(filepath.Join(d.Common, "objects"))
	var found []*pack
	for i, folder := range folders {
		packs, err := listPacks(filepath.Join(folder, "pack"))
		if err != nil && i == 0 {
			return false, err
		}
		found = append(found, packs...)
	}
	s := &d.packs
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.list
	s.folders, s.listed = folders, true
	s.list = s.carryOver(found)
	return !slices.Equal(before, s.list), s.trim(packsHeldOpen)
}

func listPacks(folder string) ([]*pack, error) {
	names, err := os.ReadDir(folder)
	if err != nil {
		return nil, ignoreMissing(err)
	}
	var packs []*pack
	for _, n := range names {
		base, ok := strings.CutSuffix(n.Name(), ".idx")
		if !ok {
			continue
		}
		info, err := n.Info()
		if err != nil {
			continue // gone since the folder was listed
		}
		packs = append(packs, &pack{base: filepath.Join(folder, base), changed: info.ModTime()})
	}
	slices.SortFunc(packs, func(a, b *pack) int {
		return cmp.Or(b.changed.Compare(a.changed), cmp.Compare(a.base, b.base))
	})
	return packs, nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// carryOver puts the packs that are known already in the place of those just found, and lets go of the
// others.
func (s *packSet) carryOver(found []*pack) []*pack {
	known := make(map[string]*pack, len(s.list))
	for _, p := range s.list {
		known[p.base] = p
	}
	for i, p := range found {
		if old := known[p.base]; old != nil && old.changed.Equal(p.changed) {
			found[i] = old
			delete(known, p.base)
		}
	}
	for _, gone := range known {
		_ = gone.forgetIndex()
	}
	return found
}

// open gives the pack's file, which stays open until done is called and for a while after.
func (s *packSet) open(p *pack) (*os.File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.file == nil {
		f, err := os.Open(p.base + ".pack")
		if err != nil {
			return nil, err
		}
		if p.size, err = checkPackHeader(f); err != nil {
			return nil, errors.Join(err, f.Close())
		}
		p.file = f
		s.held = append(s.held, p)
	}
	p.users++
	return p.file, s.trim(packsHeldOpen)
}

func (s *packSet) done(p *pack) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.users--
}

// trim closes files that nobody reads, oldest first, and packs that have left the list, until at most
// limit are open.
func (s *packSet) trim(limit int) error {
	var err error
	kept := s.held[:0]
	excess := len(s.held) - limit
	for _, p := range s.held {
		idle := p.users == 0
		if !idle || (excess <= 0 && slices.Contains(s.list, p)) {
			kept = append(kept, p)
			continue
		}
		err = errors.Join(err, p.file.Close())
		p.file = nil
		excess--
	}
	s.held = kept
	return err
}

func (s *packSet) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.trim(0)
	for _, p := range s.list {
		err = errors.Join(err, p.forgetIndex())
	}
	return err
}

// checkPackHeader returns the size of a pack file whose first bytes are right.
func checkPackHeader(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	var head [12]byte
	if _, err := f.ReadAt(head[:], 0); err != nil || info.Size() < 32 {
		return 0, damaged(f.Name(), "it is too short for a pack")
	}
	if string(head[:4]) != "PACK" || head[4] != 0 || head[5] != 0 || head[6] != 0 || (head[7] != 2 && head[7] != 3) {
		return 0, damaged(f.Name(), "it does not begin like a pack")
	}
	return info.Size(), nil
}

// eachPack tries the packs that have an object, newest first, until use succeeds. Packs that cannot be
// read are passed over, and named in the error where none was of use.
func (d *Dir) eachPack(h Hash, use func(p *pack, at int64) error) error {
	list, err := d.packList()
	if err != nil {
		return err
	}
	var bad error
	for _, p := range list {
		at, ok, err := p.find(h)
		if ok {
			err = use(p, at)
		}
		if ok && err == nil {
			return nil
		}
		bad = errors.Join(bad, err)
	}
	if bad == nil {
		bad = fmt.Errorf("object %s: %w", h, ErrNoObject)
	}
	return bad
}
