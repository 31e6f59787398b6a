package memfile

import (
	"bytes"
	"slices"
	"strings"
)

// restore puts a removed block back: after the nearest earlier entry of its section that still stands, else first in its
// list. found is the file that it was removed from, nil if that is not known.
func (r *Resident) restore(raw string, found *Resident) (Applied, error) {
	if err := r.absent(raw); err != nil {
		return Applied{}, err
	}
	p := r.place(raw, found)
	text := p.lead + strings.ReplaceAll(raw, "\n", p.eol) + p.tail
	after, err := r.splice(p.at, p.at, text)
	if err != nil {
		return Applied{}, err
	}
	i := after.at(readRaw(raw))
	if i < 0 || !slices.EqualFunc(r.Entries(), without(after.Entries(), after.blocks[i]), sameRaw) {
		return Applied{}, notOne(r.path, p.kind)
	}
	return Applied{after, EntryChange{After: after.blocks[i].Raw}, after.blocks[i].Line}, nil
}

func without(blocks []Block, b Block) []Block {
	return slices.DeleteFunc(blocks, func(o Block) bool { return o.Start == b.Start })
}

// place is where a removed block goes back, with the line ends before and after it.
type place struct {
	kind       BlockKind
	at         int
	lead, tail string
	eol        string
}

func (r *Resident) place(raw string, found *Resident) place {
	kind, text := readRaw(raw)
	p := place{kind: kind, eol: r.eol()}
	if found != nil && bytes.IndexByte(r.data, '\n') < 0 {
		p.eol = found.eol()
	}
	p.tail = p.eol
	i := -1
	if found != nil {
		i = found.at(kind, text)
	}
	if i < 0 {
		return r.first(p, region{0, len(r.blocks)})
	}
	p = r.placeBeside(p, found, i)
	if p.at == len(r.data) && found.endOf(found.blocks[i]) == "" {
		p.tail = ""
	}
	return p
}

// placeBeside finds the place of found's block i by what stood before it in its section.
func (r *Resident) placeBeside(p place, found *Resident, i int) place {
	was := found.sectionOf(i)
	is, same := r.sameSection(found, was)
	if !same {
		was.from = 0
	}
	for j := i - 1; j >= was.from; j-- {
		if k := r.anchor(found.blocks[j], found.alike(was.from, j), is, p.kind); k >= 0 {
			return r.behind(p, r.blocks[k].End, string(found.data[found.blocks[j].End:found.blocks[i].Start]))
		}
	}
	gap := string(found.data[found.top(was):found.blocks[i].Start])
	if at := r.top(is); strings.HasPrefix(string(r.data[at:]), gap) {
		return r.behind(p, at, gap)
	}
	return r.first(p, is)
}

// sameSection finds the region that a region of the former file is now, all blocks if its heading is gone.
func (r *Resident) sameSection(found *Resident, was region) (region, bool) {
	if !was.headed(found) {
		return r.preface(), true
	}
	heading := found.blocks[was.from].Text
	if hits := r.headings(func(text string) bool { return text == heading }); len(hits) > 0 {
		return r.under(hits[min(found.alike(0, was.from), len(hits))-1]), true
	}
	return region{0, len(r.blocks)}, false
}

// alike counts the blocks from one up to and with j that say the same as j.
func (r *Resident) alike(from, j int) int {
	n := 0
	for _, b := range r.blocks[from : j+1] {
		if b.Kind == r.blocks[j].Kind && b.Text == r.blocks[j].Text {
			n++
		}
	}
	return n
}

// anchor finds the block of a region that an earlier block of the former file is now, the nth of those that say the same,
// else the last of them; -1 if it is none to hold on to, or is gone. An entry holds on to entries alone.
func (r *Resident) anchor(b Block, nth int, is region, kind BlockKind) int {
	if b.Kind != Entry && (kind == Entry || b.Kind != Paragraph && b.Kind != Fence) {
		return -1
	}
	found := -1
	for k := is.from; k < is.to && nth > 0; k++ {
		if r.blocks[k].Kind == b.Kind && r.blocks[k].Text == b.Text {
			found = k
			nth--
		}
	}
	return found
}

// behind places a block at a byte, or behind the gap that stood there before, if it still does.
func (r *Resident) behind(p place, at int, gap string) place {
	if strings.HasPrefix(string(r.data[at:]), gap) {
		p.at = at + len(gap)
		p.lead = r.lineBreak(p.at)
		return p
	}
	p.at = at
	p.lead = r.lineBreak(at)
	return r.apart(p)
}

// first places a block before the first entry of a region, or at the end of a region without entries.
func (r *Resident) first(p place, is region) place {
	for _, b := range r.blocks[is.from:is.to] {
		if b.Kind == Entry {
			p.at = b.Start
			return r.apart(p)
		}
	}
	p.at, p.lead = r.bottom(is)
	return p
}

// apart keeps what is no entry from running into its neighbours.
func (r *Resident) apart(p place) place {
	if p.kind != Entry {
		p.lead = r.lineBreak(p.at) + p.eol
		p.tail += p.eol
	}
	return p
}

// sectionOf gives the region that block i lies in, from its heading on.
func (r *Resident) sectionOf(i int) region {
	from := i
	for from > 0 && r.blocks[from].Kind != Heading {
		from--
	}
	return r.under(from)
}

// preface gives what stands before the first heading.
func (r *Resident) preface() region {
	to := slices.IndexFunc(r.blocks, func(b Block) bool { return b.Kind == Heading })
	if to < 0 {
		to = len(r.blocks)
	}
	return region{0, to}
}

// headed reports whether a region begins with its heading.
func (p region) headed(r *Resident) bool {
	return p.from < p.to && r.blocks[p.from].Kind == Heading
}

// top gives the first byte of a region behind its heading.
func (r *Resident) top(p region) int {
	switch {
	case p.headed(r):
		return r.blocks[p.from].End
	case p.from < len(r.blocks):
		return r.blocks[p.from].Start
	}
	return r.textStart()
}
