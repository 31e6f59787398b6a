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
}

// Exists is false where the file is just what the last operation left.
func (d Drift) Exists() bool { return d.Saved.Blob() != d.Base.Blob || d.Committed }

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

func rubble(d Drift) string {
	if !d.Saved.Present {
		return ""
	}
	return memfile.Rubble(d.Former.Data, d.Saved.Data)
}
