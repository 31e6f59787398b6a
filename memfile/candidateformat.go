package memfile

import (
	"slices"
	"strings"
	"time"
)

// FormatCandidate writes a new file in the order of the format.
func FormatCandidate(c Candidate) []byte {
	c = c.normal()
	own := slices.Index(candidateKeys, firstOwnKey)
	lines := append(keysOf(c, candidateKeys[:own]), "# below: gitmem's own, not to be changed")
	lines = append(lines, keysOf(c, candidateKeys[own:])...)
	return []byte(header(lines) + bodyOf(c))
}

func bodyOf(c Candidate) string {
	if c.Content == "" {
		return ""
	}
	return c.Content + "\n"
}

// note is the comment of a key in a new file.
func (c Candidate) note(key string) string {
	switch key {
	case "decision":
		return "approve, or reject REASON, then run `gitmem apply`"
	case "action":
		return "add, replace or remove"
	case "confidence":
		return "basis points"
	case "target":
		if len(c.Target) == 1 && !c.Batch() {
			return "the entry that this was reviewed against"
		}
		return "the entries that this was reviewed against"
	}
	return ""
}

// normal gives the candidate as its file would say it.
func (c Candidate) normal() Candidate {
	c = c.clone()
	c.Edit = c.Edit.normal()
	for i, e := range c.Operations {
		c.Operations[i] = e.normal()
	}
	c.Decision = strings.Join(strings.Fields(c.Decision), " ")
	c.Reason, c.Diagnostic = NormalContent(c.Reason), NormalContent(c.Diagnostic)
	c.Created, c.Updated = toSecond(c.Created), toSecond(c.Updated)
	if c.Decided != nil {
		c.Decided.At = toSecond(c.Decided.At)
	}
	for _, e := range []*Effect{c.Effect, c.Undo} {
		if e != nil {
			e.Applied = toSecond(e.Applied)
		}
	}
	return c
}

func (e Edit) normal() Edit {
	return Edit{e.Action, NormalContent(e.Locator), NormalContent(e.Section), NormalContent(e.Content)}
}

func toSecond(t time.Time) time.Time { return t.UTC().Truncate(time.Second) }
