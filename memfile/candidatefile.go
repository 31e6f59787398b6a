package memfile

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// Keys of a candidate, in the order in which a new file has them.
var candidateKeys = []string{
	"decision", "action", "locator", "section", "reason", "confidence", "operations",
	"gitmem", "id", "kind", "scope", "status", "actor", "source", "evidence", "target", "created", "updated",
	"decided", "effect", "undo", "diagnostic",
}

// firstOwnKey is where gitmem's own keys begin, which a person must not change.
const firstOwnKey = "gitmem"

// CandidateFile is a parsed candidate together with its bytes. It never changes.
type CandidateFile struct {
	front     *FrontMatter
	candidate Candidate
}

// ParseCandidate reads the file of a memory candidate. The error is Faults: everything that is wrong, with line and column.
// Whether action and fields fit each other is not looked at: see [Edit.Check].
func ParseCandidate(path string, data []byte) (*CandidateFile, error) {
	front, err := ParseFrontMatter(path, data)
	if err != nil {
		return nil, err
	}
	d := candidateReader{decoder: decoder{path: path}}
	d.read(front.root)
	d.body(front)
	if err := front.unspliceable(); err != nil {
		d.faults = append(d.faults, err.(*Fault))
	}
	if len(d.faults) > 0 {
		return nil, d.faults.err()
	}
	return &CandidateFile{front: front, candidate: d.c}, nil
}

// Candidate gives what the file says, as a copy that may be changed.
func (f *CandidateFile) Candidate() Candidate { return f.candidate.clone() }

// Bytes gives the file. It must not be changed.
func (f *CandidateFile) Bytes() []byte { return f.front.data }

// Path gives the path that stands in front of faults.
func (f *CandidateFile) Path() string { return f.front.path }

// Notes gives what is accepted and mended by fmt: a byte order mark, CRLF.
func (f *CandidateFile) Notes() []*Fault { return notesOf(f.front.path, f.front.data) }

// Fault makes a fault at the value of a key, at the body for "body", at the first line for a key that is not there.
func (f *CandidateFile) Fault(key, rule, message, hint string) *Fault {
	return f.front.Fault(key, rule, message, hint)
}

// NameFault reports a file whose name is not its id, nil if it is.
func (f *CandidateFile) NameFault() *Fault {
	if want := string(f.candidate.ID) + ".md"; path.Base(f.front.path) != want {
		return f.Fault("id", RuleName, "the name of the file is not its id", "it must be called "+want)
	}
	return nil
}

// CandidatePath gives the place of a candidate's file in its store: candidates/<id>.md while it is open, in the folder of
// the day of its creation once it is settled.
func CandidatePath(c Candidate) string {
	name := string(c.ID) + ".md"
	if !Settled(c.Status) {
		return path.Join("candidates", name)
	}
	return path.Join("candidates", c.Created.UTC().Format("2006/01/02"), name)
}

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
		d.c.Action = d.word(n, f.name, ActionAdd, ActionReplace, ActionRemove)
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
		d.source(n)
	case "evidence":
		d.c.Evidence = d.ids(n, f.name)
	case "target":
		d.c.Target = d.exacts(n, f.name)
	case "decided":
		d.c.Decided = d.decided(n)
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

func (d *candidateReader) operation(n *node) Edit {
	var e Edit
	for _, f := range n.fields {
		switch f.name {
		case "action":
			e.Action = d.word(f.value, f.name, ActionAdd, ActionReplace, ActionRemove)
		case "locator":
			e.Locator = d.text(f.value, f.name)
		case "section":
			e.Section = d.text(f.value, f.name)
		case "content":
			e.Content = d.text(f.value, f.name)
		default:
			d.unknown(f, []string{"action", "locator", "section", "content"})
		}
	}
	d.need(n, "action")
	return e
}

