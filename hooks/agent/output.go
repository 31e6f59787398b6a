package agent

import (
	"bytes"
	"encoding/json"
)

// Output is what a hook answers. The zero Output answers nothing.
type Output struct {
	Context string // goes into the agent's prompt
	Notice  string // one line for the person
	Deny    string // why a call of a tool is not to be made
}

// Bytes are an answer in the JSON that both agents read, with no key that
// either refuses; nothing for one that says nothing.
func (o Output) Bytes(e Event) []byte {
	type specific struct {
		Event    string `json:"hookEventName"`
		Context  string `json:"additionalContext,omitempty"`
		Decision string `json:"permissionDecision,omitempty"`
		Reason   string `json:"permissionDecisionReason,omitempty"`
	}
	var out struct {
		Notice   string    `json:"systemMessage,omitempty"`
		Specific *specific `json:"hookSpecificOutput,omitempty"`
	}
	if o == (Output{}) {
		return nil
	}
	out.Notice = o.Notice
	switch {
	case o.Deny != "":
		out.Specific = &specific{Event: e.Name, Decision: "deny", Reason: o.Deny}
	case o.Context != "":
		out.Specific = &specific{Event: e.Name, Context: o.Context}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // it is for a program, and shorter so
	if enc.Encode(out) != nil {
		return nil // there is no such text
	}
	return b.Bytes()
}
