package gitdir

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
)

// checkClashes refuses new paths that cannot stand beside what the index holds or comes to hold.
func (x *Index) checkClashes(changes []change) error {
	after := afterEdit{index: x, removed: map[string]bool{}, added: map[string]bool{}, folded: map[string]string{}}
	var added []string
	for _, c := range changes {
		switch {
		case c.Remove:
			after.removed[c.Path] = true
		case !c.there:
			added = append(added, c.Path)
			after.added[c.Path] = true
		}
	}
	for _, path := range added {
		if err := after.checkFolders(path); err != nil {
			return err
		}
		if err := after.checkAdded(path); err != nil {
			return err
		}
	}
	return after.checkCase(added)
}

// afterEdit is what the index will hold.
type afterEdit struct {
	index   *Index
	removed map[string]bool
	added   map[string]bool
	folded  map[string]string // new paths by their lower-case form
}

// checkFolders looks for a file where a folder of the path would be, and for files below the path.
func (a afterEdit) checkFolders(path string) error {
	for i := range len(path) {
		if path[i] != '/' {
			continue
		}
		folder := path[:i]
		if a.added[folder] {
			return &ClashError{path, folder, "one of them would be a file and a folder"}
		}
		if _, there := a.index.Entry(folder); there && !a.removed[folder] {
			return &ClashError{path, folder, "a file stands where a folder is needed"}
		}
	}
	for n := a.index.search(path + "/"); n < a.index.Len(); n++ {
		name := string(a.index.name(n))
		if !strings.HasPrefix(name, path+"/") {
			return nil
		}
		if !a.removed[name] {
			return &ClashError{path, name, "a folder stands there"}
		}
	}
	return nil
}

// checkAdded compares a new path with the new ones before it.
func (a afterEdit) checkAdded(path string) error {
	key := strings.ToLower(strings.ToUpper(path))
	if other, there := a.folded[key]; there {
		return &ClashError{path, other, "they differ only in case"}
	}
	a.folded[key] = path
	return nil
}

// checkCase looks at every entry once for one that differs from a new path only in case. The last eight
// bytes decide nearly always.
func (a afterEdit) checkCase(added []string) error {
	if len(added) == 0 {
		return nil
	}
	byTail := make(map[uint64][]string, len(added))
	for _, path := range added {
		tail := foldedTail([]byte(path))
		byTail[tail] = append(byTail[tail], path)
	}
	wide := byTail[wideTail]
	for n := range a.index.Len() {
		name := a.index.name(n)
		near := wide
		switch tail := foldedTail(name); {
		case tail == wideTail:
			near = added
		case len(wide) == 0:
			near = byTail[tail]
		case len(byTail[tail]) > 0:
			near = append(slices.Clone(wide), byTail[tail]...)
		}
		for _, path := range near {
			if bytes.EqualFold(name, []byte(path)) && !a.removed[string(name)] {
				return &ClashError{path, string(name), "they differ only in case"}
			}
		}
	}
	return nil
}

// wideTail stands for the end of a name that must be compared letter by letter.
const wideTail = 0

// foldedTail is the end of a name as a number, equal for names that differ only in the case of ASCII
// letters, and wideTail for short names and where other letters are in it.
func foldedTail(name []byte) uint64 {
	if len(name) < 8 {
		return wideTail
	}
	tail := binary.LittleEndian.Uint64(name[len(name)-8:])
	if tail&0x8080808080808080 != 0 {
		return wideTail
	}
	return tail | 0x2020202020202020
}
