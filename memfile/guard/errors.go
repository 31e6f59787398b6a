package guard

import "fmt"

// RefusedError says that a text may not stand where it was to go. Callers get
// at the findings with errors.As; the command line answers it with exit code 7.
type RefusedError struct {
	Path string
	// Findings are those that refuse; at least one.
	Findings []Finding
}

func (e *RefusedError) Error() string {
	f := e.Findings[0]
	text := fmt.Sprintf("%s:%d:%d: refused: %s (%s)", e.Path, f.Line, f.Column, f.Message, f.Rule)
	if n := len(e.Findings) - 1; n > 0 {
		text += fmt.Sprintf(", and %d more", n)
	}
	return text
}

// Refusal gives a *RefusedError with the findings that refuse, or nil where
// all of them only mark or warn. Path is for the message.
func Refusal(path string, findings []Finding) error {
	var refusing []Finding
	for _, f := range findings {
		if !f.Marks && !f.Warning {
			refusing = append(refusing, f)
		}
	}
	if len(refusing) == 0 {
		return nil
	}
	return &RefusedError{path, refusing}
}
