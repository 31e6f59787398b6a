package candidates

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"gitmem/memfile"
	"gitmem/repo"
)

// idLength is the length of a whole id, in bytes.
const idLength = 17

// Find resolves an id or a unique beginning of one, among the open and the
// settled candidates.
func (d *Desk) Find(prefix string) (Record, error) {
	r, err := d.reader()
	if err != nil {
		return Record{}, err
	}
	return r.find(prefix)
}

func (r *reader) find(prefix string) (Record, error) {
	if prefix == "" {
		return Record{}, unknown("an empty id")
	}
	open, err := r.openIDs(prefix)
	if err != nil {
		return Record{}, err
	}
	if len(open) == 1 && (len(prefix) == idLength || !r.alsoSettled(prefix, open[0])) {
		rec, bad := r.read(path.Join(Folder, string(open[0])+".md"))
		switch {
		case bad != nil && late(bad):
			return r.settled(open[0])
		case bad != nil:
			return rec, memfile.Faults(bad.Faults)
		}
		return rec, nil
	}
	known, err := r.known()
	if err != nil {
		return Record{}, err
	}
	ids := map[memfile.ID]bool{}
	for _, id := range open {
		ids[id] = true
	}
	known.lines(prefix, func(l knownLine) { ids[l.ID] = true })
	for id, op := range r.pending {
		if op.State == repo.Uncertain && op.Path != "" && strings.HasPrefix(string(id), prefix) {
			ids[id] = true
		}
	}
	return r.only(prefix, ids)
}

func (r *reader) only(prefix string, ids map[memfile.ID]bool) (Record, error) {
	if len(ids) == 0 {
		return Record{}, unknown(prefix)
	}
	ambiguous := &AmbiguousError{Prefix: prefix}
	for id := range ids {
		ambiguous.IDs = append(ambiguous.IDs, id)
	}
	if len(ids) > 1 {
		return Record{}, ambiguous
	}
	rec, bad := r.read(path.Join(Folder, string(ambiguous.IDs[0])+".md"))
	if bad == nil {
		return rec, nil
	}
	rec, err := r.settled(ambiguous.IDs[0])
	if errors.Is(err, ErrNotFound) {
		return r.atStake(ambiguous.IDs[0])
	}
	return rec, err
}

// openIDs lists the ids in the open folder that begin so.
func (r *reader) openIDs(prefix string) ([]memfile.ID, error) {
	if len(prefix) == idLength {
		if _, err := r.desk.Store.Read(path.Join(Folder, prefix+".md")); err == nil {
			return []memfile.ID{memfile.ID(prefix)}, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		return nil, nil
	}
	names, err := os.ReadDir(filepath.Join(r.desk.Store.Root, Folder))
	if err != nil {
		return nil, ignoreAbsent(err)
	}
	var ids []memfile.ID
	for _, n := range names {
		id, err := memfile.ParseID(strings.TrimSuffix(n.Name(), ".md"))
		if err == nil && strings.HasPrefix(string(id), prefix) && !n.IsDir() {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

func (r *reader) alsoSettled(prefix string, open memfile.ID) bool {
	known, err := r.known()
	if err != nil {
		return true
	}
	other := false
	known.lines(prefix, func(l knownLine) { other = other || l.ID != open })
	return other
}

func ignoreAbsent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
