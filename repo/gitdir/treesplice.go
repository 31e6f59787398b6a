package gitdir

import (
	"slices"
	"strconv"
)

// needle is a form of a slot that is looked for in a folder.
type needle struct {
	slot   *slot
	name   []byte
	folder bool
}

// locate finds both forms of every slot in one walk, which also proves that the folder is in order.
func locate(raw []byte, slots []slot) error {
	needles := needlesOf(slots)
	var last rawEntry
	for at := 0; at < len(raw); {
		e, err := firstEntry(raw[at:])
		if err != nil {
			return err
		}
		if at > 0 && compareEntries(last.name, last.isFolder(), e.name, e.isFolder()) >= 0 {
			return damaged("tree", "%q and %q are out of order", last.name, e.name)
		}
		for len(needles) > 0 {
			c := needles[0].compare(e)
			if c > 0 {
				break
			}
			needles[0].found(e, at, c == 0)
			needles = needles[1:]
		}
		last, at = e, at+e.size
	}
	for _, n := range needles {
		n.found(rawEntry{}, len(raw), false)
	}
	return nil
}

func needlesOf(slots []slot) []needle {
	needles := make([]needle, 0, 2*len(slots))
	for i := range slots {
		name := []byte(slots[i].name)
		needles = append(needles, needle{&slots[i], name, false}, needle{&slots[i], name, true})
	}
	slices.SortFunc(needles, func(a, b needle) int {
		return compareEntries(a.name, a.folder, b.name, b.folder)
	})
	return needles
}

func (n needle) compare(e rawEntry) int {
	return compareEntries(n.name, n.folder, e.name, e.isFolder())
}

// found notes where the form stands, or, where it does not, before which byte it would.
func (n needle) found(e rawEntry, at int, stands bool) {
	where, old := span{at, at}, TreeEntry{}
	if stands {
		where.to, old = at+e.size, e.entry()
	}
	if n.folder {
		n.slot.folderAt, n.slot.oldDir = where, old
	} else {
		n.slot.fileAt, n.slot.oldFile = where, old
	}
}

// splice copies everything but the edited entries.
func splice(raw []byte, slots []slot) []byte {
	room := len(raw)
	for _, s := range slots {
		room += 2 * (len(s.name) + 28)
	}
	out, done := make([]byte, 0, room), 0
	for _, n := range needlesOf(slots) {
		where, old, next := n.slot.fileAt, n.slot.oldFile, n.slot.newFile
		if n.folder {
			where, old, next = n.slot.folderAt, n.slot.oldDir, n.slot.newDir
		}
		if old == next {
			continue
		}
		out = append(out, raw[done:where.from]...)
		out = appendEntry(out, next)
		done = where.to
	}
	return append(out, raw[done:]...)
}

func appendEntry(dst []byte, e TreeEntry) []byte {
	if e == (TreeEntry{}) {
		return dst
	}
	dst = strconv.AppendUint(dst, uint64(e.Mode), 8)
	dst = append(append(append(dst, ' '), e.Name...), 0)
	return append(dst, e.Hash[:]...)
}
