package gitdir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// TreeEdit puts a file at a path (with slashes), or removes it where Hash is zero. Mode is ModeFile,
// ModeExec or ModeSymlink.
type TreeEdit struct {
	Path string
	Mode uint32
	Hash Hash
}

// EditTree applies all edits to a tree and returns the id of the new one. The trees that it makes go into
// the pack; those that it reads are looked for there first. Only the bytes of edited entries change.
// Folders are made as needed and vanish when they become empty. Removing what is not there changes
// nothing, and a tree that ends as it began keeps its id and adds nothing to the pack.
//
// Errors: *ClashError for a file where a folder stands (or comes to stand) and the reverse, and for two
// edits of one path; *InvalidPathError; ErrNoObject; ErrDamaged where an edited folder is out of order.
func (d *Dir) EditTree(p *Pack, root Hash, edits []TreeEdit) (Hash, error) {
	sorted, err := sortTreeEdits(edits)
	if err != nil {
		return Hash{}, err
	}
	e := treeEditor{dir: d, pack: p}
	id, empty, err := e.folder(root, sorted, 0)
	if err == nil && empty && root != emptyTree {
		id = p.Add(plumbing.TreeObject, nil)
	}
	return id, err
}

func sortTreeEdits(edits []TreeEdit) ([]TreeEdit, error) {
	sorted := slices.Clone(edits)
	slices.SortFunc(sorted, func(a, b TreeEdit) int { return compareByParts(a.Path, b.Path) })
	for i, e := range sorted {
		if err := checkPath(e.Path); err != nil {
			return nil, err
		}
		if i > 0 && sorted[i-1].Path == e.Path {
			return nil, &ClashError{e.Path, e.Path, "it is edited twice"}
		}
		if e.Hash != plumbing.ZeroHash && e.Mode != ModeFile && e.Mode != ModeExec && e.Mode != ModeSymlink {
			return nil, &InvalidPathError{e.Path, fmt.Sprintf("mode %o is not one of a file", e.Mode)}
		}
	}
	return sorted, nil
}

// compareByParts orders paths part by part, so that what lies in one folder stands together.
func compareByParts(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return partByte(a[i]) - partByte(b[i])
		}
	}
	return len(a) - len(b)
}

func partByte(c byte) int {
	if c == '/' {
		return 0
	}
	return int(c)
}

type treeEditor struct {
	dir  *Dir
	pack *Pack
}

// slot is one name of a folder that edits concern: the name itself, or paths below it, or both.
type slot struct {
	name  string
	path  string     // of the first edit, for messages
	file  *TreeEdit  // nil: no edit of the name itself
	below []TreeEdit // edits of a folder of that name

	fileAt, folderAt span // where the two forms stand, or would stand
	oldFile, oldDir  TreeEntry
	newFile, newDir  TreeEntry
}

// span is a range of raw tree bytes.
type span struct{ from, to int }

// folder edits one folder; skip is the length of its own path in the edits' paths, with the slash.
func (e *treeEditor) folder(id Hash, edits []TreeEdit, skip int) (Hash, bool, error) {
	raw, err := e.raw(id)
	if err != nil {
		return id, false, err
	}
	slots := slotsOf(edits, skip)
	if err := locate(raw, slots); err != nil {
		return id, false, fmt.Errorf("%s: %w", id, err)
	}
	changed := false
	for i := range slots {
		s := &slots[i]
		if err := e.settle(s, skip); err != nil {
			return id, false, err
		}
		changed = changed || s.newFile != s.oldFile || s.newDir != s.oldDir
	}
	if !changed {
		return id, len(raw) == 0, nil
	}
	next := splice(raw, slots)
	if len(next) == 0 {
		return Hash{}, true, nil
	}
	return e.pack.Add(plumbing.TreeObject, next), false, nil
}

func (e *treeEditor) raw(id Hash) ([]byte, error) {
	if kind, data, ok := e.pack.Object(id); ok && kind == plumbing.TreeObject {
		return data, nil
	}
	return e.dir.rawTree(id)
}

// slotsOf groups sorted edits by the next part of their paths.
func slotsOf(edits []TreeEdit, skip int) []slot {
	var slots []slot
	for i := range edits {
		name, _, deeper := strings.Cut(edits[i].Path[skip:], "/")
		if len(slots) == 0 || slots[len(slots)-1].name != name {
			slots = append(slots, slot{name: name, path: edits[i].Path})
		}
		s := &slots[len(slots)-1]
		if deeper {
			s.below = append(s.below, edits[i])
		} else {
			s.file = &edits[i]
		}
	}
	return slots
}

// settle decides what the two forms of a name become.
func (e *treeEditor) settle(s *slot, skip int) error {
	s.newFile, s.newDir = s.oldFile, s.oldDir
	if s.file != nil {
		s.newFile = TreeEntry{}
		if s.file.Hash != plumbing.ZeroHash {
			s.newFile = TreeEntry{Name: s.name, Mode: s.file.Mode, Hash: s.file.Hash}
		}
	}
	if len(s.below) > 0 {
		id, empty, err := e.folder(s.oldDir.Hash, s.below, skip+len(s.name)+1)
		if err != nil {
			return err
		}
		if s.newDir.Hash = id; empty {
			s.newDir = TreeEntry{}
		} else if s.oldDir == (TreeEntry{}) {
			s.newDir = TreeEntry{Name: s.name, Mode: ModeFolder, Hash: id}
		}
	}
	if s.newFile == (TreeEntry{}) || s.newDir == (TreeEntry{}) {
		return s.checkRemoval(skip)
	}
	where := s.path[:skip+len(s.name)]
	if len(s.below) > 0 {
		return &ClashError{s.below[0].Path, where, "one of them would be a file and a folder"}
	}
	return &ClashError{s.path, where + "/", "a folder stands there"}
}

// checkRemoval refuses to remove a folder by its bare name.
func (s *slot) checkRemoval(skip int) error {
	if s.file != nil && s.file.Hash == plumbing.ZeroHash && s.newDir != (TreeEntry{}) && len(s.below) == 0 {
		return &ClashError{s.path, s.path[:skip+len(s.name)] + "/", "a folder stands there"}
	}
	return nil
}
