package repo

import (
	"path"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
)

// candidatesFolder is where the records of candidates lie in a store.
const candidatesFolder = "candidates"

// recordedChange is what a candidate's record says of one entry.
type recordedChange struct {
	candidate     memfile.Candidate
	before, after string // texts of the entry, empty for absent
}

// recorded reads what the candidates of an operation record of it, in order.
// What cannot be read any more explains nothing.
func (b *blamer) recorded(op *Record) []recordedChange {
	if known, ok := b.changes[op.Commit]; ok {
		return known
	}
	m := op.Message
	found := map[memfile.ID][]recordedChange{}
	for _, id := range m.IDs {
		if changes := b.recordedAtHead(id, m); changes != nil {
			found[id] = changes
		}
	}
	for _, commit := range []string{op.Commit, m.Commit} {
		if commit != "" && len(found) < len(m.IDs) {
			b.recordedIn(commit, m, found)
		}
	}
	var out []recordedChange
	for _, id := range m.IDs {
		out = append(out, found[id]...)
	}
	b.changes[op.Commit] = out
	return out
}

// recordedAtHead reads the record of a candidate where it most likely lies: at
// HEAD, in the folder of the day on which it was first named. What it says of
// another operation is no use; then the operation's own commit is read.
func (b *blamer) recordedAtHead(id memfile.ID, m memfile.Message) []recordedChange {
	first, ok := b.firstNaming(id)
	if !ok {
		return nil
	}
	if b.head.store == nil {
		head, err := decodeRecord(b.history.records[0])
		if err == nil {
			b.head, err = b.s.At(head.Commit)
		}
		if err != nil {
			return nil
		}
	}
	file := memfile.CandidatePath(memfile.Candidate{ID: id, Status: memfile.StatusApplied, Created: first.Time})
	blob, err := b.head.Blob(file)
	if err != nil || blob == "" {
		return nil
	}
	if c, ok := b.candidate(file, blob); ok && c.ID == id {
		return changesOf(c, m)
	}
	return nil
}

// recordedIn reads the candidates of an operation that one commit changed.
func (b *blamer) recordedIn(commit string, m memfile.Message, found map[memfile.ID][]recordedChange) {
	view, err := b.s.At(commit)
	if err != nil {
		return
	}
	parent, err := b.s.parentView(commit)
	if err != nil {
		return
	}
	_ = view.Changed(parent, candidatesFolder, func(file, _, after string) error {
		id := memfile.ID(strings.TrimSuffix(path.Base(file), ".md"))
		if after == "" || !slices.Contains(m.IDs, id) || found[id] != nil {
			return nil
		}
		if c, ok := b.candidate(file, after); ok {
			found[id] = changesOf(c, m)
		}
		return nil
	})
}

func (b *blamer) candidate(file, blob string) (memfile.Candidate, bool) {
	data, err := b.s.BlobData(blob)
	if err != nil {
		return memfile.Candidate{}, false
	}
	parsed, err := memfile.ParseCandidate(file, data)
	if err != nil {
		return memfile.Candidate{}, false
	}
	return parsed.Candidate(), true
}

// changesOf are the entry changes that a candidate records for an operation.
func changesOf(c memfile.Candidate, m memfile.Message) []recordedChange {
	effect := c.Effect
	if c.Undo != nil && c.Undo.Operation == m.Operation {
		effect = c.Undo
	}
	if effect == nil || effect.Operation != m.Operation && m.Op != resolveWord {
		return nil
	}
	out := make([]recordedChange, len(effect.Entries))
	for i, e := range effect.Entries {
		out[i] = recordedChange{c, memfile.ItemText(e.Before), memfile.ItemText(e.After)}
	}
	return out
}

// parentView is the first parent of a commit, the empty View for a first one.
func (s *Store) parentView(commit string) (View, error) {
	c, err := s.Git.Commit(plumbing.NewHash(commit))
	if err != nil || len(c.Parents) == 0 {
		return View{}, err
	}
	return s.At(c.Parents[0].String())
}
