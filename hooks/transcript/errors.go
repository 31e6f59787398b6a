package transcript

import "errors"

// ErrFormat says that a file is none of the formats that are known.
var ErrFormat = errors.New("no transcript of a known format: Claude Code, Codex and the lines of docs/transcripts.md are read")

// errLine is why a line is not taken; its text is shown to the person.
type errLine string

func (e errLine) Error() string { return string(e) }
