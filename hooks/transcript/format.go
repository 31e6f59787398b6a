package transcript

import "encoding/json"

// Formats that are read.
const (
	ClaudeCode = "claude-code"
	Codex      = "codex"
	Generic    = "generic"
)

// parser takes the lines of one transcript.
type parser interface {
	// take adds a line, which has a number and is a JSON object as far as
	// members can tell. The error says why it is not taken.
	take(line []byte, number int) error
	// conversations is what was read so far.
	conversations() *talks
}

// newParser continues from a state, or begins where there is none. The stem of
// the file's name stands in for a session that is named nowhere.
func newParser(format, stem string, state json.RawMessage) parser {
	if stem == "" {
		stem = "transcript"
	}
	var p parser
	switch format {
	case ClaudeCode:
		p = &claude{Stem: stem}
	case Codex:
		p = &codex{Stem: stem}
	default:
		p = &generic{Stem: stem}
	}
	if len(state) > 0 && json.Unmarshal(state, p) != nil {
		return newParser(format, stem, nil)
	}
	return p
}

// detect names the format of a line, "" where it does not tell.
func detect(line []byte) string {
	seen := map[string]bool{}
	kind := ""
	if !members(line, func(k, v []byte) bool {
		switch string(k) {
		case "type":
			kind = word(v)
		case "payload", "message", "sessionId", "uuid", "snapshot", "leafUuid", "role", "text", "content", "tools", "id", "call", "end":
			seen[string(k)] = true
		}
		return true
	}) {
		return ""
	}
	switch kind {
	case "session_meta", "response_item", "turn_context", "event_msg", "compacted":
		if seen["payload"] {
			return Codex
		}
		return ""
	case "user", "assistant", "summary", "file-history-snapshot", "custom-title", "agent-name", "ai-title",
		"progress", "system", "queue-operation", "last-prompt", "attachment", "mode", "permission-mode":
		if seen["message"] || seen["sessionId"] || seen["uuid"] || seen["snapshot"] || seen["leafUuid"] || kind == "custom-title" {
			return ClaudeCode
		}
		return ""
	case "session", "end":
		if seen["id"] && !seen["message"] && !seen["payload"] {
			return Generic
		}
		return ""
	case "message", "":
		if seen["role"] && (seen["text"] || seen["content"] || seen["tools"]) {
			return Generic
		}
	case "result":
		if seen["call"] {
			return Generic
		}
	}
	return ""
}
