package memfile

import (
	"strings"

	"gitmem/memfile/fold"
)

// region is the part of a file that an entry is put into: the blocks from..to without to.
type region struct{ from, to int }

// region finds the blocks under a heading up to the next one, all blocks for "".
func (r *Resident) region(section string) (region, error) {
	if strings.TrimSpace(section) == "" {
		return region{0, len(r.blocks)}, nil
	}
	want := headingText(section)
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		hits := r.headings(func(text string) bool { return same(fold.NFC(text), want) })
		if len(hits) == 1 {
			return r.under(hits[0]), nil
		}
		if len(hits) > 1 {
			return region{}, r.noSection(section, hits)
		}
	}
	return region{}, r.noSection(section, nil)
}

// headingText reads a section as it may be given: the text, or the whole heading line.
func headingText(section string) string {
	if text, ok := headingOf([]byte(section)); ok {
		section = text
	}
	return fold.NFC(strings.TrimSpace(section))
}

func (r *Resident) headings(match func(string) bool) []int {
	var out []int
	for i, b := range r.blocks {
		if b.Kind == Heading && match(b.Text) {
			out = append(out, i)
		}
	}
	return out
}

// under gives what follows a heading up to the next heading; the heading is its first block.
func (r *Resident) under(heading int) region {
	to := heading + 1
	for to < len(r.blocks) && r.blocks[to].Kind != Heading {
		to++
	}
	return region{heading, to}
}

func (r *Resident) noSection(section string, hits []int) error {
	err := &LocateError{Path: r.path, Section: section}
	for _, i := range hits {
		err.Hits = append(err.Hits, r.blocks[i])
	}
	for _, i := range r.headings(func(string) bool { return true }) {
		err.Headings = append(err.Headings, r.blocks[i].Text)
	}
	return err
}
