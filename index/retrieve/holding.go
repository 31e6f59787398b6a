package retrieve

import (
	"fmt"
	"iter"
	"strings"

	"gitmem/memfile"
	"gitmem/memfile/fold"
	"gitmem/repo"
)

// Held is one receipt that holds a text: with it an agent was told.
type Held struct {
	Receipt memfile.Receipt
	Places  []HeldPlace
}

// HeldPlace is one item of a section that holds the text. Item is zero where
// the text stands in a heading or a paragraph, or spreads over several entries.
type HeldPlace struct {
	Section memfile.ReceiptSection
	Item    memfile.ReceiptItem
	Text    string // of the item, or of the section
}

// Holding visits the receipts that hold a text, newest first. Wordings are
// compared after folding. What is damaged comes as an error, as from All, and
// stops nothing. ErrNothing where the text holds nothing to look for.
func (s Receipts) Holding(text string) (iter.Seq2[Held, error], error) {
	key := fold.Key(text)
	if key == "" {
		return nil, fmt.Errorf("text: %w", ErrNothing)
	}
	look := &lookout{key: key, known: map[string][]HeldPlace{}}
	return func(yield func(Held, error) bool) {
		for r, err := range s.All() {
			places := look.in(r)
			if (err != nil || len(places) > 0) && !yield(Held{r, places}, err) {
				return
			}
		}
	}, nil
}

// lookout looks for one text. The same section stands in receipt after
// receipt, so that it is searched once.
type lookout struct {
	key   string
	known map[string][]HeldPlace
}

func (l *lookout) holds(text string) bool { return strings.Contains(fold.Key(text), l.key) }

func (l *lookout) in(r memfile.Receipt) []HeldPlace {
	var out []HeldPlace
	for _, s := range r.Sections {
		known := s.Name + s.Source + s.SHA256
		places, done := l.known[known]
		if !done {
			places = l.inSection(s)
			l.known[known] = places
		}
		out = append(out, places...)
	}
	return out
}

func (l *lookout) inSection(s memfile.ReceiptSection) []HeldPlace {
	e, ok := readContent(s.Content)
	if !ok {
		return nil
	}
	pieces := e.entries(s.Items)
	if s.Name == sectionExperiences {
		pieces = e.records(s.Items)
	}
	var out []HeldPlace
	for _, p := range pieces {
		if l.holds(p.text) {
			out = append(out, HeldPlace{Section: s, Item: p.item, Text: p.text})
		}
	}
	if whole := e.text(); len(out) == 0 && l.holds(whole) {
		out = append(out, HeldPlace{Section: s, Text: whole})
	}
	return out
}

// readContent reads the content of a section back; false where it is of a form
// that this version does not write.
func readContent(content string) (Envelope, bool) {
	var e Envelope
	for line := range strings.SplitSeq(strings.TrimSuffix(content, "\n"), "\n") {
		if !e.take(line) {
			return e, false
		}
	}
	return e, true
}

// text is all data.
func (e Envelope) text() string {
	var texts []string
	for _, p := range e.Parts {
		if p.Lines > 0 {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// piece is the text of one item.
type piece struct {
	item memfile.ReceiptItem
	text string
}

// entries finds the items of a memory section in its text, by their digests.
func (e Envelope) entries(items []memfile.ReceiptItem) []piece {
	resident, err := memfile.ParseResident(repo.ResidentPath, []byte(e.text()))
	if err != nil {
		return nil
	}
	var out []piece
	for _, entry := range resident.Entries() {
		digest := memfile.Digest([]byte(entry.Text))
		for i, item := range items {
			if item.SHA256 == digest {
				out, items = append(out, piece{item, entry.Text}), append(items[:i:i], items[i+1:]...)
				break
			}
		}
	}
	return out
}

// records finds the items of an experience section, whose labels name them.
func (e Envelope) records(items []memfile.ReceiptItem) []piece {
	var out []piece
	for _, p := range e.Parts {
		if rest, is := strings.CutPrefix(p.Label, "experience "); is {
			id, _, _ := strings.Cut(rest, ";")
			for _, item := range items {
				if string(item.ID) == id {
					out = append(out, piece{item: item})
				}
			}
		}
		if len(out) > 0 && p.Lines > 0 {
			last := &out[len(out)-1]
			last.text = strings.TrimPrefix(last.text+"\n"+p.Text, "\n")
		}
	}
	return out
}
