package candidates

import (
	"fmt"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// contextLines is how many equal lines a hunk shows around a change.
const contextLines = 3

// Unified prints the difference of two texts as a unified diff. Equal texts
// have none. from and to name the sides.
func Unified(from, to, before, after string) string {
	lines := diffLines(before, after)
	hunks := hunksOf(lines)
	if len(hunks) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "--- %s\n+++ %s\n", from, to)
	for _, h := range hunks {
		h.print(&b)
	}
	return b.String()
}

// diffLine is one line with its sign: space, minus or plus.
type diffLine struct {
	sign byte
	text string // with its line end, if it has one
}

func diffLines(before, after string) []diffLine {
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0 // the same diff on a slow machine as on a quick one
	a, b, table := dmp.DiffLinesToRunes(before, after)
	var lines []diffLine
	for _, d := range dmp.DiffCharsToLines(dmp.DiffMainRunes(a, b, false), table) {
		sign := map[diffmatchpatch.Operation]byte{diffmatchpatch.DiffEqual: ' ', diffmatchpatch.DiffDelete: '-', diffmatchpatch.DiffInsert: '+'}[d.Type]
		for line := range strings.Lines(d.Text) {
			lines = append(lines, diffLine{sign, line})
		}
	}
	return lines
}

// hunk is a run of lines with its place on both sides, counted from 1.
type hunk struct {
	lines            []diffLine
	oldFrom, newFrom int
}

// hunksOf cuts out the changes with their context.
func hunksOf(lines []diffLine) []hunk {
	keep := make([]bool, len(lines))
	for i, l := range lines {
		if l.sign == ' ' {
			continue
		}
		for j := max(0, i-contextLines); j <= min(len(lines)-1, i+contextLines); j++ {
			keep[j] = true
		}
	}
	var hunks []hunk
	oldLine, newLine := 1, 1
	for i, l := range lines {
		if keep[i] {
			if i == 0 || !keep[i-1] {
				hunks = append(hunks, hunk{oldFrom: oldLine, newFrom: newLine})
			}
			last := &hunks[len(hunks)-1]
			last.lines = append(last.lines, l)
		}
		if l.sign != '+' {
			oldLine++
		}
		if l.sign != '-' {
			newLine++
		}
	}
	return hunks
}

func (h hunk) print(b *strings.Builder) {
	olds, news := 0, 0
	for _, l := range h.lines {
		if l.sign != '+' {
			olds++
		}
		if l.sign != '-' {
			news++
		}
	}
	fmt.Fprintf(b, "@@ -%s +%s @@\n", span(h.oldFrom, olds), span(h.newFrom, news))
	for _, l := range h.lines {
		b.WriteByte(l.sign)
		b.WriteString(l.text)
		if !strings.HasSuffix(l.text, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// span is a place in the form of diff: an empty side stands before its line.
func span(from, count int) string {
	if count == 0 {
		from--
	}
	if count == 1 {
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d,%d", from, count)
}
