package signers

import (
	"errors"
	"fmt"
)

// Rule is the rule of a *memfile.Fault in a file of allowed signers.
const Rule = "signers"

// ErrNone says that there is no ssh signature at all.
var ErrNone = errors.New("it carries no ssh signature")

// BadError is a signature that proves nothing: it cannot be read, or is not
// over these bytes.
type BadError struct {
	Reason string
}

func (e *BadError) Error() string { return "its signature is not valid: " + e.Reason }

// UnknownError is a valid signature by a key that the file does not allow for
// this principal at this time.
type UnknownError struct {
	File      string
	Key       string // as a file of allowed signers names it: type and base64
	Print     string // the fingerprint, SHA256:…
	Principal string
	Reason    string // why the lines that have the key do not allow it; empty where none has it
}

func (e *UnknownError) Error() string {
	if e.Reason != "" {
		return fmt.Sprintf("it is signed by the key %s, which %s does not allow: %s", e.Print, e.File, e.Reason)
	}
	return fmt.Sprintf("it is signed by the key %s, which does not stand in %s", e.Print, e.File)
}

// Line is what a person would add to the file to allow the key.
func (e *UnknownError) Line() string { return e.Principal + ` namespaces="git" ` + e.Key }
