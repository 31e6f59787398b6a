package repo

import (
	"slices"

	"github.com/go-git/go-git/v5/plumbing"

	"gitmem/memfile"
)

// replay does what an operation records again, on what it says that it found,
// and compares the result with what it says that it left.
func (v *verifier) replay(f seen, recorded []memfile.Candidate) error {
	at := slices.IndexFunc(f.message.Paths, func(p memfile.PathChange) bool { return p.Path == ResidentPath })
	if at < 0 || f.first { // what a first commit recorded cannot be told from what was there
		return nil
	}
	p := f.message.Paths[at]
	before, err := v.former(f, p.Before)
	if err != nil || before == nil {
		return err
	}
	after, err := v.resident(f, p.After)
	if err != nil || after == nil {
		return err
	}
	switch {
	case f.message.Op == "apply":
		v.replayApply(f, before, after, recorded)
	case f.message.Op == "undo":
		return v.replayUndo(f, before, after, recorded)
	case adopts(f.message.Op):
		v.explainAdopt(f, before, after, recorded)
	default:
		v.problem(f, ResidentPath, "replay", "the operation %s does not change this file", f.message.Op)
	}
	return nil
}

// former is resident for a version of before, which a shallow history need not
// hold: then it is nil and no problem.
func (v *verifier) former(f seen, blob string) (*memfile.Resident, error) {
	if !v.report.Complete && blob != "" {
		if has, err := v.s.Git.Has(plumbing.NewHash(blob)); err != nil || !has {
			return nil, err
		}
	}
	return v.resident(f, blob)
}

// resident parses a version of the resident file, each only once while it is
// needed. It is nil where that is a problem, which was reported.
func (v *verifier) resident(f seen, blob string) (*memfile.Resident, error) {
	if known, ok := v.residents[blob]; ok {
		return known, nil
	}
	if blob == "" {
		return memfile.EmptyResident(ResidentPath, v.s.Scope), nil
	}
	data, err := v.s.Git.Blob(plumbing.NewHash(blob))
	if err != nil {
		return nil, v.unreadable(f, ResidentPath, err)
	}
	resident, err := memfile.ParseResident(ResidentPath, data)
	if err != nil {
		v.problem(f, ResidentPath, "replay", "the version %.12s is no resident file: %v", blob, err)
		return nil, nil
	}
	if len(v.residents) >= 8 {
		clear(v.residents)
	}
	v.residents[blob] = resident
	return resident, nil
}

func (v *verifier) replayApply(f seen, before, after *memfile.Resident, recorded []memfile.Candidate) {
	if len(recorded) == 0 {
		v.unexplained(f, before, after)
		return
	}
	now := before
	for _, c := range recorded {
		data, err := memfile.Replay(now, c)
		if err != nil {
			v.recordProblem(f, c.ID, ResidentPath, "replay", "what %s records cannot be done again: %v", c.ID, err)
			return
		}
		if now, err = memfile.ParseResident(ResidentPath, data); err != nil {
			v.recordProblem(f, c.ID, ResidentPath, "replay", "what %s records gives no resident file: %v", c.ID, err)
			return
		}
	}
	v.compareReplay(f, recorded, now.Bytes(), after)
}

func (v *verifier) compareReplay(f seen, recorded []memfile.Candidate, got []byte, after *memfile.Resident) {
	if string(got) == string(after.Bytes()) {
		return
	}
	last := recorded[len(recorded)-1].ID
	v.recordProblem(f, last, ResidentPath, "replay", "what %s records, done again, gives %.12s, and the operation left %.12s",
		last, memfile.BlobID(got), memfile.BlobID(after.Bytes()))
}

// replayUndo takes the effects back, the last first.
func (v *verifier) replayUndo(f seen, before, after *memfile.Resident, recorded []memfile.Candidate) error {
	if len(recorded) == 0 {
		v.unexplained(f, before, after)
		return nil
	}
	now := before
	for _, c := range slices.Backward(recorded) {
		if c.Effect == nil {
			return nil // reported with the record
		}
		found, err := v.former(f, c.Effect.File.Before)
		if err != nil || found == nil {
			return err
		}
		if now, _, err = now.Undo(found, c); err != nil {
			v.recordProblem(f, c.ID, ResidentPath, "replay", "what %s records cannot be undone again: %v", c.ID, err)
			return nil
		}
	}
	v.compareReplay(f, recorded, now.Bytes(), after)
	return nil
}

// explainAdopt compares what a person changed, or kept of an interrupted
// operation, with what the candidates record of it. Layout (headings, comments, blank lines, order) needs no candidate.
func (v *verifier) explainAdopt(f seen, before, after *memfile.Resident, recorded []memfile.Candidate) {
	texts := map[string]int{} // how much more often a text stands after than before
	count := func(r *memfile.Resident, by int) {
		for _, b := range r.Blocks() {
			if b.Kind == memfile.Entry || b.Kind == memfile.Paragraph || b.Kind == memfile.Fence {
				texts[b.Text] += by
			}
		}
	}
	count(after, 1)
	count(before, -1)
	for _, c := range recorded {
		if c.Effect == nil {
			continue
		}
		for _, e := range c.Effect.Entries {
			texts[memfile.ItemText(e.Before)]++
			texts[memfile.ItemText(e.After)]--
		}
	}
	delete(texts, "")
	for text, n := range texts {
		if n != 0 {
			v.problem(f, ResidentPath, "replay", "no candidate of this operation records what became of the entry %s", shortDigest(text))
			return
		}
	}
}

// shortDigest names a text without showing it: it may be one that nobody should read.
func shortDigest(text string) string { return memfile.Digest([]byte(text))[:19] }

// unexplained reports a change for which there is no record that can be read.
func (v *verifier) unexplained(f seen, before, after *memfile.Resident) {
	if string(before.Bytes()) != string(after.Bytes()) {
		v.problem(f, ResidentPath, "replay", "no record explains the change")
	}
}
