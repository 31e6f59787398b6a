package repo

import (
	"context"
	"time"

	"gitmem/memfile"
)

// BlameEarlier is how many earlier wordings of an entry Blame gives by default.
const BlameEarlier = 5

// Wording is one text that an entry has or had, and how it came there.
type Wording struct {
	Text      string     `json:"text"`
	Candidate memfile.ID `json:"candidate"`
	// Actor proposed it. ApprovedBy is the author of the commit that applied it,
	// or the policy that stood in for a person; Via is the way of that decision.
	Actor      string     `json:"actor"`
	ApprovedBy string     `json:"approved_by"`
	Via        string     `json:"via"`
	Time       time.Time  `json:"time,omitzero"`
	Commit     string     `json:"commit"`
	Operation  memfile.ID `json:"operation,omitempty"`
	Agent      string     `json:"agent,omitempty"`
	Session    string     `json:"session"`
	Message    string     `json:"message"`
	// ByHand: no operation explains it. Commit is then the one that brought it,
	// as far as one is known, and Author who made that.
	ByHand bool   `json:"by_hand,omitempty"`
	Author string `json:"author,omitempty"`
}

// Blamed is one entry as it stands, with its former wordings, newest first.
type Blamed struct {
	Index int `json:"index"` // from 1, in the order of the file
	Wording
	Earlier []Wording `json:"earlier"`
}

// Blame says of each entry of the resident file, as the newest operation left
// it, where it came from. An undo is looked through: what it put back keeps the
// origin that it had. At most earlier former wordings are given for an entry,
// all for a negative number.
//
// Errors: those of History, and of reading and parsing the resident file.
func (s *Store) Blame(ctx context.Context, earlier int) ([]Blamed, error) {
	h, err := s.History(ctx)
	if err != nil {
		return nil, err
	}
	b := &blamer{s: s, history: h, complete: len(h.Missing) == 0, earlier: earlier, changes: map[string][]recordedChange{}}
	if b.turns, err = s.turns(h); err != nil {
		return nil, err
	}
	newest, err := b.turns.at(0)
	if err != nil || newest == nil {
		return nil, err
	}
	resident, err := s.residentAt(newest.to)
	if err != nil {
		return nil, err
	}
	return b.entries(ctx, resident)
}

// residentAt parses the resident file by its blob id, empty for an absent one.
func (s *Store) residentAt(blob string) (*memfile.Resident, error) {
	if blob == "" {
		return memfile.EmptyResident(ResidentPath, s.Scope), nil
	}
	data, err := s.BlobData(blob)
	if err != nil {
		return nil, err
	}
	return memfile.ParseResident(ResidentPath, data)
}

// blamer follows entries back through the turns of the resident file.
type blamer struct {
	s        *Store
	history  *History
	turns    *turns
	complete bool // the whole history is there
	earlier  int
	changes  map[string][]recordedChange // by commit, as far as read
	first    map[memfile.ID]int          // the oldest record that names a candidate
	head     View
}

// entries blames every entry. Of equal ones the last is taken for the newest,
// since an add puts it last.
func (b *blamer) entries(ctx context.Context, resident *memfile.Resident) ([]Blamed, error) {
	entries := resident.Entries()
	out := make([]Blamed, len(entries))
	twins := map[EntryDigest]int{}
	for i := len(entries) - 1; i >= 0; i-- {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		digest := DigestEntry(entries[i].Text)
		words, err := b.follow(entries[i].Text, twins[digest])
		if err != nil {
			return nil, err
		}
		twins[digest]++
		out[i] = Blamed{Index: i + 1, Wording: words[0], Earlier: words[1:]}
	}
	return out, nil
}

// follow gives a text and what stood in its place before, newest first. twins
// is how many equal entries are newer.
func (b *blamer) follow(text string, twins int) ([]Wording, error) {
	var words []Wording
	for from := 0; ; twins = 0 {
		at, err := b.origin(DigestEntry(text), from, twins)
		if err != nil {
			return nil, err
		}
		if at < 0 {
			return b.cut(append(words, Wording{Text: text, ByHand: b.complete})), nil
		}
		found, former, err := b.explain(at, text)
		if err != nil {
			return nil, err
		}
		words = append(words, found...)
		if former == "" || b.earlier >= 0 && len(words) > b.earlier {
			return b.cut(words), nil
		}
		text, from = former, at+1
	}
}

func (b *blamer) cut(words []Wording) []Wording {
	if b.earlier >= 0 && len(words) > b.earlier+1 {
		return words[:b.earlier+1]
	}
	return words
}

// origin finds the turn that brought an entry which stands before the turn
// from, passing over as many as have newer twins; -1 where none did. What was
// taken away since is passed over too, and what an undo put back is looked for
// before the operation that it undid.
func (b *blamer) origin(d EntryDigest, from, twins int) (int, error) {
	gone := 0
	undone := map[memfile.ID]bool{}
	for i := from; ; i++ {
		t, err := b.turns.at(i)
		if err != nil || t == nil {
			return -1, err
		}
		added, removed := times(t.added, d), times(t.removed, d)
		if removed > 0 && t.undoneBy(undone) {
			removed = 0
		}
		gone += removed
		if added == 0 {
			continue
		}
		back, err := b.puttingBack(i, d)
		if err != nil {
			return -1, err
		}
		if back {
			t.markUndone(undone)
			continue
		}
		for ; added > 0; added-- {
			switch {
			case gone > 0:
				gone--
			case twins > 0:
				twins--
			default:
				return i, nil
			}
		}
	}
}

func times(list []EntryDigest, d EntryDigest) int {
	n := 0
	for _, e := range list {
		if e == d {
			n++
		}
	}
	return n
}

// puttingBack is true for a turn that undoes what an older turn of the same
// candidate took away.
func (b *blamer) puttingBack(i int, d EntryDigest) (bool, error) {
	t, err := b.turns.at(i)
	if err != nil || t.op == nil || t.op.Message.Op != "undo" && t.op.Message.Op != resolveWord {
		return false, err
	}
	ids := t.op.Message.IDs
	for j := i + 1; ; j++ {
		older, err := b.turns.at(j)
		if err != nil || older == nil {
			return false, err
		}
		if older.names(ids) {
			return times(older.removed, d) > 0, nil
		}
	}
}
