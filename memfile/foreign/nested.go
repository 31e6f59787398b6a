package foreign

import "strings"

// wholeBound is the length in code points of the longest whole that stays one entry.
const wholeBound = 500

// whole takes a lead and the list that it introduces.
func (r *reader) whole(lead piece, list []piece) {
	var texts, lines strings.Builder
	for _, p := range list {
		texts.WriteString(p.text + "\n")
		lines.WriteString("\n" + p.raw)
	}
	all := span{lead.line, list[len(list)-1].last}
	switch {
	case isImportOnly(texts.String()):
		r.skip(all, isImport)
	case isLinksOnly(texts.String()):
		r.skip(all, isLinks)
	case !longerThan(lead.text+lines.String(), wholeBound):
		r.keep(lead.text+lines.String(), all, "")
	default:
		list[0].line = lead.line
		for _, p := range list {
			r.item(lead.text, p, 0)
		}
	}
}

// item takes one list item, with the text of its parents before it.
func (r *reader) item(lead string, p piece, depth int) {
	if !longerThan(joined(lead, p.text), wholeBound) && !isMarked(p.text) || depth >= depthBound {
		r.text(lead, p)
		return
	}
	inner := piecesOf(p.text, p.top)
	if len(inner) == 0 || !hasItem(inner) {
		r.text(lead, p)
		return
	}
	inner[0].line = p.line
	r.parts(lead, inner, depth)
}

func hasItem(pieces []piece) bool {
	for _, p := range pieces {
		if p.kind == item {
			return true
		}
	}
	return false
}

// parts takes what an item consists of: the items nested in it become entries, led by its first paragraph. If there is more
// than that paragraph, the rest is an entry too.
func (r *reader) parts(lead string, inner []piece, depth int) {
	var own string
	if inner[0].kind == paragraph {
		own = inner[0].text
		inner[1].line = inner[0].line
		inner = inner[1:]
	}
	var rest []piece
	for _, p := range inner {
		switch p.kind {
		case item:
			r.item(joined(lead, own), p, depth+1)
		case layout:
			r.skip(p.span, p.why)
		default:
			rest = append(rest, p)
		}
	}
	if len(rest) > 0 {
		r.text(joined(lead, own), together(rest))
	}
}

// together makes one piece of several.
func together(pieces []piece) piece {
	texts := make([]string, len(pieces))
	for i, p := range pieces {
		texts[i] = p.raw
	}
	return piece{span: span{pieces[0].line, pieces[len(pieces)-1].last}, text: strings.Join(texts, "\n\n")}
}

// joined puts the text of a parent before that of its child, on one line.
func joined(lead, text string) string {
	lead = strings.Join(strings.Fields(lead), " ")
	switch {
	case lead == "":
		return text
	case text == "":
		return lead
	case endsInColon(lead) || strings.ContainsAny(lead[len(lead)-1:], ".!?;,"):
		return lead + " " + text
	}
	return lead + ": " + text
}
