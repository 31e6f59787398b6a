package foreign

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// mcp reads the file of an MCP memory server.
func (r *reader) mcp(data []byte) {
	if isDocument(data) {
		r.document(data)
		return
	}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if line = bytes.TrimSpace(line); len(line) > 0 {
			r.record(line, number)
		}
	}
}

// isDocument tells one JSON document from JSON lines. A document can be damaged, and of lines each.
func isDocument(data []byte) bool {
	first, rest, _ := bytes.Cut(bytes.TrimSpace(data), []byte{'\n'})
	switch {
	case len(first) == 0 || first[0] != '{' && first[0] != '[':
		return false
	case json.Valid(first):
		return len(rest) == 0
	case json.Valid(data):
		return true
	case first[0] == '[':
		rest, _, _ = bytes.Cut(bytes.TrimSpace(rest), []byte{'\n'})
	}
	return !hasObject(rest)
}

// hasObject reports whether one of the lines is a JSON object by itself.
func hasObject(lines []byte) bool {
	for line := range bytes.Lines(lines) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] == '{' && json.Valid(line) {
			return true
		}
	}
	return false
}

// document takes what one document holds, as far as it can be read.
func (r *reader) document(data []byte) {
	start := skipSpace(data, 0)
	doc, first := bytes.TrimSpace(data[start:]), lineAt(data, start)
	var end int
	var ok bool
	switch {
	case doc[0] == '[':
		end, ok = r.records(doc, first)
	case json.Valid(doc) || !objectOf(doc, first).graph:
		r.record(doc, first)
		return
	default:
		end, ok = r.graph(doc, first)
	}
	end = min(skipSpace(doc, end), len(doc))
	at := spanOf(doc[end:], first+bytes.Count(doc[:end], []byte{'\n'}))
	switch {
	case !ok:
		r.skip(at, endsEarly)
	case end < len(doc):
		r.skip(at, textAfter)
	}
}

// records takes a list of entities and relations.
func (r *reader) records(list []byte, first int) (end int, ok bool) {
	lines := lineCounter{data: list, line: first}
	return members(list, func(_, value []byte, offset int) { r.record(value, lines.at(offset)) })
}

// graph takes an object with the two lists in it.
func (r *reader) graph(object []byte, first int) (end int, ok bool) {
	lines := lineCounter{data: object, line: first}
	return members(object, func(key, value []byte, offset int) {
		line := lines.at(offset)
		switch string(key) {
		case `"entities"`, `"relations"`:
			r.list(value, line)
		case `"type"`:
		default:
			r.skip(span{line, line}, unknownKey)
		}
	})
}

func (r *reader) list(value []byte, line int) {
	at := spanOf(value, line)
	if value[0] != '[' {
		r.skip(at, notList)
	} else if _, ok := r.records(value, line); !ok {
		r.skip(span{at.last, at.last}, endsEarly)
	}
}

// record takes one entity, relation or graph.
func (r *reader) record(raw []byte, line int) {
	at := spanOf(raw, line)
	switch {
	case bytes.IndexByte(raw, 0) >= 0:
		r.skip(at, hasNUL)
	case !utf8.Valid(raw):
		r.skip(at, notUTF8)
	case !json.Valid(raw):
		r.skip(at, notJSON)
	case raw[0] != '{':
		r.skip(at, notObject)
	default:
		r.object(raw, at)
	}
}

func (r *reader) object(raw []byte, at span) {
	o := objectOf(raw, at.line)
	switch {
	case o.graph:
		r.graph(raw, at.line)
	case o.kind == "entity":
		r.entity(o, at)
	case o.kind == "relation":
		r.skip(at, isRelation)
	default:
		r.skip(at, unknownKind)
	}
}

func spanOf(raw []byte, line int) span { return span{line, line + bytes.Count(raw, []byte{'\n'})} }

func lineAt(data []byte, offset int) int { return 1 + bytes.Count(data[:offset], []byte{'\n'}) }

// lineCounter gives the lines of offsets that only grow.
type lineCounter struct {
	data []byte
	line int // of the offset
	seen int
}

func (c *lineCounter) at(offset int) int {
	c.line += bytes.Count(c.data[c.seen:offset], []byte{'\n'})
	c.seen = offset
	return c.line
}
