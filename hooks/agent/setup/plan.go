package setup

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"gitmem/hooks/agent/settings"
	"gitmem/memfile"
)

// File is one file and what is to become of it.
type File struct {
	Path          string
	Before, After []byte
	Exists        bool
	Delete        bool // gitmem made it, and nothing else is in it

	note   note
	forget bool
}

// Changes tells whether anything is to be written.
func (f File) Changes() bool { return f.Delete || !bytes.Equal(f.Before, f.After) }

// planner plans one request.
type planner struct {
	Request
	notes *notes
}

// Plan says what setting up would change. What is in order already is not in
// it. Nothing is written. Errors: *UnknownError, *settings.ConflictError,
// *memfile.Fault for a file that is not valid.
func (r Request) Plan() ([]File, error) { return r.plan(planner.install) }

// PlanRemove says what taking gitmem's entries out would change.
func (r Request) PlanRemove() ([]File, error) { return r.plan(planner.remove) }

func (r Request) plan(one func(planner, wanted) (File, error)) ([]File, error) {
	wants, err := r.wants()
	if err != nil {
		return nil, err
	}
	notes, err := readNotes(r.State)
	if err != nil {
		return nil, err
	}
	var files []File
	for _, w := range wants {
		f, err := one(planner{r, notes}, w)
		if err != nil {
			return nil, err
		}
		if f.Changes() {
			files = append(files, f)
		}
	}
	return files, nil
}

// install starts from what the file was before gitmem, where that is known, so
// that its entries stand always at the same place; else it mends in place.
func (p planner) install(w wanted) (File, error) {
	f, err := p.read(w.path)
	if err != nil {
		return f, err
	}
	if w.wish, err = shared(w, f.Before); err != nil {
		return f, err
	}
	base, known := f.note.base(f.Before)
	if !known {
		base = f.Before
		own, err := settings.Remove(w.path, f.Before, w.wish)
		if err != nil {
			return f, err
		}
		known = len(own.Undo) == 0
		f.note.Created = f.note.Created && f.Exists || !f.Exists
	}
	change, err := settings.Install(w.path, base, w.wish)
	if err != nil {
		return f, err
	}
	f.After = change.After
	f.note.After, f.note.Undo = "", nil
	if known {
		f.note.After, f.note.Undo = memfile.Digest(f.After), change.Undo
		f.forget = len(change.Undo) == 0 // nothing of gitmem's is in it any more
		f.Delete = f.forget && f.Exists && f.made() && len(f.After) == 0
	}
	return f, nil
}

// shared adds the agents that a block serves already.
func shared(w wanted, data []byte) (settings.Wish, error) {
	if w.wish.Block == nil {
		return w.wish, nil
	}
	stands, err := settings.Managed(w.path, data)
	wish := w.wish
	wish.Block = &settings.Block{Agents: append(slices.Clone(stands.Agents), w.wish.Block.Agents...), Body: w.wish.Block.Body}
	return wish, err
}

// remove gives the former bytes back where nobody changed the file since, else
// takes out what is gitmem's.
func (p planner) remove(w wanted) (File, error) {
	f, err := p.read(w.path)
	if err != nil || !f.Exists {
		return f, err
	}
	base, known := f.note.base(f.Before)
	left, body, err := othersOf(w, f.Before)
	if err != nil {
		return f, err
	}
	f.forget = len(left) == 0
	if known && len(left) > 0 {
		change, err := settings.Install(w.path, base, settings.Wish{Form: w.wish.Form, Block: &settings.Block{Agents: left, Body: body}})
		f.After, f.note.After, f.note.Undo = change.After, memfile.Digest(change.After), change.Undo
		return f, err
	}
	if known {
		f.After, f.Delete = base, f.made() && len(base) == 0
		return f, nil
	}
	change, err := settings.Remove(w.path, f.Before, w.wish)
	f.After, f.note.After, f.note.Undo = change.After, "", nil
	rest := string(bytes.Join(bytes.Fields(f.After), nil))
	f.Delete = len(change.Undo) > 0 && f.made() && (rest == "" || rest == "{}")
	return f, err
}

// made tells whether gitmem made the file. Where a link stands now, a person has
// made it their own.
func (f File) made() bool {
	info, err := os.Lstat(f.Path)
	return f.note.Created && err == nil && info.Mode().IsRegular()
}

// othersOf are the other agents that a block serves.
func othersOf(w wanted, data []byte) (others []string, body string, err error) {
	if w.wish.Block == nil {
		return nil, "", nil
	}
	b, err := settings.Managed(w.path, data)
	return slices.DeleteFunc(b.Agents, func(a string) bool { return slices.Contains(w.wish.Block.Agents, a) }), b.Body, err
}

func (p planner) read(path string) (File, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		_, folder := os.Stat(filepath.Dir(path))
		n := note{Path: path, Created: true, Folder: errors.Is(folder, fs.ErrNotExist)}
		return File{Path: path, note: n}, nil
	}
	return File{Path: path, Before: data, After: data, Exists: true, note: p.notes.of(path)}, err
}
