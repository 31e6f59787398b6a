package evidence

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"gitmem/candidates"
	"gitmem/memfile"
	"gitmem/repo"
)

// Record is an experience as a command sees it: the file as it stands.
type Record struct {
	memfile.Experience
	Path   string
	File   *memfile.ExperienceFile
	Edited bool // saved by hand and not committed
}

// Find resolves an id or a unique beginning of one. Errors:
// candidates.ErrNotFound, *candidates.AmbiguousError, and memfile.Faults for a
// file that cannot be used.
func (l *Ledger) Find(prefix string) (Record, error) {
	r, err := l.reader()
	if err != nil {
		return Record{}, err
	}
	return r.find(prefix)
}

// reader reads experiences against one commit and the pending operations.
type reader struct {
	ledger  *Ledger
	view    repo.View
	lines   lines
	pending map[memfile.ID]bool
	days    map[string]map[string]string // blob ids at HEAD, by folder and name
	all     map[memfile.ID]knownLine     // once all lines were asked for
	folders []string                     // of the days on disk, once they were asked for
}

// line is what the last operation made of an experience.
func (r *reader) line(id memfile.ID) (knownLine, bool) {
	if r.all != nil {
		line, ok := r.all[id]
		return line, ok
	}
	return r.lines.one(id)
}

// loadAll reads every line at once, for whoever needs most of them.
func (r *reader) loadAll() {
	r.all = map[memfile.ID]knownLine{}
	r.lines.visit("", func(k knownLine) { r.all[k.ID] = k })
}

func (l *Ledger) reader() (*reader, error) {
	store := l.Desk.Store
	view, err := store.View()
	if err != nil {
		return nil, err
	}
	r := &reader{ledger: l, view: view, pending: map[memfile.ID]bool{}, days: map[string]map[string]string{}}
	if r.lines, err = l.lines(view); err != nil {
		return nil, err
	}
	ops, err := store.Pending()
	for _, op := range ops {
		for _, id := range op.IDs {
			r.pending[id] = true
		}
	}
	return r, err
}

func (r *reader) find(prefix string) (Record, error) {
	if prefix == "" {
		return Record{}, &notFound{prefix: "an empty id"}
	}
	var ids []memfile.ID
	r.lines.visit(prefix, func(k knownLine) { ids = append(ids, k.ID) })
	slices.Sort(ids)
	if len(ids) > 1 {
		return Record{}, &candidates.AmbiguousError{Prefix: prefix, IDs: ids}
	}
	if len(ids) == 1 {
		return r.at(ids[0])
	}
	if id, err := memfile.ParseID(prefix); err == nil {
		return r.at(id) // a file that no operation made says so
	}
	return Record{}, &notFound{prefix: prefix}
}

// at reads the experience of a whole id. Two files of it are both invalid.
func (r *reader) at(id memfile.ID) (Record, error) {
	paths, err := r.paths(id)
	line, _ := r.line(id)
	switch {
	case err != nil:
		return Record{}, err
	case len(paths) == 0:
		return Record{}, &notFound{prefix: string(id), path: line.Path}
	case len(paths) > 1:
		return Record{}, memfile.Faults(twice(paths[0], paths[1]).Faults)
	}
	rec, bad := r.read(paths[0])
	if bad != nil {
		return rec, memfile.Faults(bad.Faults)
	}
	return rec, nil
}

// paths looks for the file of an id under every day.
func (r *reader) paths(id memfile.ID) ([]string, error) {
	root := r.ledger.Desk.Store.Root
	if r.folders == nil {
		var err error
		if r.folders, err = fs.Glob(os.DirFS(root), memfile.ExperienceFolder+"/*/*/*"); err != nil {
			return nil, err
		}
	}
	var found []string
	for _, day := range r.folders {
		file := path.Join(day, string(id)+".md")
		if _, err := os.Lstat(filepath.Join(root, filepath.FromSlash(file))); err == nil {
			found = append(found, file)
		}
	}
	return found, nil
}

func twice(one, other string) *candidates.Invalid {
	return fault(&memfile.Fault{Path: one, Rule: "id.twice", Message: "the same id as " + other, Hint: "`git -C \"$(gitmem path)\" log -- " + one + "` says which one gitmem made; delete the other"})
}

func fault(f *memfile.Fault) *candidates.Invalid {
	return &candidates.Invalid{Path: f.Path, Faults: []*memfile.Fault{f}}
}

// read reads one file, and compares what is gitmem's own with what the last
// operation left, whatever was committed by hand since.
func (r *reader) read(file string) (Record, *candidates.Invalid) {
	data, err := r.ledger.Desk.Store.Read(file)
	if err != nil {
		return Record{}, candidates.NewInvalid(file, err)
	}
	parsed, err := memfile.ParseExperience(file, data)
	if err != nil {
		return Record{}, candidates.NewInvalid(file, err)
	}
	rec := Record{Experience: parsed.Experience(), Path: file, File: parsed}
	if f := parsed.NameFault(); f != nil {
		return rec, fault(f)
	}
	blob := memfile.BlobID(data)
	committed, err := r.committed(file)
	if err != nil {
		return rec, candidates.NewInvalid(file, err)
	}
	if r.pending[rec.ID] {
		return rec, nil // an operation is putting it there at this moment
	}
	rec.Edited = blob != committed
	return rec, r.forged(rec, blob)
}

// committed is the blob id that HEAD has of a file.
func (r *reader) committed(file string) (string, error) {
	folder := path.Dir(file)
	names, ok := r.days[folder]
	if !ok {
		var err error
		if names, err = r.view.Files(folder); err != nil {
			return "", err
		}
		r.days[folder] = names
	}
	return names[path.Base(file)], nil
}

// forged finds what only gitmem writes and somebody wrote by hand.
func (r *reader) forged(rec Record, blob string) *candidates.Invalid {
	line, ok := r.line(rec.ID)
	switch {
	case !ok:
		return fault(rec.File.Fault("", "experience.forged", "this file was not made by gitmem and is not used", "record it with `gitmem learn note` or `gitmem learn record`, then delete the file"))
	case line.Path != rec.Path:
		return twice(rec.Path, line.Path)
	case line.Blob == blob:
		return nil
	}
	data, err := r.ledger.Desk.Store.BlobData(line.Blob)
	if err != nil {
		return candidates.NewInvalid(rec.Path, err)
	}
	left, err := memfile.ParseExperience(rec.Path, data)
	if err != nil {
		return candidates.NewInvalid(rec.Path, err)
	}
	if faults := memfile.ExperienceOwnKeys(left, rec.File); len(faults) > 0 {
		return &candidates.Invalid{Path: rec.Path, Faults: faults}
	}
	return nil
}

// supports is the candidate that a promoted experience became, if it is known.
func (r *reader) supports(rec Record) memfile.ID {
	if rec.Status != memfile.StatusPromoted {
		return ""
	}
	cited, err := r.ledger.Desk.Citations()
	if err != nil {
		return ""
	}
	var found []memfile.ID
	for c, ids := range cited {
		if slices.Contains(ids, rec.ID) {
			found = append(found, c)
		}
	}
	if slices.Sort(found); len(found) == 0 {
		return ""
	}
	return found[0]
}
