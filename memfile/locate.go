package memfile

import (
	"sort"
	"strings"

	"gitmem/memfile/fold"
)

// Locate finds the one entry or loose paragraph that a locator names. One that equals it wins, as text or as it stands with
// its marker; otherwise it must be a part of exactly one distinct text. Compared is in NFC, case by case. Of equal entries
// the first is taken. The error is a *LocateError.
func (r *Resident) Locate(locator string) (Block, error) {
	want := fold.NFC(strings.TrimSpace(NormalContent(locator)))
	if want == "" {
		return Block{}, r.notLocated(locator, nil)
	}
	for _, match := range []func(Block) bool{
		func(b Block) bool { return fold.NFC(b.Text) == want },
		func(b Block) bool { return fold.NFC(trimRight(b.Raw)) == want },
		func(b Block) bool { return strings.Contains(fold.NFC(b.Text), want) },
		func(b Block) bool { return strings.Contains(fold.NFC(b.Raw), want) },
	} {
		if hits := r.distinct(match); len(hits) == 1 {
			return hits[0], nil
		} else if len(hits) > 1 {
			return Block{}, r.notLocated(locator, hits)
		}
	}
	return Block{}, r.notLocated(locator, nil)
}

// names reports whether a locator still names a text: equals it or is part of it.
func names(locator string, b Block) bool {
	want := fold.NFC(strings.TrimSpace(NormalContent(locator)))
	return want != "" && (strings.Contains(fold.NFC(b.Text), want) || strings.Contains(fold.NFC(b.Raw), want))
}

// distinct gives the first of each different text that matches.
func (r *Resident) distinct(match func(Block) bool) []Block {
	var hits []Block
	seen := map[string]bool{}
	for _, b := range r.blocks {
		if locatable(b) && match(b) && !seen[b.Text] {
			seen[b.Text] = true
			hits = append(hits, b)
		}
	}
	return hits
}

func locatable(b Block) bool {
	return (b.Kind == Entry || b.Kind == Paragraph) && b.Text != ""
}

func (r *Resident) notLocated(locator string, hits []Block) error {
	return &LocateError{Path: r.path, Locator: locator, Hits: hits, Entries: r.Entries(), Nearest: r.nearestTexts(locator, 3)}
}

// nearestTexts gives the texts most like s, best first, and none that is not like it at all.
func (r *Resident) nearestTexts(s string, most int) []string {
	type scored struct {
		text  string
		score float64
	}
	var all []scored
	for _, b := range r.distinct(func(Block) bool { return true }) {
		if score := Similarity(s, b.Text); score >= 0.3 {
			all = append(all, scored{b.Text, score})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].score > all[j].score })
	var out []string
	for i := 0; i < len(all) && i < most; i++ {
		out = append(out, all[i].text)
	}
	return out
}

// at finds the first block of a kind with a text; -1 is none.
func (r *Resident) at(kind BlockKind, text string) int {
	for i, b := range r.blocks {
		if b.Kind == kind && b.Text == text {
			return i
		}
	}
	return -1
}
