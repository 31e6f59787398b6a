package guard

import "regexp"

// shape is something that is told by its form instead of its wording.
type shape struct {
	rule    string
	class   Class
	message string
	// keywords in small letters, one of which stands in every text with a match.
	keywords []string
	pattern  string
	// real looks closer at a match; nil: every one counts.
	real func(d *document, m match) bool
}

// match is a place where a shape's pattern fits the plain text.
type match struct {
	start, end int
	groups     []string
	code       region
	inCode     bool
}

// outside: code is shown as it stands and does nothing, so that markup in it is
// only talked about.
func outside(_ *document, m match) bool { return !m.inCode }

const shapeHint = "leave it out, or describe it in words"

// shapes finds forged frames, hidden and active markup and commands that carry
// secrets away. A pattern is compiled when one of its keywords occurs.
func (d *document) shapes() []find {
	var finds []find
	for _, list := range [][]shape{envelopeShapes[:], markupShapes[:], commandShapes[:]} {
		for i := range list {
			if s := &list[i]; containsAny(d.lower, s.keywords) {
				finds = append(finds, d.shape(s)...)
			}
		}
	}
	return finds
}

func (d *document) shape(s *shape) []find {
	var finds []find
	for _, at := range compiledShape(s).FindAllStringSubmatchIndex(d.plain.Text, -1) {
		m := match{start: at[0], end: at[1], groups: groupsOf(d.plain.Text, at)}
		m.code, m.inCode = d.codeAt(at[0])
		if s.real != nil && !s.real(d, m) {
			continue
		}
		finds = append(finds, find{at: d.plain.Offset(at[0]), rule: s.rule, class: s.class, message: s.message, hint: shapeHint})
	}
	return finds
}

func compiledShape(s *shape) *regexp.Regexp { return cached("(?i)" + s.pattern) }
