package cmd

import (
	"context"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/memfile"
	"gitmem/repo"
)

// evidenceWithdrawn marks what stands on evidence that all was forgotten.
const evidenceWithdrawn = " [evidence withdrawn]"

func ifMarked(is bool) string {
	if is {
		return evidenceWithdrawn
	}
	return ""
}

// withdrawn are the candidates of a store whose evidence all was forgotten.
func withdrawn(ctx context.Context, d *candidates.Desk) (map[memfile.ID]bool, error) {
	return evidence.Open(d).Withdrawn(ctx)
}

// markJSON is an entry that stands on nothing any more.
type markJSON struct {
	Index     int        `json:"index"`
	Candidate memfile.ID `json:"candidate"`
}

// withdrawnEntries are the entries of a store that stand on nothing any more.
func withdrawnEntries(ctx context.Context, d *candidates.Desk) ([]markJSON, error) {
	gone, err := withdrawn(ctx, d)
	if err != nil || len(gone) == 0 {
		return []markJSON{}, err
	}
	marks := []markJSON{}
	blamed, err := d.Store.Blame(ctx, 0)
	for _, b := range blamed {
		if gone[b.Candidate] {
			marks = append(marks, markJSON{b.Index, b.Candidate})
		}
	}
	return marks, err
}

// blamedJSON is an entry with its origin and what became of its evidence.
type blamedJSON struct {
	repo.Blamed
	EvidenceWithdrawn bool `json:"evidence_withdrawn,omitempty"`
}
