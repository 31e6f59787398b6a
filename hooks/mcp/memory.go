package mcp

import (
	"context"
	"encoding/json"
)

// Memory answers the tools and resources. Its errors are told to the agent as
// they are, and say what to change.
type Memory interface {
	Propose(ctx context.Context, p Proposal) (Proposed, error)
	// Read gives the text of a scope's memory as a prompt gets it, of both for "".
	Read(ctx context.Context, scope string) (Reading, error)
	Search(ctx context.Context, q Question) (json.RawMessage, error)
}

// Change is one change of memory.
type Change struct {
	Action  string `json:"action" jsonschema:"add, replace or remove"`
	Content string `json:"content,omitempty" jsonschema:"the whole new entry; nothing for remove"`
	OldText string `json:"old_text,omitempty" jsonschema:"for replace and remove: a part of exactly one present entry"`
}

// Proposal is what an agent proposes. Its fields are what the tool takes.
type Proposal struct {
	Target     string   `json:"target,omitempty" jsonschema:"project (default) or global"`
	Action     string   `json:"action,omitempty" jsonschema:"add, replace or remove"`
	Content    string   `json:"content,omitempty" jsonschema:"the whole new entry; nothing for remove"`
	OldText    string   `json:"old_text,omitempty" jsonschema:"for replace and remove: a part of exactly one present entry"`
	Reason     string   `json:"reason" jsonschema:"one sentence for the person who decides"`
	Confidence float64  `json:"confidence" jsonschema:"0 to 1"`
	Operations []Change `json:"operations,omitempty" jsonschema:"several changes as one proposal, instead of action, content and old_text"`

	// Client and Connection say who proposes; no payload can set them.
	Client     string `json:"-"`
	Connection string `json:"-"`
}

// Proposed is what became of a proposal.
type Proposed struct {
	ID          string   `json:"id,omitempty"`
	Status      string   `json:"status"`
	DuplicateOf string   `json:"duplicate_of,omitempty"`
	Used        int      `json:"used_chars"`
	Cap         int      `json:"cap_chars"`
	Warnings    []string `json:"warnings,omitempty"`
	Next        string   `json:"next"`
}

// Reading is what an agent is given of memory.
type Reading struct {
	Text    string   `json:"text"`
	Receipt string   `json:"receipt,omitempty"`
	Notices []string `json:"notices,omitempty"`
}

// Question is a search for experiences.
type Question struct {
	Query string `json:"query" jsonschema:"words; no operators"`
	Limit int    `json:"limit,omitempty" jsonschema:"20 unless given, at most 50"`
	Match string `json:"match,omitempty" jsonschema:"any (default) or all words"`
}

// which is the argument of memory_read.
type which struct {
	Target string `json:"target,omitempty" jsonschema:"project or global; both without it"`
}
