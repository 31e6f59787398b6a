package memfile

import (
	"bytes"
	"sort"
)

var (
	commentOpen  = []byte("<!--")
	commentClose = []byte("-->")
)

// beginsComment reports whether a line starts with a comment that is closed somewhere.
func (s *blockScan) beginsComment(l line, text []byte) bool {
	trimmed := bytes.TrimLeft(text, " \t")
	return bytes.HasPrefix(trimmed, commentOpen) && s.closeOf(l.end-len(trimmed)) > 0
}

// closeOf gives the end of the comment that begins at a byte, 0 if it is never closed.
func (s *blockScan) closeOf(start int) int {
	from := start + len(commentOpen)
	switch rest := s.data[from:]; {
	case s.unclosed:
		return 0
	case bytes.HasPrefix(rest, []byte(">")):
		return from + 1
	case bytes.HasPrefix(rest, []byte("->")):
		return from + 2
	}
	i := bytes.Index(s.data[from:], commentClose)
	if i < 0 {
		s.unclosed = true
		s.note(start, RuleComment, "a comment that is never closed: it is text, counted and shown to agents")
		return 0
	}
	return from + i + len(commentClose)
}

// findComments records the comments that begin between two bytes of a line. Code spans and escaped signs hold none.
func (s *blockScan) findComments(from, to int) {
	for i := from; i < to; {
		j := bytes.IndexAny(s.data[i:to], "`\\<")
		if j < 0 {
			return
		}
		i += j
		switch s.data[i] {
		case '`':
			i = afterSpan(s.data, i, to)
		case '\\':
			i += 2
		default:
			i = s.comment(i)
		}
	}
}

// comment records the comment that begins at a byte, if one does, and gives where to look on.
func (s *blockScan) comment(i int) int {
	if !bytes.HasPrefix(s.data[i:], commentOpen) {
		return i + 1
	}
	end := s.closeOf(i)
	if end == 0 {
		return i + len(commentOpen)
	}
	s.comments = append(s.comments, span{i, end})
	s.commentEnd = end
	return end
}

// afterSpan gives the end of the code span that begins at a byte, or of its backticks if the line does not close it.
func afterSpan(data []byte, start, to int) int {
	open := start
	for open < to && data[open] == '`' {
		open++
	}
	for i := open; i < to; {
		if data[i] != '`' {
			i++
			continue
		}
		run := i
		for i < to && data[i] == '`' {
			i++
		}
		if i-run == open-start {
			return i
		}
	}
	return open
}

// endComment closes a block of comments after the line on which the last of them ends. Text beside it makes it a paragraph.
func (s *blockScan) endComment(l line) {
	if s.kind != Comment || s.commentEnd > l.end {
		return
	}
	if !isBlank(bytes.TrimSpace(withoutSpans(s.data, s.start, l.end, s.comments))) {
		s.kind = Paragraph
	}
	s.close(l.next)
}

// withoutSpans gives data[from:to] without the spans, which are in order.
func withoutSpans(data []byte, from, to int, spans []span) []byte {
	out := make([]byte, 0, to-from)
	first := sort.Search(len(spans), func(i int) bool { return spans[i].end > from })
	for _, c := range spans[first:] {
		if c.start >= to {
			break
		}
		if c.start > from {
			out = append(out, data[from:c.start]...)
		}
		from = c.end
	}
	if from < to {
		out = append(out, data[from:to]...)
	}
	return out
}
