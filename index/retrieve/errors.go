package retrieve

import (
	"errors"
	"fmt"

	"gitmem/memfile"
)

// Errors that callers test for with errors.Is.
var (
	// ErrNoReceipt: no receipt has the id.
	ErrNoReceipt = errors.New("no such receipt")
	// ErrNothing: a text to look for holds nothing that could be looked for.
	ErrNothing = errors.New("it holds nothing that could be looked for")
)

// AmbiguousError says that several receipts have ids that begin so.
type AmbiguousError struct {
	Prefix string
	IDs    []memfile.ID // newest first
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%s: %d receipts have ids that begin so", e.Prefix, len(e.IDs))
}
