package index

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gitmem/index/words"
)

// Bounds of what is shown of a hit.
const (
	mostFragments  = 3
	fragmentLength = 200 // bytes, before it is widened to whole words
	longestTitle   = 80  // code points of an entry's first line
)

// highlight tells which words of the question matched in which parts, and
// shows them there.
func highlight(parts []part, asked map[string]bool) (why []string, fragments []Fragment) {
	var found []string
	where := map[string][]string{}
	for _, p := range parts {
		for _, w := range matching(p.text, asked) {
			if where[w] == nil {
				found = append(found, w)
			}
			if !slices.Contains(where[w], p.name) {
				where[w] = append(where[w], p.name)
			}
		}
		if marks := words.Mark(p.text, asked); len(marks) > 0 && len(fragments) < mostFragments {
			fragments = append(fragments, cut(p.text, marks))
		}
	}
	for _, w := range found {
		why = append(why, w+": "+strings.Join(where[w], ", "))
	}
	return why, fragments
}

// matching gives the words of a text that were asked for, in small letters as
// they are written, each once.
func matching(text string, asked map[string]bool) []string {
	var found []string
	end := 0
	for _, t := range words.Index(text) {
		if !asked[t.Text] || t.Start < end {
			continue // of two forms of one word the first will do
		}
		end = t.End
		if w := strings.ToLower(text[t.Start:t.End]); !slices.Contains(found, w) {
			found = append(found, w)
		}
	}
	return found
}

// cut takes the stretch of a text around the first marks.
func cut(text string, marks [][2]int) Fragment {
	from := 0
	if marks[0][1] > fragmentLength {
		from = boundary(text, max(0, marks[0][0]-fragmentLength/4))
	}
	to := boundary(text, min(len(text), max(from+fragmentLength, marks[0][1])))
	f := Fragment{Text: text[from:to]}
	for _, m := range marks {
		if m[0] >= from && m[1] <= to {
			f.Marks = append(f.Marks, [2]int{m[0] - from, m[1] - from})
		}
	}
	return f
}

// boundary moves a place in a text forward to the next white space, or to the
// next code point where none is near.
func boundary(text string, at int) int {
	const near = 24
	if space := strings.IndexAny(text[at:min(len(text), at+near)], " \n\t"); space >= 0 {
		return at + space
	}
	for at < len(text) && !utf8.RuneStart(text[at]) {
		at++
	}
	return at
}

// firstLine is what stands for a title.
func firstLine(text string) string {
	line, _, more := strings.Cut(strings.TrimSpace(text), "\n")
	n := 0
	for i := range line {
		if n++; n > longestTitle {
			return line[:i] + "…"
		}
	}
	if more {
		return line + " …"
	}
	return line
}
