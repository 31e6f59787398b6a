package gitdir

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
)

// Consolidate merges the small packs into one, if there are at least that many. It is safe beside
// readers, operations and git's own gc and repack, and takes no lock of theirs; do not call it while
// holding the store lock, as it may take a while. Where another process is consolidating it does nothing.
//
// The new pack is whole and durable in its place before the first old one goes, so that a kill loses no
// object anywhere. What a kill leaves is noted in a journal and cleared by the next call.
//
// Errors: those of the file system; ErrDamaged names a pack that was left alone, the others are merged.
func (d *Dir) Consolidate(least int) error {
	if err := os.MkdirAll(d.Private(), 0o755); err != nil {
		return err
	}
	lock := flock.New(filepath.Join(d.Private(), "consolidate.lock"))
	ok, err := lock.TryLock()
	if !ok {
		return err
	}
	defer lock.Unlock()
	if err := d.clearConsolidation(); err != nil {
		return err
	}
	bases, err := d.smallPacks()
	if err != nil || len(bases) < max(least, 2) {
		return err
	}
	sources, bad := readSources(bases)
	if len(sources) < 2 {
		return bad
	}
	return errors.Join(bad, d.consolidate(sources))
}

func (d *Dir) consolidationFolder() string  { return filepath.Join(d.Private(), "consolidate") }
func (d *Dir) consolidationJournal() string { return filepath.Join(d.Private(), "consolidated") }

func (d *Dir) consolidate(sources []*source) error {
	m, err := mergePacks(sources)
	if err != nil {
		return err
	}
	if err := d.hit("pack.write", d.consolidationFolder()); err != nil {
		return err
	}
	if err := os.MkdirAll(d.consolidationFolder(), 0o755); err != nil {
		return err
	}
	files, err := m.write(d.consolidationFolder())
	if err != nil {
		return err
	}
	if err := d.writeConsolidationJournal(files, sources); err != nil {
		return err
	}
	if err := d.publish(files); err != nil {
		return err
	}
	if err := d.removeMerged(files, sources); err != nil {
		return err
	}
	return d.clearConsolidation()
}

// publish brings the new pack to its place, durably: the pack before its idx, as git does.
func (d *Dir) publish(files PackFiles) error {
	if err := d.Sync(files.Pack, files.Index, d.consolidationJournal(), d.Private()); err != nil {
		return err
	}
	if err := d.Rename("pack.publish", files.Pack, files.Target(d)+".pack"); err != nil {
		return err
	}
	if err := d.Rename("pack.publish", files.Index, files.Target(d)+".idx"); err != nil {
		return err
	}
	return d.Sync(d.packFolder())
}

// writeConsolidationJournal notes the new pack and those that it replaces.
func (d *Dir) writeConsolidationJournal(files PackFiles, sources []*source) error {
	names := files.Name + "\n"
	for _, s := range sources {
		names += filepath.Base(s.base) + "\n"
	}
	return d.Write(d.consolidationJournal(), []byte(names), 0o644)
}

// removeMerged removes the old packs, the idx first, as git does, so that no reader finds a pack that is
// half gone. One that somebody keeps since, or cannot be removed, stays; its objects are there twice then.
func (d *Dir) removeMerged(files PackFiles, sources []*source) error {
	if _, err := d.relist(); err != nil {
		return err
	}
	target := files.Target(d)
	for _, s := range sources {
		if s.base == target || exists(s.base+".keep") {
			continue
		}
		if !exists(target+".idx") || !exists(target+".pack") {
			return nil // a repack has taken everything over meanwhile, and removes what it took
		}
		d.packs.letGo(s.base)
		for _, ending := range []string{".idx", ".rev", ".pack"} {
			if err := d.unlinkPackFile(s.base + ending); err != nil {
				return err
			}
		}
	}
	_, err := d.relist()
	return errors.Join(d.Sync(d.packFolder()), err)
}

func (d *Dir) unlinkPackFile(path string) error {
	if err := d.hit("pack.unlink", path); err != nil {
		return err
	}
	return ignoreMissing(os.Remove(path))
}

// clearConsolidation removes what an earlier call left: prepared files, and packs without an idx that the
// journal names. Such a pack was either never published or has been replaced; where a keep file stands,
// an operation has just brought it and is about to add the idx.
func (d *Dir) clearConsolidation() error {
	if err := d.hit("pack.clear", d.consolidationFolder()); err != nil {
		return err
	}
	if err := os.RemoveAll(d.consolidationFolder()); err != nil {
		return err
	}
	names, err := os.ReadFile(d.consolidationJournal())
	if err != nil {
		return ignoreMissing(err)
	}
	for name := range strings.Lines(string(names)) {
		name = strings.TrimSuffix(name, "\n")
		base := filepath.Join(d.packFolder(), name)
		if !strings.HasPrefix(name, "pack-") || filepath.Base(base) != name || exists(base+".idx") || exists(base+".keep") {
			continue
		}
		if err := errors.Join(d.unlinkPackFile(base+".rev"), d.unlinkPackFile(base+".pack")); err != nil {
			return err
		}
	}
	return d.unlinkPackFile(d.consolidationJournal())
}

// exists errs on the side of true.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil || !isAbsent(err)
}

// letGo closes what is held open of a pack that is about to be removed: some systems refuse otherwise.
func (s *packSet) letGo(base string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var rest []*pack
	for _, p := range s.list {
		if p.base == base {
			_ = p.forgetIndex()
			continue
		}
		rest = append(rest, p)
	}
	s.list = rest
	_ = s.trim(packsHeldOpen)
}
