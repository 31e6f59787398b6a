package candidates

import (
	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
)

// Preview is what a decision about an open candidate would do to the resident
// file, or what the operation of a settled one did.
type Preview struct {
	Diff     string // unified, without credentials; empty where nothing changes
	Problem  error  // why it cannot be applied as things stand
	Usage    Usage
	Warnings []string // near duplicates, near tombstones, a full memory
}

// Preview shows a candidate as a person decides on it. It changes nothing.
func (d *Desk) Preview(rec Record) Preview {
	switch {
	case rec.Effect != nil && rec.State != Pending && rec.State != Failed:
		return Preview{Diff: d.effectDiff(*rec.Effect)}
	case memfile.Settled(rec.Status):
		return Preview{}
	}
	if rec.State == Applying || rec.State == Undoing || rec.State == Uncertain {
		return Preview{} // it is not to be decided on now
	}
	k, p := d.previewChecks(rec.Candidate)
	if k.before != nil && k.after != nil {
		p.Diff = Unified("a/"+ResidentPath, "b/"+ResidentPath, shown(k.before.Bytes()), shown(k.after.Bytes()))
		p.Usage = k.usage
	}
	return p
}

func (d *Desk) previewChecks(c memfile.Candidate) (checked, Preview) {
	var p Preview
	k, err := d.preview(c)
	p.Warnings, p.Problem = k.warnings, err
	if err == nil && k.duplicateOf != "" {
		p.Problem = &DuplicateError{ID: c.ID, Entry: k.duplicateOf}
	}
	near, err := d.checkTombstones(c)
	p.Warnings = append(p.Warnings, near...)
	if err != nil && p.Problem == nil {
		p.Problem = err
	}
	words, err := d.checkWords(c, Actor{Kind: c.Actor})
	p.Warnings = append(p.Warnings, words...)
	if err != nil {
		p.Problem = err
	}
	return k, p
}

// PreviewRevive shows a settled candidate as it would be once it is revived.
func (d *Desk) PreviewRevive(rec Record) Preview {
	rec.State, rec.Status, rec.Effect, rec.Undo = Pending, string(Pending), nil, nil
	if _, err := d.takeLate(&rec.Candidate); err != nil {
		return Preview{Problem: err}
	}
	return d.Preview(rec)
}

// shown is a text for a person's eyes: a credential never is printed.
func shown(data []byte) string {
	text, _ := guard.Redact(string(data))
	return text
}

// effectDiff is what an operation did to the whole file, from git.
func (d *Desk) effectDiff(e memfile.Effect) string {
	side := func(blob string) (string, bool) {
		if blob == "" {
			return "", true
		}
		data, err := d.Store.BlobData(blob)
		return shown(data), err == nil
	}
	before, okBefore := side(e.File.Before)
	after, okAfter := side(e.File.After)
	if !okBefore || !okAfter {
		return "" // the history was cut
	}
	return Unified("a/"+ResidentPath, "b/"+ResidentPath, before, after)
}

// UndoDiff is what an undo of an applied candidate would do.
func (d *Desk) UndoDiff(id memfile.ID) (string, error) {
	before, after, err := d.PreviewUndo(id)
	if err != nil {
		return "", err
	}
	return Unified("a/"+ResidentPath, "b/"+ResidentPath, shown(before), shown(after)), nil
}

// DriftDiff is what the working file has that no operation wrote, and lacks.
func DriftDiff(d repo.Drift) string {
	return Unified("a/"+d.Path, "b/"+d.Path, shown(d.Former.Data), shown(d.Saved.Data))
}

// Redacted is a candidate without the credentials that a person may have saved
// in its file, and which are never printed. What is committed has none.
func (r Record) Redacted() memfile.Candidate {
	if !r.Edited {
		return r.Candidate
	}
	c, _ := withoutSecrets(r.Candidate)
	c.Decision, _ = guard.Redact(c.Decision)
	return c
}

// Quotable says that an agent may be shown the words of a candidate: only what
// a person, or a policy of theirs, let into memory and what still stands there.
func (r Record) Quotable() bool { return r.State == Applied }
