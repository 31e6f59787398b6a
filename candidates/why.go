package candidates

import (
	"context"
	"slices"
	"strings"

	"gitmem/memfile"
	"gitmem/memfile/fold"
	"gitmem/repo"
)

// Because is what holds a text: why an agent may have known it.
type Because struct {
	Entries    []repo.Blamed // of the resident file as the last operation left it
	Candidates []Record      // the open ones first
	Operations []repo.Record // that decided about those, newest first
}

// Empty says that nothing holds the text.
func (b Because) Empty() bool { return len(b.Entries) == 0 && len(b.Candidates) == 0 }

// Why looks for a text in the memory, in every candidate and in the history of
// these. Wordings are compared after folding.
func (d *Desk) Why(ctx context.Context, text string) (Because, error) {
	key := fold.Key(text)
	if key == "" {
		return Because{}, &FieldError{Field: "text", Reason: "it holds nothing that could be looked for"}
	}
	holds := func(s string) bool { return s != "" && strings.Contains(fold.Key(s), key) }
	var b Because
	blamed, err := d.Store.Blame(ctx, 0)
	if err != nil {
		return b, err
	}
	for _, e := range blamed {
		if holds(e.Text) {
			b.Entries = append(b.Entries, e)
		}
	}
	if b.Candidates, err = d.candidatesThat(holds); err != nil {
		return b, err
	}
	b.Operations, err = d.operationsOf(ctx, b)
	return b, err
}

func (d *Desk) candidatesThat(holds func(string) bool) ([]Record, error) {
	list, err := d.OpenList()
	if err != nil {
		return nil, err
	}
	var found []Record
	for _, rec := range list.Records {
		if slices.ContainsFunc(words(rec.Candidate), holds) {
			found = append(found, rec)
		}
	}
	all := func(string) bool { return true }
	err = d.VisitSettled(all, func(rec Record, bad *Invalid) error {
		if bad == nil && slices.ContainsFunc(words(rec.Candidate), holds) {
			found = append(found, rec)
		}
		return nil
	})
	return found, err
}

// words are the texts of a candidate that could have become memory.
func words(c memfile.Candidate) []string {
	var out []string
	for _, e := range c.Edits() {
		out = append(out, e.Content)
	}
	if c.Effect != nil {
		for _, e := range c.Effect.Entries {
			out = append(out, memfile.ItemText(e.Before), memfile.ItemText(e.After))
		}
	}
	return out
}

// operationsOf are the operations that name what was found.
func (d *Desk) operationsOf(ctx context.Context, b Because) ([]repo.Record, error) {
	wanted := map[memfile.ID]bool{}
	for _, e := range b.Entries {
		wanted[e.Candidate] = true
	}
	for _, rec := range b.Candidates {
		wanted[rec.ID] = true
	}
	history, err := d.Store.History(ctx)
	if err != nil {
		return nil, err
	}
	var out []repo.Record
	for r := range history.All() {
		if slices.ContainsFunc(r.Message.IDs, func(id memfile.ID) bool { return wanted[id] }) {
			out = append(out, r)
		}
	}
	return out, nil
}
