package foreign

import (
	"encoding/json"
	"fmt"
	"strings"
)

// object is what a JSON object says at its first level. Values are as they stand in the file.
type object struct {
	kind               string // "entity", "relation" or ""
	graph              bool
	name, typed, facts []byte
	factsLine          int
}

func objectOf(raw []byte, line int) object {
	var o object
	var kind []byte
	ends := 0
	lines := lineCounter{data: raw, line: line}
	members(raw, func(key, value []byte, offset int) {
		switch string(key) {
		case `"type"`:
			kind = value
		case `"name"`:
			o.name = value
		case `"entityType"`:
			o.typed = value
		case `"observations"`:
			o.facts, o.factsLine = value, lines.at(offset)
		case `"from"`, `"to"`:
			ends++
		case `"entities"`, `"relations"`:
			o.graph = true
		}
	})
	switch {
	case kind != nil:
		o.kind, _ = decoded(kind)
	case o.facts != nil:
		o.kind = "entity"
	case ends == 2:
		o.kind = "relation"
	}
	return o
}

// entity takes the observations of one entity.
func (r *reader) entity(o object, at span) {
	name, why := decoded(o.name)
	name = strings.Join(strings.Fields(name), " ")
	switch {
	case why == &isLong:
		r.skip(at, isLong)
		return
	case why != nil || name == "":
		r.skip(at, noName)
		return
	case len(o.facts) == 0 || o.facts[0] != '[':
		r.skip(at, noFacts)
		return
	}
	origin := fmt.Sprintf("entity %q", clip(name))
	if typed, why := decoded(o.typed); why == nil && strings.TrimSpace(typed) != "" {
		origin += " (" + clip(strings.Join(strings.Fields(typed), " ")) + ")"
	}
	number := 0
	lines := lineCounter{data: o.facts, line: o.factsLine}
	members(o.facts, func(_, value []byte, offset int) {
		number++
		r.observation(name, value, spanOf(value, lines.at(offset)), fmt.Sprintf("%s, observation %d", origin, number))
	})
	if number == 0 {
		r.skip(at, noFacts)
	}
}

func (r *reader) observation(name string, value []byte, at span, origin string) {
	text, why := decoded(value)
	switch {
	case why != nil:
		r.skip(at, *why)
	case strings.TrimSpace(text) == "":
		r.skip(at, isEmpty)
	default:
		r.keep(name+": "+strings.TrimSpace(text), at, origin)
	}
}

// stringBound is the length in bytes from which on a string is not decoded: a code point is written with at most twelve, so
// that it is longer than any entry.
const stringBound = 64 << 10

// decoded gives the text of a JSON string, or why there is none.
func decoded(value []byte) (string, *reason) {
	switch {
	case len(value) == 0 || value[0] != '"':
		return "", &notText
	case len(value) > stringBound:
		return "", &isLong
	}
	var text string
	if json.Unmarshal(value, &text) != nil {
		return "", &notJSON
	}
	if strings.ContainsRune(text, '\uFFFD') && !strings.ContainsRune(string(value), '\uFFFD') && !strings.Contains(strings.ToLower(string(value)), `\ufffd`) {
		return "", &halfOfAPair
	}
	return text, nil
}
