package candidates

import (
	"fmt"
	"strings"

	"gitmem/memfile"
	"gitmem/repo"
)

// message is the commit message of an operation on one candidate. What a
// model wrote goes in after the guard, one line a paragraph.
func (d *Desk) message(op string, c memfile.Candidate, actor Actor) memfile.Message {
	return memfile.Message{
		Op: op, IDs: []memfile.ID{c.ID}, Subject: d.subject(op, c), Paragraphs: paragraphs(c),
		Actor: actor.Kind, Via: actor.Via, Agent: actor.Agent, Source: c.Source, Policy: policyOf(d, actor),
	}
}

func policyOf(d *Desk, actor Actor) string {
	if actor.Via == ViaPolicy && actor.Kind == memfile.ActorSystem {
		return d.Rules.Promotion
	}
	return ""
}

func (d *Desk) subject(op string, c memfile.Candidate) string {
	what := c.Action
	if c.Batch() {
		what = fmt.Sprintf("%d changes", len(c.Operations))
	}
	return fmt.Sprintf("%s %s: %s in %s", op, c.ID, what, d.residentName())
}

func paragraphs(c memfile.Candidate) []string {
	var out []string
	for _, e := range c.Edits() {
		text := e.Content
		if e.Action == memfile.ActionRemove {
			text = "remove: " + e.Locator
		}
		if line := oneLine(text); line != "" {
			out = append(out, line)
		}
	}
	if line := oneLine(c.Reason); line != "" {
		out = append(out, line)
	}
	return out
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Author is who a commit says did it: the person's own identity for a person,
// an address that cannot exist for a model or for gitmem itself.
func Author(a Actor) repo.Person {
	switch a.Kind {
	case memfile.ActorUser:
		return repo.Person{}
	case memfile.ActorTool, memfile.ActorReflection:
		name := a.Agent
		if name == "" {
			name = a.Kind
		}
		return repo.Person{Name: "gitmem (" + name + ")", Email: addressWord(name) + "@agents.invalid"}
	}
	return repo.Person{Name: "gitmem", Email: "system@gitmem.invalid"}
}

// addressWord makes the part before the at sign of what an agent calls itself.
func addressWord(name string) string {
	word := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '.':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, name)
	return strings.Trim(word, "-.")
}
