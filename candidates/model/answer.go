package model

import (
	"encoding/json"
	"strings"
)

// Answer is what a model said.
type Answer struct {
	Text         string `json:"text"`
	Calls        []Call `json:"calls,omitempty"` // of tools that nobody offered; nothing ran
	Stop         string `json:"stop,omitempty"`  // StopEnd …, or the server's own word; empty: it broke off
	Model        string `json:"model,omitempty"` // what the server says answered
	Form         Form   `json:"form,omitempty"`  // how the schema was made known, in the end
	InputTokens  int    `json:"input_tokens,omitempty"`
	OutputTokens int    `json:"output_tokens,omitempty"` // both 0 where the server does not count
}

// Call is a tool call that a model made unasked.
type Call struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments,omitempty"`
}

// Why an answer ended.
const (
	StopEnd     = "end"     // the model was done
	StopLength  = "length"  // it reached MaxOutputTokens
	StopRefusal = "refusal" // the model or a filter declined
	StopTool    = "tool"    // it called a tool that nobody offered
)

// JSON is the one JSON value of the answer, without what models put around it:
// a code fence, a thought before it, a sentence before or after. It is a
// *MalformedError where there is none.
func (a Answer) JSON() (json.RawMessage, error) {
	text := a.Text
	if _, after, thought := strings.Cut(text, "</think>"); thought {
		text = after
	}
	for _, part := range []string{text, fenced(text), braced(text)} {
		if part = strings.TrimSpace(part); part != "" && json.Valid([]byte(part)) {
			return json.RawMessage(part), nil
		}
	}
	return nil, &MalformedError{Where: "the answer", Why: "it holds no JSON value"}
}

// fenced is what stands in the first code fence.
func fenced(text string) string {
	_, after, ok := strings.Cut(text, "```")
	if !ok {
		return ""
	}
	_, after, _ = strings.Cut(after, "\n")
	inside, _, _ := strings.Cut(after, "\n```")
	return inside
}

// braced is what stands between the first opening and the last closing brace.
func braced(text string) string {
	from, to := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if from < 0 || to < from {
		return ""
	}
	return text[from : to+1]
}
