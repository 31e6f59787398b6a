package repo

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gitmem/memfile"
)

// Shown is a text of a store that could reach an agent.
type Shown struct {
	Path string
	Data []byte
}

// Offered gives what a store could hand to an agent: the resident file and
// every skill, as they stand on disk and, where that differs, as the last
// operation left them, and every experience that may enter a context. A person
// is shown all of it before they trust a store.
func (s *Store) Offered() ([]Shown, error) {
	paths := []string{ResidentPath}
	names, err := os.ReadDir(filepath.Join(s.Root, "skills"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, n := range names {
		paths = append(paths, "skills/"+n.Name()+"/SKILL.md")
	}
	var shown []Shown
	for _, path := range paths {
		drift, err := s.Drift(path)
		if err != nil {
			return nil, err
		}
		if drift.Former.Present {
			shown = append(shown, Shown{Path: path, Data: drift.Former.Data})
		}
		if drift.Saved.Present && !drift.Saved.Equal(drift.Former) {
			shown = append(shown, Shown{Path: path + " (edited by hand)", Data: drift.Saved.Data})
		}
	}
	experiences, err := s.offeredExperiences()
	return append(shown, experiences...), err
}

// offeredExperiences are the files of experiences in a state in which they can
// be handed out. What cannot be read or parsed never is.
func (s *Store) offeredExperiences() ([]Shown, error) {
	var shown []Shown
	err := fs.WalkDir(os.DirFS(s.Root), memfile.ExperienceFolder, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !e.Type().IsRegular() || !strings.HasSuffix(path, ".md") {
			return err
		}
		data, err := s.Read(path)
		if err != nil {
			return nil
		}
		file, err := memfile.ParseExperience(path, data)
		if err != nil {
			return nil
		}
		switch file.Experience().Status {
		case memfile.StatusActive, memfile.StatusPromoted:
			shown = append(shown, Shown{Path: path, Data: data})
		}
		return nil
	})
	return shown, err
}

// DigestOffered is the digest of what a person was shown.
func DigestOffered(shown []Shown) string {
	lines := make([]string, len(shown))
	for i, s := range shown {
		lines[i] = memfile.Digest(s.Data) + " " + s.Path
	}
	slices.Sort(lines)
	return memfile.Digest([]byte(strings.Join(lines, "\n")))
}

// TrustStore notes that a person was shown what a store holds.
func TrustStore(found Found, digest string, at time.Time, o Options) error {
	return ChangeRegistry(o.Env, o.wait(), func(known *Known) error {
		known.Note(found.ID, found.Root).MarkTrusted(digest, at)
		return nil
	})
}
