package evidence

import (
	"io/fs"
	"os"
	"slices"
	"strings"

	"gitmem/candidates"
	"gitmem/memfile"
)

// Filter says which experiences are wanted; zero fields want all.
type Filter struct {
	Status, Kind, Session string
}

func (f Filter) wants(k knownLine) bool {
	return (f.Status == "" || f.Status == k.Status) && (f.Kind == "" || f.Kind == k.Kind) &&
		(f.Session == "" || digestWord(f.Session) == k.Session)
}

// Listing is the experiences that are wanted, and every file that is none.
type Listing struct {
	Records []Record // the newest first
	Invalid []candidates.Invalid
}

// List reads experiences. A file that a filter does not want is not opened, and
// one bad file never stops it.
func (l *Ledger) List(f Filter) (Listing, error) {
	r, err := l.reader()
	if err != nil {
		return Listing{}, err
	}
	files, err := l.files()
	if err != nil {
		return Listing{}, err
	}
	r.loadAll()
	var out Listing
	for id, paths := range files {
		line, made := r.line(id)
		if made && len(paths) == 1 && paths[0] == line.Path && !f.wants(line) {
			continue
		}
		recs, invalid := r.readAll(paths)
		out.Records, out.Invalid = append(out.Records, recs...), append(out.Invalid, invalid...)
	}
	slices.SortFunc(out.Records, func(a, b Record) int {
		if c := b.Created.Compare(a.Created); c != 0 {
			return c
		}
		return strings.Compare(string(a.ID), string(b.ID))
	})
	slices.SortFunc(out.Invalid, func(a, b candidates.Invalid) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}

// readAll reads the files of one id; several are all invalid.
func (r *reader) readAll(paths []string) ([]Record, []candidates.Invalid) {
	var invalid []candidates.Invalid
	if len(paths) > 1 {
		for i, p := range paths {
			invalid = append(invalid, *twice(p, paths[(i+1)%len(paths)]))
		}
		return nil, invalid
	}
	rec, bad := r.read(paths[0])
	if bad != nil {
		return nil, []candidates.Invalid{*bad}
	}
	return []Record{rec}, nil
}

// files finds the files of experiences by the id in their names. No link is
// followed; what editors leave is passed by.
func (l *Ledger) files() (map[memfile.ID][]string, error) {
	found := map[memfile.ID][]string{}
	root := os.DirFS(l.Desk.Store.Root)
	err := fs.WalkDir(root, memfile.ExperienceFolder, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name, ok := strings.CutSuffix(e.Name(), ".md"); ok && !e.IsDir() && !candidates.Litter(e.Name()) {
			id := memfile.ID(name)
			found[id] = append(found[id], file)
		}
		return nil
	})
	if _, absent := fs.Stat(root, memfile.ExperienceFolder); absent != nil {
		return nil, nil
	}
	return found, err
}

// Counts say how many experiences there are, as their last operations left
// them.
type Counts struct {
	Total    int            // but for what is forgotten
	Statuses map[string]int // by status, what is forgotten too
	Kinds    map[string]int // by kind, but for what is forgotten
}

// Counts counts without reading a file.
func (l *Ledger) Counts() (Counts, error) {
	c := Counts{Statuses: map[string]int{}, Kinds: map[string]int{}}
	view, err := l.Desk.Store.View()
	if err != nil {
		return c, err
	}
	all, err := l.lines(view)
	if err != nil {
		return c, err
	}
	all.visit("", func(k knownLine) {
		c.Statuses[k.Status]++
		if k.Status != memfile.StatusForgotten {
			c.Total++
			c.Kinds[k.Kind]++
		}
	})
	return c, nil
}
