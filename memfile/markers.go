package memfile

import (
	"bytes"
	"fmt"
)

const markerLength = 7

// findMarker records a conflict marker at column one. Seven "=" count where a conflict is open, and elsewhere outside code
// unless they underline a heading.
func (s *blockScan) findMarker(l line, text []byte) {
	sign := markerSign(text)
	switch sign {
	case 0:
		return
	case '<':
		s.conflict++
	case '=':
		if s.conflict == 0 && (s.code.length > 0 || l.start < s.commentEnd || s.open && s.kind == Paragraph) {
			return
		}
	}
	s.faults = append(s.faults, &Fault{
		Path: s.path, Line: l.number, Column: 1, Rule: RuleMarkers,
		Message: fmt.Sprintf("a conflict marker, %q", bytes.Repeat([]byte{sign}, markerLength)),
		Hint:    "keep one side of the conflict and remove the marker lines",
	})
	if sign == '>' && s.conflict > 0 {
		s.conflict--
	}
}

// markerSign gives the sign of a conflict marker line, 0 if it is none.
func markerSign(text []byte) byte {
	if len(text) < markerLength {
		return 0
	}
	sign := text[0]
	if sign != '<' && sign != '>' && sign != '=' && sign != '|' {
		return 0
	}
	if len(bytes.TrimLeft(text[:markerLength], string(sign))) > 0 {
		return 0
	}
	rest := text[markerLength:]
	if len(rest) == 0 || rest[0] == ' ' && sign != '=' || isBlank(rest) {
		return sign
	}
	return 0
}
