package memfile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// decoder reads values of the right type out of nodes and gathers what is wrong.
type decoder struct {
	path   string
	faults Faults
}

func (d *decoder) fault(n *node, rule, message, hint string) {
	d.faults = append(d.faults, &Fault{Path: d.path, Line: n.line, Column: n.column, Rule: rule, Message: message, Hint: hint})
}

// unknown refuses a key that the format does not know and names the one that may be meant.
func (d *decoder) unknown(f field, known []string) {
	hint, best := "the keys are "+strings.Join(known, ", "), 0.5
	for _, k := range known {
		if score := Similarity(f.name, k); score > best {
			hint, best = "did you mean "+k+"?", score
		}
	}
	d.fault(&node{line: f.line, column: f.column}, RuleUnknownKey, "unknown key "+clip(f.name, 40), hint)
}

// need refuses a map without a key.
func (d *decoder) need(n *node, keys ...string) {
	for _, k := range keys {
		if n.get(k) == nil {
			d.fault(n, RuleMissingKey, "the key "+k+" is missing", "")
		}
	}
}

// isMap refuses what is no map.
func (d *decoder) isMap(n *node, key string) bool {
	if n.kind != yamlMap {
		d.fault(n, RuleType, key+" must be keys and values", "")
	}
	return n.kind == yamlMap
}

// text reads a text without white space at its ends; nothing is an empty text.
func (d *decoder) text(n *node, key string) string { return NormalContent(d.exact(n, key)) }

// exact reads a text as it is, without the last line end of a block.
func (d *decoder) exact(n *node, key string) string {
	switch n.kind {
	case yamlText:
		if n.block {
			return strings.TrimSuffix(n.text, "\n")
		}
		return n.text
	case yamlNull:
		return ""
	}
	d.fault(n, RuleType, key+" must be text", "put it in quotes")
	return ""
}

// exacts reads a text or a list of texts.
func (d *decoder) exacts(n *node, key string) []string {
	if n.kind != yamlList {
		if s := d.exact(n, key); s != "" {
			return []string{s}
		}
		return nil
	}
	var out []string
	for _, item := range n.items {
		out = append(out, d.exact(item, key))
	}
	return out
}

// word reads one of some words.
func (d *decoder) word(n *node, key string, allowed ...string) string {
	s := d.exact(n, key)
	if n.kind == yamlNull || n.kind == yamlText && !slices.Contains(allowed, s) {
		d.fault(n, RuleValue, fmt.Sprintf("%s must be %s", key, orList(allowed)), "")
	}
	return s
}

func orList(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// points reads basis points.
func (d *decoder) points(n *node, key string) int {
	v, err := strconv.Atoi(n.text)
	if n.kind != yamlInt || err != nil || v < 0 || v > 10_000 {
		hint := ""
		if share, err := strconv.ParseFloat(n.text, 64); err == nil && n.kind == yamlFloat && share >= 0 && share <= 1 {
			hint = fmt.Sprintf("%s is %.0f", n.text, share*10_000)
		}
		d.fault(n, RuleValue, key+" must be a whole number of basis points, 0 to 10000", hint)
		return 0
	}
	return v
}

// count reads a whole number from 0.
func (d *decoder) count(n *node, key string) int {
	v, err := strconv.Atoi(n.text)
	if n.kind != yamlInt || err != nil || v < 0 {
		d.fault(n, RuleValue, key+" must be a whole number from 0", "")
		return 0
	}
	return v
}

// truth reads true or false.
func (d *decoder) truth(n *node, key string) bool {
	if n.kind != yamlBool {
		d.fault(n, RuleType, key+" must be true or false", "")
	}
	return n.kind == yamlBool && strings.EqualFold(n.text, "true")
}

// words reads a list of texts that are not empty.
func (d *decoder) words(n *node, key string) []string {
	if n.kind != yamlList {
		d.fault(n, RuleType, key+" must be a list of words", "write [word, word]")
		return nil
	}
	var out []string
	for _, item := range n.items {
		out = append(out, d.exact(item, key))
	}
	return out
}

// timeLayout is RFC 3339 in UTC, to the second.
const timeLayout = "2006-01-02T15:04:05Z"

func (d *decoder) time(n *node, key string) time.Time {
	t, err := time.Parse(timeLayout, n.text)
	if n.kind != yamlText || err != nil {
		d.fault(n, RuleValue, key+" must be a time in UTC to the second, such as 2026-11-30T10:15:02Z", "")
		return time.Time{}
	}
	return t
}

// formatTime writes a time as the files have it.
func formatTime(t time.Time) string { return t.UTC().Format(timeLayout) }

func isTime(s string) bool {
	if len(s) != len(timeLayout) {
		return false
	}
	_, err := time.Parse(timeLayout, s)
	return err == nil
}

// id reads an id of one of some kinds, or of any kind if none is given.
func (d *decoder) id(n *node, key string, kinds ...byte) ID {
	id, err := ParseID(n.text)
	if n.kind != yamlText || err != nil || len(kinds) > 0 && !slices.Contains(kinds, id.Kind()) {
		letter := "one letter"
		if len(kinds) == 1 {
			letter = string(kinds)
		}
		d.fault(n, RuleValue, key+" must be an id: "+letter+" and sixteen lowercase hex digits", "")
		return ""
	}
	return id
}

// ids reads a list of ids of some kinds, or of any kind if none is given.
func (d *decoder) ids(n *node, key string, kinds ...byte) []ID {
	if n.kind != yamlList {
		d.fault(n, RuleType, key+" must be a list of ids", "write [e0123456789abcdef]")
		return nil
	}
	var out []ID
	for _, item := range n.items {
		out = append(out, d.id(item, key, kinds...))
	}
	return out
}

// absent stands for the blob of a file that is not there.
const absent = "none"

// blob reads a git blob id, "" for none. An id that looks like a number is one all the same.
func (d *decoder) blob(n *node, key string) string {
	if n.kind == yamlText && n.text == absent {
		return ""
	}
	if n.kind == yamlNull || n.kind == yamlList || n.kind == yamlMap || len(n.text) != 40 || !lowerHex(n.text) {
		d.fault(n, RuleValue, key+" must be the blob id that git gives, forty hex digits, or none", "")
		return ""
	}
	return n.text
}