func (d *candidateReader) source(n *node) {
	if !d.isMap(n, "source") {
		return
	}
	into := map[string]*string{
		"agent": &d.c.Source.Agent, "session": &d.c.Source.Session, "message": &d.c.Source.Message,
		"client": &d.c.Source.Client, "connection": &d.c.Source.Connection,
	}
	for _, f := range n.fields {
		if to := into[f.name]; to != nil {
			*to = d.exact(f.value, f.name)
		} else {
			d.unknown(f, []string{"agent", "session", "message", "client", "connection"})
		}
	}
}

func (d *candidateReader) decided(n *node) *Decided {
	if !d.isMap(n, "decided") {
		return nil
	}
	out := &Decided{}
	for _, f := range n.fields {
		switch f.name {
		case "by":
			out.By = d.exact(f.value, f.name)
		case "via":
			out.Via = d.exact(f.value, f.name)
		case "at":
			out.At = d.time(f.value, f.name)
		case "reason":
			out.Reason = d.exact(f.value, f.name)
		default:
			d.unknown(f, []string{"by", "via", "at", "reason"})
		}
	}
	d.need(n, "by", "via", "at")
	return out
}

func (d *candidateReader) effect(n *node, key string) *Effect {
	if !d.isMap(n, key) {
		return nil
	}
	out := &Effect{}
	for _, f := range n.fields {
		switch f.name {
		case "operation":
			out.Operation = d.id(f.value, f.name, KindOperation)
		case "file":
			out.File = d.fileChange(f.value)
		case "entry":
			out.Entries = d.entryChanges(f.value)
		case "applied":
			out.Applied = d.time(f.value, f.name)
		default:
			d.unknown(f, []string{"operation", "file", "entry", "applied"})
		}
	}
	d.need(n, "operation", "file", "entry", "applied")
	return out
}

func (d *candidateReader) fileChange(n *node) FileChange {
	var out FileChange
	if !d.isMap(n, "file") {
		return out
	}
	for _, f := range n.fields {
		switch f.name {
		case "before":
			out.Before = d.blob(f.value, f.name)
		case "after":
			out.After = d.blob(f.value, f.name)
		default:
			d.unknown(f, []string{"before", "after"})
		}
	}
	d.need(n, "before", "after")
	return out
}

func (d *candidateReader) entryChanges(n *node) []EntryChange {
	items := []*node{n}
	if n.kind == yamlList {
		items = n.items
	}
	var out []EntryChange
	for _, item := range items {
		if d.isMap(item, "entry") {
			out = append(out, d.entryChange(item))
		}
	}
	return out
}

func (d *candidateReader) entryChange(n *node) EntryChange {
	var out EntryChange
	for _, f := range n.fields {
		switch f.name {
		case "before":
			out.Before = d.exact(f.value, f.name)
		case "after":
			out.After = d.exact(f.value, f.name)
		default:
			d.unknown(f, []string{"before", "after"})
		}
	}
	return out
}

// body reads the content behind the front matter. A batch has none.
func (d *candidateReader) body(front *FrontMatter) {
	content := NormalContent(front.Body())
	if d.c.Batch() && content != "" {
		line := 1 + bytes.Count(front.data[:front.body.start], []byte{'\n'})
		d.fault(&node{line: line, column: 1}, RuleValue, "a batch has no body, its contents stand in operations", "")
		return
	}
	d.c.Content = content
}

// ParseDecision reads what a person wrote behind decision: the verb is "", "approve" or "reject", a reason may follow
// reject. The error says what was written.
func ParseDecision(s string) (verb, reason string, err error) {
	verb, reason, _ = strings.Cut(strings.TrimSpace(s), " ")
	verb, reason = strings.ToLower(strings.TrimSuffix(verb, ":")), strings.TrimSpace(reason)
	switch {
	case verb == "" || verb == "approve" && reason == "" || verb == "reject":
		return verb, reason, nil
	case verb == "approve":
		return "", "", fmt.Errorf("nothing may follow approve")
	}
	return "", "", fmt.Errorf("the decision %q is not known", clip(s, 40))
}

// formatTime writes a time as the files have it.
func formatTime(t time.Time) string { return t.UTC().Format(timeLayout) }
