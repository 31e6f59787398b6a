package agent

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxInput is the most that a hook reads, in bytes. An input holds the agent's
// last answer, which may be long.
const MaxInput = 8 << 20

// maxPath bounds a path in an input, in bytes.
const maxPath = 4 << 10

// Input is what an agent gives its hook, as far as it is used. A field that is
// missing, or that holds something else than such a field may hold, is empty.
type Input struct {
	Cwd        string // absolute
	Transcript string // absolute
	// Inner is the transcript of the subagent that has ended; absolute.
	Inner string
	// Session and Turn are names of the agent's; Turn only where it has one.
	Session, Turn string
	Prompt        string // what the person has typed
	Tool          string // that is about to be called …
	ToolInput     string // what the tool gets, as JSON
}

// Read reads an input to its end. The error is an *InputError for what is no
// JSON object or is larger than MaxInput.
func Read(r io.Reader) (Input, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxInput+1))
	switch {
	case err != nil:
		return Input{}, &InputError{Reason: "it cannot be read", Err: err}
	case len(data) > MaxInput:
		return Input{}, &InputError{Reason: fmt.Sprintf("larger than %d MiB", MaxInput>>20)}
	}
	var in struct {
		Cwd        path `json:"cwd"`
		Transcript path `json:"transcript_path"`
		Inner      path `json:"agent_transcript_path"`

		Session   word            `json:"session_id"`
		Prompt    word            `json:"prompt"`
		PromptID  word            `json:"prompt_id"` // Claude Code
		TurnID    word            `json:"turn_id"`   // Codex
		Tool      word            `json:"tool_name"`
		ToolInput json.RawMessage `json:"tool_input"`
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return Input{}, &InputError{Reason: "no JSON object", Err: err}
	}
	return Input{
		Cwd: string(in.Cwd), Transcript: string(in.Transcript), Inner: string(in.Inner), Session: string(in.Session),
		Turn: string(cmp.Or(in.PromptID, in.TurnID)), Prompt: string(in.Prompt), Tool: string(in.Tool), ToolInput: string(in.ToolInput),
	}, nil
}

// word takes a text and nothing else, without an error.
type word string

func (w *word) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) != nil {
		text = ""
	}
	*w = word(text)
	return nil
}

// path takes an absolute path and nothing else, without an error: one field
// that is wrong is no reason to leave out the others.
type path string

func (p *path) UnmarshalJSON(data []byte) error {
	*p = ""
	var text string
	if json.Unmarshal(data, &text) == nil && usable(text) {
		*p = path(filepath.Clean(text))
	}
	return nil
}

// usable keeps out what no file is named. JSON turns bytes that are no UTF-8
// into U+FFFD, so such a name would mean another file.
func usable(text string) bool {
	return len(text) <= maxPath && filepath.IsAbs(text) && utf8.ValidString(text) &&
		!strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError })
}
