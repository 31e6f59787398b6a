package guard

// shape is something that is told by its form instead of its wording.
type shape struct {
	rule    string
	class   Class
	message string
	// keywords in small letters, one of which stands in every text with a match.
	keywords []string
	pattern  string
	// wide: a match can reach beyond the line of a keyword.
	wide bool
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
			finds = append(finds, d.shape(&list[i])...)
		}
	}
	return finds
}

// shape tries one shape on the lines that have a keyword, or on everything.
func (d *document) shape(s *shape) []find {
	if !containsAny(d.lower, s.keywords) {
		return nil
	}
	if s.wide {
		return d.shapeIn(s, 0, len(d.lower))
	}
	var finds []find
	for start := 0; start < len(d.lower); {
		end := lineEnd(d.lower, start)
		if containsAny(d.lower[start:end], s.keywords) {
			finds = append(finds, d.shapeIn(s, start, end)...)
		}
		start = end
	}
	return finds
}

func (d *document) shapeIn(s *shape, start, end int) []find {
	var finds []find
	part := d.plain.Text[start:end]
	for _, at := range cached("(?i)"+s.pattern).FindAllStringSubmatchIndex(part, -1) {
		m := match{start: start + at[0], end: start + at[1], groups: groupsOf(part, at)}
		m.code, m.inCode = d.codeAt(m.start)
		if s.real != nil && !s.real(d, m) {
			continue
		}
		finds = append(finds, find{at: d.plain.Offset(m.start), rule: s.rule, class: s.class, message: s.message, hint: shapeHint})
	}
	return finds
}
