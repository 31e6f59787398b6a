package memfile

import (
	"fmt"
	"strings"
)

// written gives the value of a key as it is written, false if a new file has no such key.
func (c Candidate) written(key string) (rendered, bool) {
	switch key {
	case "decision":
		return optional(c.Decision), true
	case "action":
		return yamlScalar(c.Action), !c.Batch()
	case "locator":
		return optional(c.Locator), c.Locator != ""
	case "section":
		return optional(c.Section), c.Section != ""
	case "reason":
		return block(c.Reason), true
	case "confidence":
		return rendered{inline: fmt.Sprint(c.Confidence)}, true
	case "operations":
		return writeOperations(c.Operations), c.Batch()
	case "diagnostic":
		return optional(c.Diagnostic), c.Diagnostic != ""
	}
	return c.writtenOwn(key)
}

func (c Candidate) writtenOwn(key string) (rendered, bool) {
	switch key {
	case "gitmem":
		return rendered{inline: FormatCandidate1}, true
	case "id":
		return yamlScalar(string(c.ID)), true
	case "kind":
		return yamlScalar(c.Kind), true
	case "scope":
		return yamlScalar(c.Scope), true
	case "status":
		return yamlScalar(c.Status), true
	case "actor":
		return yamlScalar(c.Actor), true
	case "source":
		return rendered{inline: writeSource(c.Source)}, c.Source != Source{}
	case "evidence":
		return rendered{inline: flowList(c.Evidence)}, len(c.Evidence) > 0
	case "target":
		return writeTargets(c), len(c.Target) > 0
	case "created":
		return rendered{inline: formatTime(c.Created)}, true
	case "updated":
		return rendered{inline: formatTime(c.Updated)}, true
	case "decided":
		return writeDecided(c.Decided), c.Decided != nil
	case "effect":
		return writeEffect(c.Effect, c.Batch()), c.Effect != nil
	case "undo":
		return writeEffect(c.Undo, c.Batch()), c.Undo != nil
	}
	return rendered{}, false
}

// optional writes a text that may be empty, on one line if it has one.
func optional(s string) rendered {
	if s == "" {
		return rendered{isText: true}
	}
	if strings.Contains(s, "\n") {
		return yamlBlock(s)
	}
	return yamlScalar(s)
}

// block writes a text as a block whatever its length.
func block(s string) rendered {
	if s == "" {
		return rendered{isText: true}
	}
	return yamlBlock(s)
}

func writeSource(s Source) string {
	return flowMap(pairOf{"agent", s.Agent}, pairOf{"session", s.Session}, pairOf{"message", s.Message},
		pairOf{"client", s.Client}, pairOf{"connection", s.Connection})
}

// writeTargets writes the one target of a change as a block, those of a batch as a list of blocks.
func writeTargets(c Candidate) rendered {
	if len(c.Target) == 1 && !c.Batch() {
		return yamlBlock(c.Target[0])
	}
	var out rendered
	for _, t := range c.Target {
		out.lines = append(out.lines, itemLines(yamlBlock(t))...)
	}
	return out
}

// itemLines writes a value as an item of a list that is indented by two.
func itemLines(v rendered) []string {
	lines := []string{"  - " + v.inline}
	for _, l := range v.lines {
		if l != "" {
			l = "  " + l
		}
		lines = append(lines, l)
	}
	return lines
}

func writeOperations(edits []Edit) rendered {
	var out rendered
	for _, e := range edits {
		lines := keyLines("action", yamlScalar(e.Action), "")
		for _, one := range []struct {
			key string
			v   rendered
		}{{"locator", optional(e.Locator)}, {"section", optional(e.Section)}, {"content", block(e.Content)}} {
			if one.v.inline != "" {
				lines = append(lines, keyLines(one.key, one.v, "")...)
			}
		}
		out.lines = append(out.lines, indented(lines, "  - ", "    ")...)
	}
	return out
}

func indented(lines []string, first, others string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		switch {
		case i == 0:
			out[i] = first + l
		case l != "":
			out[i] = others + l
		}
	}
	return out
}

func writeDecided(d *Decided) rendered {
	if d == nil {
		return rendered{}
	}
	return rendered{inline: flowMap(pairOf{"by", d.By}, pairOf{"via", d.Via}, pairOf{"at", formatTime(d.At)}, pairOf{"reason", d.Reason})}
}

func writeEffect(e *Effect, batch bool) rendered {
	if e == nil {
		return rendered{}
	}
	blob := func(s string) string {
		if s == "" {
			return absent
		}
		return s
	}
	lines := []string{
		"operation: " + string(e.Operation),
		"file: " + flowMap(pairOf{"before", blob(e.File.Before)}, pairOf{"after", blob(e.File.After)}),
	}
	lines = append(lines, writeEntries(e.Entries, batch)...)
	lines = append(lines, "applied: "+formatTime(e.Applied))
	return rendered{lines: indented(lines, "  ", "  ")}
}

func writeEntries(entries []EntryChange, batch bool) []string {
	one := func(c EntryChange) string { return quotedMap(pairOf{"before", c.Before}, pairOf{"after", c.After}) }
	if !batch && len(entries) == 1 {
		return []string{"entry: " + one(entries[0])}
	}
	if len(entries) == 0 {
		return []string{"entry: []"}
	}
	lines := []string{"entry:"}
	for _, e := range entries {
		lines = append(lines, "  - "+one(e))
	}
	return lines
}
