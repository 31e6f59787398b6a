package gitdir

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
)

// clockTick is how far apart two changes of a file must lie to be sure of two different times of change.
const clockTick = 20 * time.Millisecond

// Racy finds the entries whose change git could no longer see once the index is written again. Git takes
// a file for unchanged where size and time, to the second, are those in its entry, and looks at the
// content only where the file is not older than the index, which was last written at a time. A new
// index is younger, so the change of a file in the very second in which it was staged would be hidden.
// Of the entries in that position, those whose files did change get an edit that makes git look.
//
// It reads the state of such files, and the content only where the nanoseconds leave a doubt. Errors:
// those of the file system; a file that is gone is none.
func (d *Dir) Racy(x *Index, written time.Time) ([]IndexEdit, error) {
	var edits []IndexEdit
	since := uint32(written.Unix())
	for n := range x.Len() {
		raw := x.data[x.offsets[n]:]
		if binary.BigEndian.Uint32(raw[8:]) < since {
			continue
		}
		e := x.entry(n)
		hidden, err := d.hidden(e, written)
		if hidden || err != nil { // what cannot be looked at, git shall look at again
			edits = append(edits, IndexEdit{Path: e.Path, Smudge: true})
		}
	}
	return edits, nil
}

// hidden says whether the file of a racy entry has changed in a way that its state does not show.
func (d *Dir) hidden(e IndexEntry, written time.Time) (bool, error) {
	if e.Stage != 0 || e.SkipWorktree || e.AssumeValid || e.Stat.Size == 0 || e.Mode == ModeGitlink {
		return false, nil
	}
	path := filepath.Join(d.Worktree, filepath.FromSlash(e.Path))
	info, err := os.Lstat(path)
	if err != nil {
		if isAbsent(err) {
			err = nil
		}
		return false, err
	}
	now := StatOf(info)
	if now.Size != e.Stat.Size || now.MtimeSec != e.Stat.MtimeSec {
		return false, nil // git sees that by itself
	}
	staged := time.Unix(int64(e.Stat.MtimeSec), int64(e.Stat.MtimeNsec))
	if now == e.Stat && e.Stat.MtimeNsec != 0 && staged.Add(clockTick).Before(written) {
		return false, nil
	}
	return d.differs(path, info, e.Hash)
}

// differs compares content with a blob's id. What cannot be compared counts as changed.
func (d *Dir) differs(path string, info os.FileInfo, blob Hash) (bool, error) {
	var data []byte
	var err error
	switch {
	case info.Mode()&os.ModeSymlink != 0:
		var target string
		target, err = os.Readlink(path)
		data = []byte(filepath.ToSlash(target))
	case info.Mode().IsRegular() && info.Size() <= MaxObject:
		data, err = os.ReadFile(path)
	default:
		return true, nil
	}
	if err != nil {
		if isAbsent(err) {
			err = nil
		}
		return false, err
	}
	return HashObject(plumbing.BlobObject, data) != blob, nil
}
