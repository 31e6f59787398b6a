package repo

import "gitmem/memfile"

// Drift is how a resident file or a skill differs from its base.
type Drift struct {
	Path string
	Base Base
	// Saved is what stands on disk; Former is the base's content.
	Saved, Former Bytes
	// Committed says that a person committed the difference by hand.
	Committed bool
	// Rubble names why the file is damaged rather than edited, empty otherwise.
	Rubble string
	// Unfinished is the operation whose after stands there already; it is under
	// way, or the next command settles it.
	Unfinished memfile.ID
}

// Exists is false where the file is just what the last operation left, or what
// an unfinished one puts there.
func (d Drift) Exists() bool {
	return d.Unfinished == "" && (d.Saved.Blob() != d.Base.Blob || d.Committed)
}

// Drift compares the working file, and what HEAD holds, with the base.
func (s *Store) Drift(path string) (Drift, error) {
	base, err := s.Base(path)
	if err != nil {
		return Drift{}, err
	}
	disk, _, err := s.look(path)
	if err != nil {
		return Drift{}, err
	}
	view, err := s.View()
	if err != nil {
		return Drift{}, err
	}
	head, err := view.Blob(path)
	if err != nil {
		return Drift{}, err
	}
	d := Drift{Path: path, Base: base, Saved: disk, Committed: head != base.Blob}
	if d.Exists() {
		if d.Unfinished, err = s.unfinishedAt(path, disk.Blob()); err != nil {
			return d, err
		}
	}
	if base.Blob == "" {
		return d, nil
	}
	former, err := s.BlobData(base.Blob)
	if err != nil {
		return d, err
	}
	d.Former = Of(former)
	if d.Exists() {
		d.Rubble = rubble(d)
	}
	return d, nil
}

// unfinishedAt is the pending operation that put this content there.
func (s *Store) unfinishedAt(path, blob string) (memfile.ID, error) {
	all, err := s.loadPending()
	if err != nil {
		return "", err
	}
	for _, p := range all {
		if st := p.deciding(); p.fault == "" && st != nil && st.Path == path && st.after == blob && st.before != blob {
			return p.operation, nil
		}
	}
	return "", nil
}

func rubble(d Drift) string {
	if !d.Saved.Present {
		return goneRubble(d)
	}
	return memfile.Rubble(d.Former.Data, d.Saved.Data)
}

// goneRubble: a resident file that is gone although the last operation left
// entries in it is damage, not a memory that somebody emptied.
func goneRubble(d Drift) string {
	r, err := memfile.ParseResident(d.Path, d.Former.Data)
	if err != nil || len(r.Entries()) == 0 {
		return ""
	}
	return "the file is gone"
}
