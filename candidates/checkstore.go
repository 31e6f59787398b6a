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

// managed are the files and folders of a store that gitmem reads.
var managed = []string{repo.StoreFileName, ResidentPath, Folder, memfile.ExperienceFolder, "patterns", "skills", memfile.FeedbackFolder, memfile.JobFolder, "evals"}

// Checker gives the rules by which the files of this store are judged, against
// what HEAD holds.
func (d *Desk) Checker() (Check, error) {
	view, err := d.Store.View()
	decided := func(id memfile.ID) (string, bool, error) {
		k, err := d.known(view)
		line, ok := k.one(id)
		return line.Status, ok && memfile.Settled(line.Status), err
	}
	return Check{
		Scope: d.Store.Scope, Cap: d.Rules.Cap, Committed: view.File, Decided: decided, Former: d.former, Evidence: evidenceOf(view),
	}, err
}

// former is a file as the last operation left it.
func (d *Desk) former(path string) ([]byte, bool, error) {
	base, err := d.Store.Base(path)
	if err != nil || base.Blob == "" {
		return nil, false, err
	}
	data, err := d.Store.BlobData(base.Blob)
	return data, err == nil, err
}

// CheckFiles checks every file of the store that gitmem reads, as it stands on
// disk, and tells visit of each with what is wrong in it. What editors leave
// beside files is passed by, and one bad file never stops the others.
func (d *Desk) CheckFiles(visit func(path string, problems []Problem)) error {
	rules, err := d.Checker()
	if err != nil {
		return err
	}
	w := storeCheck{desk: d, rules: rules, visit: visit, settled: map[string]string{}, dated: map[string][]string{}}
	if err := w.findByName(); err != nil {
		return err
	}
	for _, top := range managed {
		if err := w.walk(top, w.file); err != nil {
			return err
		}
	}
	return nil
}

// storeCheck is one look at every file.
type storeCheck struct {
	desk  *Desk
	rules Check
	visit func(string, []Problem)
	// Paths by file name: of the settled candidates, and of the other records
	// that lie in the folder of a day.
	settled map[string]string
	dated   map[string][]string
}

// walk visits the files at or below a path, by slash paths.
func (w *storeCheck) walk(top string, visit func(name string, mode fs.FileMode)) error {
	root := w.desk.Store.Root
	err := filepath.WalkDir(filepath.Join(root, top), func(full string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, full)
		if err == nil && !e.IsDir() && (!litter(e.Name()) || isCopy(e.Name())) {
			visit(filepath.ToSlash(rel), e.Type())
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// isCopy tells the backup that would be committed as a candidate from what git
// is told to ignore: `<id>~.md`.
func isCopy(name string) bool {
	return strings.HasSuffix(name, "~.md") && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "#")
}

func (w *storeCheck) findByName() error {
	err := w.walk(Folder, func(name string, _ fs.FileMode) {
		if settledPath().MatchString(name) {
			w.settled[path.Base(name)] = name
		}
	})
	if err != nil {
		return err
	}
	for _, folder := range []string{memfile.ExperienceFolder, memfile.JobFolder} {
		err := w.walk(folder, func(name string, _ fs.FileMode) {
			if isDated(name) {
				w.dated[path.Base(name)] = append(w.dated[path.Base(name)], name)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// isDated reports the place of a record that lies in the folder of a day all
// its life.
func isDated(name string) bool {
	return experiencePath().MatchString(name) || jobPath().MatchString(name)
}

func (w *storeCheck) file(name string, mode fs.FileMode) {
	if !mode.IsRegular() {
		w.visit(name, notes([]*memfile.Fault{{Path: name, Rule: "mode", Message: "no plain file; links are not followed", Hint: "put a plain file there"}}))
		return
	}
	data, err := w.desk.Store.Read(name)
	if err != nil {
		if !errors.Is(err, os.ErrNotExist) { // deleted meanwhile
			w.visit(name, problems(name, err))
		}
		return
	}
	found := w.rules.File(name, data)
	if twin := w.twin(name); twin != nil {
		found = append(found, *twin)
	}
	w.visit(name, found)
}

// twin names the other file of the same id. Two are both invalid; but an open
// one that was never committed is the late save of an editor, of which the
// rules tell.
func (w *storeCheck) twin(name string) *Problem {
	for _, other := range w.dated[path.Base(name)] {
		if other != name && isDated(name) {
			return &Problem{Fault: &memfile.Fault{Path: name, Rule: "id.twice", Message: "the same id as " + other, Hint: "neither is used; delete the one that gitmem did not make"}}
		}
	}
	settled, ok := w.settled[path.Base(name)]
	open := path.Join(Folder, path.Base(name))
	if !ok || !strings.HasPrefix(name, Folder+"/") {
		return nil
	}
	if _, committed, err := w.rules.Committed(open); err != nil || !committed {
		return nil
	}
	other := open
	if name == open {
		other = settled
	}
	if _, err := w.desk.Store.Read(other); err != nil {
		return nil
	}
	return &Problem{Fault: &memfile.Fault{Path: name, Rule: "id.twice", Message: "the same id as " + other, Hint: "`gitmem show` says which one counts; delete the other"}}
}
