package gitdir

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
)

// extension is a part of the index after the entries.
type extension struct {
	name string
	body []byte
}

func parseExtensions(rest []byte) ([]extension, error) {
	var found []extension
	for len(rest) > 0 {
		if len(rest) < 8 {
			return nil, damaged("index", "an extension is cut short")
		}
		name, size := string(rest[:4]), binary.BigEndian.Uint32(rest[4:])
		if uint64(size) > uint64(len(rest)-8) {
			return nil, damaged("index", "extension %q is cut short", name)
		}
		if err := checkExtensionName(name); err != nil {
			return nil, err
		}
		found = append(found, extension{name, rest[8 : 8+size]})
		rest = rest[8+size:]
	}
	return found, nil
}

// checkExtensionName refuses what changes the meaning of the entries: everything that does not begin
// with a capital letter.
func checkExtensionName(name string) error {
	switch {
	case name == "link":
		return &UnsupportedError{Feature: "split index", Hint: "run `git update-index --no-split-index`"}
	case name == "sdir":
		return &UnsupportedError{Feature: "sparse index", Hint: "run `git sparse-checkout reapply --no-sparse-index`"}
	case name[0] < 'A' || name[0] > 'Z':
		return &UnsupportedError{Feature: fmt.Sprintf("index extension %q", name), Hint: "turn the feature off that made it, then run `git update-index --force-write-index`"}
	}
	return nil
}

// editExtensions keeps what stays true after an edit. The cached trees forget the folders that were
// touched; the record of resolved conflicts does not depend on entries. All others (offsets of entries,
// untracked files, the file system monitor) describe the old entries and are left out, which git allows.
func editExtensions(old []extension, touched map[string]bool) []byte {
	var out []byte
	for _, e := range old {
		body, keep := e.body, e.name == "REUC"
		if e.name == "TREE" {
			body, keep = forgetTrees(e.body, touched)
		}
		if !keep {
			continue
		}
		out = append(out, e.name...)
		out = binary.BigEndian.AppendUint32(out, uint32(len(body)))
		out = append(out, body...)
	}
	return out
}

// cachedTrees rewrites the TREE extension: for each folder its name, NUL, the number of entries or -1,
// the number of folders in it, and, unless -1, the id of its tree.
type cachedTrees struct {
	rest    []byte
	out     []byte
	path    []byte
	touched map[string]bool // folders whose trees are no longer known; the root is ""
}

// forgetTrees is false where the cache is not as expected; git then makes it anew.
func forgetTrees(body []byte, touched map[string]bool) ([]byte, bool) {
	c := cachedTrees{rest: body, touched: touched, out: make([]byte, 0, len(body))}
	if len(body) > 0 && body[0] != 0 {
		return nil, false
	}
	ok := c.folder(0)
	return c.out, ok && len(c.rest) == 0
}

func (c *cachedTrees) folder(depth int) bool {
	name, line, ok := c.cut()
	if !ok || depth > treeDepth {
		return false
	}
	entries, folders, ok := bytes.Cut(line, []byte(" "))
	count, errE := strconv.Atoi(string(entries))
	below, errF := strconv.Atoi(string(folders))
	if !ok || errE != nil || errF != nil || below < 0 {
		return false
	}
	length := len(c.path)
	if depth > 1 {
		c.path = append(c.path, '/')
	}
	c.path = append(c.path, name...)
	if !c.print(name, count, below) {
		return false
	}
	for range below {
		if !c.folder(depth + 1) {
			return false
		}
	}
	c.path = c.path[:length]
	return true
}

// cut takes a name and the line of numbers after it.
func (c *cachedTrees) cut() (name, line []byte, ok bool) {
	name, rest, ok := bytes.Cut(c.rest, []byte{0})
	if !ok {
		return nil, nil, false
	}
	line, c.rest, ok = bytes.Cut(rest, []byte("\n"))
	return name, line, ok
}

func (c *cachedTrees) print(name []byte, count, below int) bool {
	var id []byte
	if count >= 0 {
		if len(c.rest) < 20 {
			return false
		}
		id, c.rest = c.rest[:20], c.rest[20:]
	}
	if c.touched[string(c.path)] {
		count, id = -1, nil
	}
	c.out = append(append(c.out, name...), 0)
	c.out = strconv.AppendInt(c.out, int64(count), 10)
	c.out = strconv.AppendInt(append(c.out, ' '), int64(below), 10)
	c.out = append(append(c.out, '\n'), id...)
	return true
}
