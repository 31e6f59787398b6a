package known

import (
	"bytes"
	"os"
	"slices"

	"gitmem/memfile"
	"gitmem/repo"
)

// Table is the cache of one folder of a store.
type Table struct {
	Store  *repo.Store
	Folder string // of the records, such as "candidates"; the cache file has its name
	// Form is the name and the version of the lines, in one line of text: a
	// file of another form is no cache.
	Form string
	// Read makes the line of a committed record from its path and blob id; false
	// for what is no such record, or is damaged.
	Read func(path, blob string) (Line, bool, error)
}

// Load gives the lines up to a commit, and brings the cache file up to date as
// well as it can.
func (t Table) Load(view repo.View) (Lines, error) {
	l := Lines{data: t.read()}
	since := l.commit()
	if since != "" && since == view.Commit {
		return l, nil
	}
	former, ok := t.below(view, since)
	if !ok {
		return t.rebuild(view)
	}
	added, err := t.between(former, view)
	if err != nil {
		return t.rebuild(view)
	}
	l.data = append(l.data, added...)
	t.append(added)
	return l, nil
}

// below finds the commit up to which the cache tells among those that a view
// stands on. After a reset, a switch of the branch or a merge it is not there,
// and lines of commits that are gone must not be used.
func (t Table) below(view repo.View, since string) (repo.View, bool) {
	for since != "" {
		parents, err := view.Parents()
		if err != nil || len(parents) != 1 {
			break
		}
		if view = parents[0]; view.Commit == since {
			return view, true
		}
	}
	return repo.View{}, false
}

// between makes the lines of what operations did between two commits.
func (t Table) between(since, view repo.View) ([]byte, error) {
	var out bytes.Buffer
	err := t.Store.OperationCommits(since, view, func(c repo.OperationCommit) error {
		return c.Commit.Changed(c.Parent, t.Folder, func(file, _, after string) error {
			if after == "" {
				return nil
			}
			line, ok, err := t.Read(file, after)
			if ok && (c.Cut || slices.Contains(c.Message.IDs, line.ID)) {
				out.WriteString(line.String())
			}
			return err
		})
	})
	return marked(out.Bytes(), view.Commit), err
}

func (t Table) rebuild(view repo.View) (Lines, error) {
	lines, err := t.between(repo.View{}, view)
	if err != nil {
		return Lines{}, err
	}
	l := Lines{data: append([]byte(t.Form+"\n"), lines...)}
	_ = t.Store.SaveCache(t.Folder, l.data) // without it the next command rebuilds again
	return l, nil
}

// read gives the cache file; a damaged one is none.
func (t Table) read() []byte {
	data, err := os.ReadFile(t.Store.CachePath(t.Folder))
	if err != nil || !bytes.HasPrefix(data, []byte(t.Form+"\n")) || !intact(data[len(t.Form)+1:]) {
		return nil
	}
	return data
}

// append extends the file by one write; a torn one is seen by its end.
func (t Table) append(added []byte) {
	f, err := os.OpenFile(t.Store.CachePath(t.Folder), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return
	}
	_, _ = f.Write(added)
	_ = f.Close()
}

// Line is one record as one operation left it.
type Line struct {
	ID     memfile.ID
	Fields []string // without tabs and line ends
}
