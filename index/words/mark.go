package words

import (
	"cmp"
	"slices"
)

// Mark gives the stretches of text, as bytes from and up to, that hold one of
// the terms; in order, without overlap, neighbours joined.
func Mark(text string, terms map[string]bool) [][2]int {
	var found [][2]int
	for _, t := range Index(text) {
		if terms[t.Text] {
			found = append(found, [2]int{t.Start, t.End})
		}
	}
	slices.SortFunc(found, func(a, b [2]int) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	return merged(found)
}

func merged(ranges [][2]int) [][2]int {
	out := ranges[:0]
	for _, r := range ranges {
		if n := len(out); n > 0 && r[0] <= out[n-1][1] {
			out[n-1][1] = max(out[n-1][1], r[1])
			continue
		}
		out = append(out, r)
	}
	return out
}
