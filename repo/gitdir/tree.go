package gitdir

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// The modes of tree entries.
const (
	ModeFile    uint32 = 0o100644
	ModeExec    uint32 = 0o100755
	ModeSymlink uint32 = 0o120000
	ModeGitlink uint32 = 0o160000 // a submodule's commit
	ModeFolder  uint32 = 0o040000
)

const modeKind uint32 = 0o170000

// TreeEntry is one name in a tree. The zero TreeEntry stands for absence.
type TreeEntry struct {
	Name string
	Mode uint32
	Hash Hash
}

// IsFolder says whether the entry is a tree.
func (e TreeEntry) IsFolder() bool { return e.Mode&modeKind == ModeFolder }

// rawEntry is one entry of raw tree bytes; name and id point into them.
type rawEntry struct {
	mode uint32
	name []byte
	id   []byte
	size int // bytes of the whole entry
}

func (e rawEntry) isFolder() bool { return e.mode&modeKind == ModeFolder }

func (e rawEntry) entry() TreeEntry {
	return TreeEntry{Name: string(e.name), Mode: e.mode, Hash: Hash(e.id)}
}

// firstEntry cuts the first entry off raw tree bytes that are not empty.
func firstEntry(raw []byte) (rawEntry, error) {
	var e rawEntry
	i := 0
	for ; i < len(raw) && raw[i] != ' '; i++ {
		if raw[i] < '0' || raw[i] > '7' || i == 7 {
			return e, damaged("tree", "%.10q is not a mode", raw)
		}
		e.mode = e.mode<<3 | uint32(raw[i]-'0')
	}
	if i == 0 || i == len(raw) {
		return e, damaged("tree", "an entry has no mode")
	}
	n := bytes.IndexByte(raw[i+1:], 0)
	e.size = i + 1 + n + 1 + 20
	if n <= 0 || e.size > len(raw) {
		return e, damaged("tree", "an entry is cut short")
	}
	e.name, e.id = raw[i+1:i+1+n], raw[e.size-20:e.size]
	if bytes.IndexByte(e.name, '/') >= 0 {
		return e, damaged("tree", "the name %q holds a slash", e.name)
	}
	return e, nil
}

// compareEntries is git's order of a tree: bytes, with folders as if their names ended in a slash.
func compareEntries(a []byte, aFolder bool, b []byte, bFolder bool) int {
	n := min(len(a), len(b))
	if c := bytes.Compare(a[:n], b[:n]); c != 0 {
		return c
	}
	return int(nextByte(a, n, aFolder)) - int(nextByte(b, n, bFolder))
}

func nextByte(name []byte, n int, folder bool) byte {
	if n < len(name) {
		return name[n]
	}
	if folder {
		return '/'
	}
	return 0
}

// rawTree reads the bytes of a tree; the zero id is the tree of a repository without commits.
func (d *Dir) rawTree(h Hash) ([]byte, error) {
	if h == plumbing.ZeroHash {
		return nil, nil
	}
	return d.typed(h, plumbing.TreeObject)
}

// Tree lists one folder, in git's order. Names come as they stand: a hostile tree can hold `..` or `.git`.
// Errors: ErrNoObject, ErrDamaged.
func (d *Dir) Tree(h Hash) ([]TreeEntry, error) {
	raw, err := d.rawTree(h)
	if err != nil {
		return nil, err
	}
	var entries []TreeEntry
	for len(raw) > 0 {
		e, err := firstEntry(raw)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", h, err)
		}
		entries = append(entries, e.entry())
		raw = raw[e.size:]
	}
	return entries, nil
}

// Lookup finds a path (with slashes) below a tree, without listing more than the folders on its way.
func (d *Dir) Lookup(tree Hash, path string) (TreeEntry, bool, error) {
	for {
		name, rest, more := strings.Cut(path, "/")
		raw, err := d.rawTree(tree)
		if err != nil {
			return TreeEntry{}, false, err
		}
		e, ok, err := lookupRaw(raw, name)
		if err != nil {
			return TreeEntry{}, false, fmt.Errorf("%s: %w", tree, err)
		}
		if !ok || !more {
			return e, ok, nil
		}
		if !e.IsFolder() {
			return TreeEntry{}, false, nil
		}
		tree, path = e.Hash, rest
	}
}

func lookupRaw(raw []byte, name string) (TreeEntry, bool, error) {
	for len(raw) > 0 {
		e, err := firstEntry(raw)
		if err != nil {
			return TreeEntry{}, false, err
		}
		if string(e.name) == name {
			return e.entry(), true, nil
		}
		raw = raw[e.size:]
	}
	return TreeEntry{}, false, nil
}
