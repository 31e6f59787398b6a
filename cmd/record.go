package cmd

import (
	"gitmem/candidates"
	"gitmem/memfile"
)

// recordJSON is a candidate with the keys of its file.
type recordJSON struct {
	ID         memfile.ID   `json:"id"`
	Kind       string       `json:"kind"`
	Scope      string       `json:"scope"`
	Status     string       `json:"status"`
	Decision   string       `json:"decision,omitempty"`
	Action     string       `json:"action,omitempty"`
	Locator    string       `json:"locator,omitempty"`
	Section    string       `json:"section,omitempty"`
	Content    string       `json:"content,omitempty"`
	Operations []editJSON   `json:"operations,omitempty"`
	Reason     string       `json:"reason,omitempty"`
	Confidence int          `json:"confidence"` // basis points
	Actor      string       `json:"actor"`
	Source     *sourceJSON  `json:"source,omitempty"`
	Evidence   []memfile.ID `json:"evidence,omitempty"`
	Target     []string     `json:"target,omitempty"`
	Created    string       `json:"created"`
	Updated    string       `json:"updated"`
	Decided    *decidedJSON `json:"decided,omitempty"`
	Effect     *effectJSON  `json:"effect,omitempty"`
	Undo       *effectJSON  `json:"undo,omitempty"`
	Diagnostic string       `json:"diagnostic,omitempty"`
	Path       string       `json:"path"`
	Edited     bool         `json:"edited,omitempty"`
	Hidden     bool         `json:"hidden,omitempty"` // its words are not for an agent
	// EvidenceWithdrawn: it is applied, and all experiences that it stood on were forgotten.
	EvidenceWithdrawn bool `json:"evidence_withdrawn,omitempty"`
}

type editJSON struct {
	Action  string `json:"action"`
	Locator string `json:"locator,omitempty"`
	Section string `json:"section,omitempty"`
	Content string `json:"content,omitempty"`
}

type sourceJSON struct {
	Agent      string `json:"agent,omitempty"`
	Session    string `json:"session,omitempty"`
	Message    string `json:"message,omitempty"`
	Client     string `json:"client,omitempty"`
	Connection string `json:"connection,omitempty"`
}

type decidedJSON struct {
	By     string `json:"by"`
	Via    string `json:"via,omitempty"`
	At     string `json:"at"`
	Reason string `json:"reason,omitempty"`
}

type effectJSON struct {
	Operation memfile.ID   `json:"operation"`
	File      changeJSON   `json:"file"`
	Entry     []changeJSON `json:"entry"`
	Applied   string       `json:"applied"`
}

type changeJSON struct {
	Before string `json:"before"`
	After  string `json:"after"`
}

// recordJSON gives a candidate for programs. Under an agent the words of what
// was not let into memory are left out.
func (a *app) recordJSON(rec candidates.Record) recordJSON {
	c := rec.Redacted()
	r := recordJSON{
		ID: c.ID, Kind: c.Kind, Scope: c.Scope, Status: string(rec.State), Action: c.Action, Confidence: c.Confidence, Actor: c.Actor,
		Created: stamp(c.Created), Updated: stamp(c.Updated), Path: rec.Path, Edited: rec.Edited, Evidence: c.Evidence,
	}
	if c.Source != (memfile.Source{}) {
		r.Source = &sourceJSON{c.Source.Agent, c.Source.Session, c.Source.Message, c.Source.Client, c.Source.Connection}
	}
	if c.Decided != nil {
		r.Decided = &decidedJSON{By: c.Decided.By, Via: c.Decided.Via, At: stamp(c.Decided.At)}
	}
	if r.Hidden = !a.mayQuote(rec); r.Hidden {
		return r
	}
	r.words(c)
	return r
}

// words fills in everything that quotes.
func (r *recordJSON) words(c memfile.Candidate) {
	r.Decision, r.Locator, r.Section, r.Content, r.Reason = c.Decision, c.Locator, c.Section, c.Content, c.Reason
	r.Target, r.Diagnostic = c.Target, c.Diagnostic
	for _, e := range c.Operations {
		r.Operations = append(r.Operations, editJSON{e.Action, e.Locator, e.Section, e.Content})
	}
	if r.Decided != nil {
		r.Decided.Reason = c.Decided.Reason
	}
	r.Effect, r.Undo = newEffectJSON(c.Effect), newEffectJSON(c.Undo)
}

func newEffectJSON(e *memfile.Effect) *effectJSON {
	if e == nil {
		return nil
	}
	out := &effectJSON{Operation: e.Operation, File: changeJSON{e.File.Before, e.File.After}, Applied: stamp(e.Applied), Entry: []changeJSON{}}
	for _, c := range e.Entries {
		out.Entry = append(out.Entry, changeJSON{c.Before, c.After})
	}
	return out
}

// mayQuote says whether the words of a candidate may be printed here: under
// an agent only those that are in memory.
func (a *app) mayQuote(rec candidates.Record) bool {
	agent, _ := a.agent()
	return agent == "" || rec.Quotable()
}
