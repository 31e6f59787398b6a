package memfile

import (
	"slices"
	"time"
)

// Words of a candidate's file.
const (
	FormatCandidate1 = "candidate/1" // value of the key gitmem

	MemoryCandidate = "memory" // value of the key kind

	ScopeProject = "project"
	ScopeGlobal  = "global"

	ActorUser       = "user"
	ActorTool       = "tool"
	ActorReflection = "reflection"
	ActorSystem     = "system"

	StatusPending  = "pending"
	StatusApplied  = "applied"
	StatusRejected = "rejected"
	StatusUndone   = "undone"
	StatusFailed   = "failed"

	ActionAdd     = "add"
	ActionReplace = "replace"
	ActionRemove  = "remove"
)

// Candidate is a proposed change of a resident file with its whole life, as its file holds it.
type Candidate struct {
	// Decision is what a person wrote: "", "approve" or "reject" and a reason; see [ParseDecision].
	Decision string
	// Edit is the one change. It is zero in a batch.
	Edit
	// Operations are the changes of a batch, in order.
	Operations []Edit
	Reason     string
	// Confidence is in basis points, 0 to 10000.
	Confidence int

	ID       ID
	Kind     string
	Scope    string
	Status   string
	Actor    string
	Source   Source
	Evidence []ID
	// Target holds the raw text of the entry that each replace and remove was reviewed against, in order.
	Target  []string
	Created time.Time
	Updated time.Time
	// Decided is nil as long as nobody decided.
	Decided *Decided
	// Effect is what the operation that applied it did, Undo what the operation that undid it did.
	Effect *Effect
	Undo   *Effect
	// Diagnostic says why it failed.
	Diagnostic string
}

// Source says which conversation a record comes from. Client and Connection stand for MCP clients, whose session is
// not known at first.
type Source struct {
	Agent, Session, Message string
	Client, Connection      string
}

// Decided says who decided, how and when.
type Decided struct {
	By, Via string
	At      time.Time
	Reason  string
}

// Effect is what one operation did to the resident file.
type Effect struct {
	Operation ID
	// File holds git's blob ids of the whole file, "" where it was or is absent.
	File FileChange
	// Entries holds one change, or as many as the batch has operations.
	Entries []EntryChange
	// Applied is the time of the operation.
	Applied time.Time
}

// FileChange holds git's blob ids before and after, "" for an absent file.
type FileChange struct{ Before, After string }

// EntryChange holds the raw text of an entry before and after one edit, "" for absent. Equal texts mean that the edit
// changed nothing, because the entry stood already.
type EntryChange struct{ Before, After string }

// Unchanged reports whether nothing was changed.
func (c EntryChange) Unchanged() bool { return c.Before == c.After }

// Edits gives the operations of a batch, or the one change.
func (c Candidate) Edits() []Edit {
	if len(c.Operations) > 0 {
		return c.Operations
	}
	return []Edit{c.Edit}
}

// Batch reports whether the candidate holds operations instead of one change.
func (c Candidate) Batch() bool { return len(c.Operations) > 0 }

// Settled reports whether a candidate of that status lies in a day's folder: applied, rejected and undone.
func Settled(status string) bool {
	return slices.Contains([]string{StatusApplied, StatusRejected, StatusUndone}, status)
}

// clone copies everything that a change of the copy could reach.
func (c Candidate) clone() Candidate {
	c.Operations, c.Evidence, c.Target = slices.Clone(c.Operations), slices.Clone(c.Evidence), slices.Clone(c.Target)
	if c.Decided != nil {
		d := *c.Decided
		c.Decided = &d
	}
	c.Effect, c.Undo = c.Effect.clone(), c.Undo.clone()
	return c
}

func (e *Effect) clone() *Effect {
	if e == nil {
		return nil
	}
	out := *e
	out.Entries = slices.Clone(e.Entries)
	return &out
}
