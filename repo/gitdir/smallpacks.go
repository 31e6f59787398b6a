package gitdir

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
)

const (
	smallPack = 4 << 20  // bytes up to which a pack is worth merging
	mergedMax = 32 << 20 // bytes merged at once; the rest waits for the next time
	midxMax   = 64 << 20 // a larger multi-pack-index is not searched: nothing is merged then
)

// SmallPacks counts the packs that Consolidate would merge: those of at most 4 MiB that nobody keeps.
func (d *Dir) SmallPacks() (int, error) {
	bases, err := d.smallPacks()
	return len(bases), err
}

func (d *Dir) packFolder() string { return filepath.Join(d.Common, "objects", "pack") }

// smallPacks lists paths without endings. A pack with a companion that says more than where its objects
// are (kept, from a partial clone, unreachable, with a bitmap, part of a multi-pack-index) is left alone.
func (d *Dir) smallPacks() ([]string, error) {
	names, err := os.ReadDir(d.packFolder())
	if err != nil {
		return nil, ignoreMissing(err)
	}
	there := make(map[string]bool, len(names))
	for _, n := range names {
		there[n.Name()] = true
	}
	midx, err := d.multiPackIndex(there)
	if err != nil {
		return nil, err
	}
	var bases []string
	for _, n := range names {
		base, ok := strings.CutSuffix(n.Name(), ".pack")
		if !ok || !there[base+".idx"] || accompanied(base, there) || bytes.Contains(midx, []byte(base+".idx")) {
			continue
		}
		if info, err := n.Info(); err == nil && info.Mode().IsRegular() && info.Size() <= smallPack {
			bases = append(bases, filepath.Join(d.packFolder(), base))
		}
	}
	return bases, nil
}

func accompanied(base string, there map[string]bool) bool {
	for _, ending := range []string{".keep", ".promisor", ".mtimes", ".bitmap"} {
		if there[base+ending] {
			return true
		}
	}
	return false
}

// multiPackIndex is the content of the file that names packs which must stay; nil where there is none.
func (d *Dir) multiPackIndex(there map[string]bool) ([]byte, error) {
	const name = "multi-pack-index"
	if there[name+".d"] {
		return nil, &UnsupportedError{Feature: "incremental multi-pack-index", Hint: "run `git repack -a -d`"}
	}
	if !there[name] {
		return nil, nil
	}
	path := filepath.Join(d.packFolder(), name)
	info, err := os.Lstat(path)
	if err != nil {
		return nil, ignoreMissing(err)
	}
	if info.Size() > midxMax {
		return nil, &UnsupportedError{Feature: "multi-pack-index of more than 64 MiB", Hint: "run `git repack -a -d`"}
	}
	return os.ReadFile(path)
}
