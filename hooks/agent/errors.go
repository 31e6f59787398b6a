package agent

import "fmt"

// InputError says that what a hook was given is no input.
type InputError struct {
	Reason string
	Err    error // may be nil
}

func (e *InputError) Error() string { return "the hook's input: " + e.Reason }

func (e *InputError) Unwrap() error { return e.Err }

// PanicError says that a hook met a fault of the program itself.
type PanicError struct{ Value any }

func (e *PanicError) Error() string { return fmt.Sprintf("unexpected: %v", e.Value) }
