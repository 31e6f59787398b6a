package candidates

import (
	"context"

	"gitmem/memfile"
	"gitmem/repo"
)

// Rewrite is the whole resident file as it came back from an editor.
type Rewrite struct {
	Actor Actor
	Shown repo.Bytes // what the person was given to edit
	Text  []byte
}

// Rewrite checks a resident file that a person wrote and puts it in the place
// of the one that they were shown, with a candidate for each entry that
// changed, in one commit. What the checks refuse never reaches the file. If the
// file was changed meanwhile it is a *repo.ConflictError.
//
// Over hand edits that were not adopted before, the text is first saved as one
// more of them; should the commit then fail, it stands as such.
func (d *Desk) Rewrite(ctx context.Context, w Rewrite) (Adoption, error) {
	var out Adoption
	result, err := d.Run(ctx, func() (*repo.Operation, error) {
		op, found, err := d.planRewrite(ctx, w)
		out = found
		return op, err
	})
	out.Result = result
	return out, err
}

func (d *Desk) planRewrite(ctx context.Context, w Rewrite) (*repo.Operation, Adoption, error) {
	o := AdoptOptions{Actor: w.Actor}
	former, err := d.Store.Drift(ResidentPath)
	if err != nil {
		return nil, Adoption{}, err
	}
	if !former.Saved.Equal(w.Shown) {
		return nil, Adoption{}, &repo.ConflictError{Path: ResidentPath, Reason: "it was changed while it was edited"}
	}
	if string(w.Text) == string(w.Shown.Data) {
		return d.planAdopt(ctx, o)
	}
	next := former
	next.Saved, next.Rubble = repo.Of(w.Text), memfile.Rubble(former.Former.Data, w.Text)
	op, out, err := d.adoptDrift(next, o)
	if err != nil || d.DryRun {
		return op, out, err
	}
	if former.Exists() {
		return op, out, d.Store.Save(ResidentPath, w.Shown, next.Saved)
	}
	op.Changes[0].Standing = false
	return op, out, nil
}
