package memfile

import (
	"cmp"
	"slices"
	"sort"
)

// likeEnough is the similarity from which a removed and an added text at the same place are one that was reworded.
const likeEnough = 0.4

// HandEdit is one change of an entry, a loose paragraph or a code block that a person made with an editor.
type HandEdit struct {
	// Edit is what would have made it: add, replace or remove. Locator and Content are whole texts.
	Edit   Edit
	Change EntryChange
	Kind   BlockKind
	// Line is that of the present text, or of the former one if it was removed.
	Line int
}

// Difference gives what a person changed between two versions of a resident file, place by place in the order of the file.
// Texts are compared, so that another marker or another indentation is no change; neither is a text that only moved. A text that
// went and one that came at the same place are one replace if they are alike, or if as many went as came. Headings,
// comments and blank lines are layout.
func Difference(base, present *Resident) []HandEdit {
	was, is := spoken(base), spoken(present)
	pairs := pairUp(was, is)
	kept := longestRun(pairs)
	var out []HandEdit
	i, j := 0, 0
	for _, p := range append(kept, pair{len(was), len(is)}) {
		out = append(out, gapEdits(loose(was, pairs.was, i, p.was), loose(is, pairs.is, j, p.is))...)
		i, j = p.was+1, p.is+1
	}
	return out
}

// spoken gives the blocks that say something to an agent and have no heading's part in the layout.
func spoken(r *Resident) []Block {
	var out []Block
	if r == nil {
		return nil
	}
	for _, b := range r.blocks {
		if b.Kind == Entry || b.Kind == Paragraph || b.Kind == Fence {
			out = append(out, b)
		}
	}
	return out
}

type pair struct{ was, is int }

// pairing holds the blocks that stand in both versions.
type pairing struct {
	all     []pair // in the order of the former version
	was, is map[int]bool
}

// pairUp pairs equal texts, the first with the first and so on.
func pairUp(was, is []Block) pairing {
	type key struct {
		kind BlockKind
		text string
	}
	places := map[key][]int{}
	for j, b := range is {
		k := key{b.Kind, b.Text}
		places[k] = append(places[k], j)
	}
	p := pairing{was: map[int]bool{}, is: map[int]bool{}}
	for i, b := range was {
		k := key{b.Kind, b.Text}
		if left := places[k]; len(left) > 0 {
			p.all = append(p.all, pair{i, left[0]})
			p.was[i], p.is[left[0]] = true, true
			places[k] = left[1:]
		}
	}
	return p
}

// longestRun gives the most pairs that follow each other in both versions; the others moved.
func longestRun(p pairing) []pair {
	ends := []int{}                   // ends[n]: index of the pair that ends the best run of n+1 pairs
	before := make([]int, len(p.all)) // the pair before it in that run, -1 for none
	for i, one := range p.all {
		n := sort.Search(len(ends), func(n int) bool { return p.all[ends[n]].is >= one.is })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		}
		ends[n] = i
	}
	var run []pair
	for i := last(ends); i >= 0; i = before[i] {
		run = append(run, p.all[i])
	}
	slices.Reverse(run)
	return run
}

func last(ends []int) int {
	if len(ends) == 0 {
		return -1
	}
	return ends[len(ends)-1]
}

// loose gives the blocks from..to that are in no pair.
func loose(blocks []Block, paired map[int]bool, from, to int) []Block {
	var out []Block
	for i := from; i < to; i++ {
		if !paired[i] {
			out = append(out, blocks[i])
		}
	}
	return out
}

// gapEdits gives the edits between two blocks that stayed.
func gapEdits(gone, come []Block) []HandEdit {
	var out []HandEdit
	taken := matches(gone, come)
	for i, b := range gone {
		if j := slices.Index(taken, i); j >= 0 {
			out = append(out, reworded(b, come[j]))
		} else {
			out = append(out, HandEdit{Edit{Action: ActionRemove, Locator: b.Text}, EntryChange{Before: b.Raw}, b.Kind, b.Line})
		}
	}
	for j, b := range come {
		if taken[j] < 0 {
			out = append(out, HandEdit{Edit{Action: ActionAdd, Section: b.Section, Content: b.Text}, EntryChange{After: b.Raw}, b.Kind, b.Line})
		}
	}
	return out
}

func reworded(was, is Block) HandEdit {
	return HandEdit{
		Edit:   Edit{Action: ActionReplace, Locator: was.Text, Content: is.Text},
		Change: EntryChange{was.Raw, is.Raw}, Kind: is.Kind, Line: is.Line,
	}
}

// matches gives for each block that came the index of the one that it replaces, -1 for none.
func matches(gone, come []Block) []int {
	taken := make([]int, len(come))
	sameShape := len(gone) == len(come)
	for j := range come {
		taken[j] = -1
		sameShape = sameShape && gone[j].Kind == come[j].Kind
	}
	if sameShape {
		for j := range come {
			taken[j] = j
		}
		return taken
	}
	for _, c := range alike(gone, come) {
		if taken[c.is] < 0 && !slices.Contains(taken, c.was) {
			taken[c.is] = c.was
		}
	}
	return taken
}

// alike gives the pairs that are like each other, the most alike first. A gap of many blocks is not searched: there a
// rewording is a remove and an add.
func alike(gone, come []Block) []pair {
	const most = 10_000
	if len(gone)*len(come) > most {
		return nil
	}
	type scored struct {
		pair
		score float64
	}
	var all []scored
	for i, b := range gone {
		for j, o := range come {
			if s := Similarity(b.Text, o.Text); b.Kind == o.Kind && s >= likeEnough {
				all = append(all, scored{pair{i, j}, s})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	out := make([]pair, len(all))
	for i, s := range all {
		out[i] = s.pair
	}
	return out
}
