package index

import (
	"errors"
	"io/fs"

	"gitmem/index/corpus"
	"gitmem/memfile"
	"gitmem/repo"
)

// entry is one entry of the resident file.
type entry struct {
	text   string
	status string
}

// readEntries reads the entries of the resident file as it stands on disk, and
// the id of its bytes. A file that cannot be read or parsed has none.
func readEntries(store *repo.Store, base blobID) ([]entry, blobID) {
	data, err := readFile(store, repo.ResidentPath)
	if err != nil {
		return nil, blobID{}
	}
	blob := blobOf(data)
	file, err := memfile.ParseResident(repo.ResidentPath, data)
	if err != nil {
		return nil, blob
	}
	left := map[string]int{}
	if blob != base {
		left = entriesLeft(store, base)
	}
	var all []entry
	for _, b := range file.Entries() {
		e := entry{b.Text, StatusApplied}
		if blob != base {
			if left[b.Text]--; left[b.Text] < 0 {
				e.status = StatusDrift
			}
		}
		all = append(all, e)
	}
	return all, blob
}

// entriesLeft counts the entries that the last operation left, by text. Where
// they cannot be read every entry counts as edited.
func entriesLeft(store *repo.Store, base blobID) map[string]int {
	left := map[string]int{}
	if base == (blobID{}) {
		return left
	}
	data, err := store.BlobData(base.String())
	if err != nil {
		return left
	}
	file, err := memfile.ParseResident(repo.ResidentPath, data)
	if err != nil {
		return left
	}
	for _, b := range file.Entries() {
		left[b.Text]++
	}
	return left
}

// loadResident reads the resident file: what to note of it, and a document for
// each entry.
func loadResident(store *repo.Store, now stamp, base blobID) (resident, []*corpus.Prepared) {
	r := resident{stamp: now, base: base}
	entries, blob := readEntries(store, base)
	r.blob, r.entries = blob, len(entries)
	var docs []*corpus.Prepared
	for i, e := range entries {
		p := corpus.Prepare(corpus.Document{
			ID:     entryDoc(i + 1),
			Parts:  []corpus.Part{{Text: e.text, Weight: 1}},
			Labels: []string{labelKind + KindMemory, labelStatus + e.status},
		})
		r.words += int64(p.Words)
		docs = append(docs, p)
	}
	return r, docs
}

// residentBlob is the id of the resident file's bytes; zero where it is missing
// or no plain file.
func residentBlob(store *repo.Store) (blobID, error) {
	data, err := readFile(store, repo.ResidentPath)
	if errors.Is(err, fs.ErrNotExist) || unreadable(err) {
		return blobID{}, nil
	}
	return blobOf(data), err
}
