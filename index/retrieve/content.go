package retrieve

import (
	"fmt"
	"sort"
	"strings"

	"gitmem/memfile"
	"gitmem/memfile/guard"
)

// withheld gives the blocks in which the guard found something, by their
// start, with the first find.
func withheld(r *memfile.Resident, found []guard.Finding) map[int]guard.Finding {
	held := map[int]guard.Finding{}
	blocks := r.Blocks()
	for _, f := range found {
		after := sort.Search(len(blocks), func(i int) bool { return blocks[i].Line > f.Line })
		if after == 0 {
			continue
		}
		if start := blocks[after-1].Start; held[start].Rule == "" {
			held[start] = f
		}
	}
	return held
}

// boundary stands where an entry is taken out of a text to be marked. A
// resident file holds no NUL.
const boundary = "\x00"

// memoryContent renders what is shown of a resident file: the text as a person
// would read it, a notice for what is withheld, and a label above each entry
// whose evidence is withdrawn.
func memoryContent(r *memfile.Resident, held map[int]guard.Finding, o origins) string {
	var marked []string
	text := r.Shown(func(b memfile.Block) (string, bool) {
		if f, is := held[b.Start]; is {
			return heldNotice(b, f), true
		}
		if o.withdrawn[b.Start] {
			marked = append(marked, shownRaw(r, b))
			return boundary, true
		}
		return "", false
	})
	var b strings.Builder
	for i, piece := range strings.Split(text, boundary) {
		if i > 0 {
			writeWithdrawn(&b, marked[i-1])
		}
		if piece = strings.Trim(piece, "\r\n"); piece != "" {
			writeData(&b, piece)
		}
	}
	return b.String()
}

// heldNotice is what an agent sees in the place of a block, as the guard words it.
func heldNotice(b memfile.Block, f guard.Finding) string {
	marker := ""
	if b.Kind == memfile.Entry {
		marker = "- "
	}
	return fmt.Sprintf("%s[withheld by gitmem, line %d: %s]\n", marker, f.Line, f.Rule)
}

func writeWithdrawn(b *strings.Builder, raw string) {
	raw = strings.Trim(raw, "\r\n")
	fmt.Fprintf(b, "evidence withdrawn for the next %s: what supported this was forgotten; check it before use\n", count(len(lines(raw)), "line"))
	writeData(b, raw)
}

// shownRaw is an entry as it is shown, with its marker and without comments.
func shownRaw(r *memfile.Resident, b memfile.Block) string {
	if !strings.Contains(b.Raw, "<!--") {
		return b.Raw
	}
	return r.Shown(func(o memfile.Block) (string, bool) { return "", o.Start != b.Start })
}

// shownText is the text of an entry without comments.
func shownText(r *memfile.Resident, b memfile.Block) string {
	if !strings.Contains(b.Raw, "<!--") {
		return b.Text
	}
	return memfile.ItemText(strings.TrimRight(shownRaw(r, b), "\r\n"))
}
