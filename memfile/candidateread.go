package memfile

import (
	"slices"
	"strings"
)

// candidateReader fills a candidate from its front matter and body.
type candidateReader struct {
	decoder
	c Candidate
}

func (d *candidateReader) read(root *node) {
	for _, f := range root.fields {
		if !d.edited(f) && !d.own(f) && !d.grown(f) {
			d.unknown(f, candidateKeys)
		}
	}
	d.need(root, "gitmem", "id", "kind", "scope", "status", "actor", "reason", "confidence", "created", "updated")
	switch batch := root.get("operations"); {
	case batch == nil:
		d.need(root, "action")
	case len(d.c.Operations) == 0:
		d.fault(batch, RuleValue, "operations must hold at least one", "")
	case d.c.Edit != Edit{}:
		d.fault(batch, RuleValue, "a batch has action, locator and section in its operations only", "")
	}
}

// edited reads the keys that a person may change.
func (d *candidateReader) edited(f field) bool {
	switch n := f.value; f.name {
	case "decision":
		d.c.Decision = strings.Join(strings.Fields(d.text(n, f.name)), " ")
		if _, _, err := ParseDecision(d.c.Decision); err != nil {
			d.fault(n, RuleValue, err.Error(), "write approve, or reject and a reason, or leave it empty")
		}
	case "action":
		d.c.Action = d.action(n, f.name)
	case "locator":
		d.c.Locator = d.text(n, f.name)
	case "section":
		d.c.Section = d.text(n, f.name)
	case "reason":
		d.c.Reason = d.text(n, f.name)
	case "confidence":
		d.c.Confidence = d.points(n, f.name)
	case "operations":
		d.operations(n)
	default:
		return false
	}
	return true
}

// own reads gitmem's own keys that every candidate has.
func (d *candidateReader) own(f field) bool {
	switch n := f.value; f.name {
	case "gitmem":
		d.word(n, f.name, FormatCandidate1)
	case "id":
		d.c.ID = d.id(n, f.name, KindCandidate)
	case "kind":
		d.c.Kind = d.word(n, f.name, MemoryCandidate)
	case "scope":
		d.c.Scope = d.word(n, f.name, ScopeProject, ScopeGlobal)
	case "status":
		d.c.Status = d.word(n, f.name, StatusPending, StatusApplied, StatusRejected, StatusUndone, StatusFailed)
	case "actor":
		d.c.Actor = d.word(n, f.name, ActorUser, ActorTool, ActorReflection, ActorSystem)
	case "created":
		d.c.Created = d.time(n, f.name)
	case "updated":
		d.c.Updated = d.time(n, f.name)
	default:
		return false
	}
	return true
}

// grown reads gitmem's own keys that come with what happens to a candidate.
func (d *candidateReader) grown(f field) bool {
	if f.value.kind == yamlNull { // a key that waits for its value
		return slices.Contains([]string{"source", "evidence", "target", "decided", "effect", "undo", "diagnostic"}, f.name)
	}
	switch n := f.value; f.name {
	case "source":
		d.c.Source = d.source(n, f.name)
	case "evidence":
		d.c.Evidence = d.ids(n, f.name)
	case "target":
		d.c.Target = d.exacts(n, f.name)
	case "decided":
		d.c.Decided = d.decided(n, f.name)
	case "effect":
		d.c.Effect = d.effect(n, f.name)
	case "undo":
		d.c.Undo = d.effect(n, f.name)
	case "diagnostic":
		d.c.Diagnostic = d.text(n, f.name)
	default:
		return false
	}
	return true
}

func (d *candidateReader) operations(n *node) {
	if n.kind != yamlList {
		d.fault(n, RuleType, "operations must be a list", "")
		return
	}
	for _, item := range n.items {
		if d.isMap(item, "an operation") {
			d.c.Operations = append(d.c.Operations, d.operation(item))
		}
	}
}

func (d *candidateReader) operation(n *node) (e Edit) {
	d.parts(n,
		part{"action", into(&e.Action, d.action)},
		part{"locator", into(&e.Locator, d.text)},
		part{"section", into(&e.Section, d.text)},
		part{"content", into(&e.Content, d.text)},
	)
	d.need(n, "action")
	return e
}

func (d *candidateReader) action(n *node, key string) string {
	return d.word(n, key, ActionAdd, ActionReplace, ActionRemove)
}

// body reads the content behind the front matter. A batch has none.
func (d *candidateReader) body(front *FrontMatter) {
	content := NormalContent(front.Body())
	if d.c.Batch() && content != "" {
		d.fault(&node{line: front.bodyLine(), column: 1}, RuleValue, "a batch has no body, its contents stand in operations", "")
		return
	}
	d.c.Content = content
}
