package repo

import (
	"gitmem/memfile"
)

// explain says how a turn brought a text, and what it stood for before.
func (b *blamer) explain(at int, text string) (words []Wording, former string, err error) {
	t, err := b.turns.at(at)
	if err != nil {
		return nil, "", err
	}
	if t.op != nil {
		if words, former := b.explainByRecords(t.op, text); len(words) > 0 {
			return words, former, nil
		}
		return b.explainByTrailers(t, text)
	}
	if t.next.Message.Op == resolveWord { // what an interrupted operation wrote, it took over
		if words, former := b.explainByRecords(t.next, text); len(words) > 0 {
			return words, former, nil
		}
	}
	return b.explainGap(t, text)
}

// explainByRecords follows a text back through what the candidates of an
// operation record, several steps where a batch changed an entry twice.
func (b *blamer) explainByRecords(op *Record, text string) (words []Wording, former string) {
	changes := b.recorded(op)
	for i := len(changes) - 1; i >= 0; i-- {
		if changes[i].after != text || changes[i].before == text {
			continue
		}
		words = append(words, b.proposed(op, changes[i].candidate, text))
		if text = changes[i].before; text == "" {
			break
		}
	}
	return words, text
}

// proposed is a wording that a candidate brought. Who proposed it is what the
// oldest commit says that names the candidate; where the history does not go
// back so far, what the record says.
func (b *blamer) proposed(r *Record, c memfile.Candidate, text string) Wording {
	w := decided(r, text)
	w.Candidate, w.Actor = c.ID, c.Actor
	source := r.Message.Source
	if first, ok := b.firstNaming(c.ID); ok && b.complete {
		w.Actor = first.Message.Actor
		if source == (memfile.Source{}) {
			source = first.Message.Source
		}
	}
	w.Agent, w.Session, w.Message = source.Agent, source.Session, source.Message
	return w
}

// firstNaming is the oldest commit that names a candidate.
func (b *blamer) firstNaming(id memfile.ID) (Record, bool) {
	if b.first == nil {
		b.first = make(map[memfile.ID]int, len(b.history.records)/2)
		for i, data := range b.history.records {
			for _, id := range namedIDs(data) {
				b.first[id] = i
			}
		}
	}
	i, ok := b.first[id]
	if !ok {
		return Record{}, false
	}
	r, err := decodeRecord(b.history.records[i])
	return r, err == nil
}

// decided is what the commit of an operation says of a wording.
func decided(r *Record, text string) Wording {
	w := Wording{Text: text, ApprovedBy: r.Author, Via: r.Message.Via, Time: r.Time, Commit: r.Commit, Operation: r.Message.Operation}
	if r.Message.Policy != "" {
		w.ApprovedBy = r.Message.Policy
	}
	return w
}

// explainByTrailers takes the commit's word where no record names the text: a
// lone candidate brought it. An operation without one, such as a resolve that
// kept what stood there, explains nothing.
func (b *blamer) explainByTrailers(t *turn, text string) ([]Wording, string, error) {
	m := t.op.Message
	if len(m.IDs) != 1 {
		return []Wording{{Text: text, ByHand: true, Commit: t.op.Commit, Time: t.op.Time, Author: t.op.Author}}, "", nil
	}
	w := b.proposed(t.op, memfile.Candidate{ID: m.IDs[0], Actor: m.Actor}, text)
	if len(t.added) != 1 || len(t.removed) != 1 {
		return []Wording{w}, "", nil
	}
	former, err := b.textAt(t.from, t.removed[0])
	return []Wording{w}, former, err
}

// textAt is the text of an entry in a version of the file, by its digest.
func (b *blamer) textAt(blob string, d EntryDigest) (string, error) {
	resident, err := b.s.residentAt(blob)
	if err != nil {
		return "", err
	}
	for _, e := range resident.Entries() {
		if DigestEntry(e.Text) == d {
			return e.Text, nil
		}
	}
	return "", nil
}

// explainGap names the commit by hand that brought a text, or the operation
// that took it over.
func (b *blamer) explainGap(t *turn, text string) ([]Wording, string, error) {
	by := t.next
	for i := range t.hands {
		if times(t.hands[i].Added, DigestEntry(text)) > 0 {
			by = &t.hands[i]
			break
		}
	}
	w := Wording{Text: text, ByHand: true, Commit: by.Commit, Time: by.Time, Author: by.Author}
	before, err := b.s.residentAt(t.from)
	if err != nil {
		return []Wording{w}, "", nil // not a resident file: nothing to compare with
	}
	after, err := b.s.residentAt(t.to)
	if err != nil {
		return []Wording{w}, "", nil
	}
	for _, e := range memfile.Difference(before, after) {
		if memfile.ItemText(e.Change.After) == text && e.Change.Before != "" {
			return []Wording{w}, memfile.ItemText(e.Change.Before), nil
		}
	}
	return []Wording{w}, "", nil
}
