package corpus

import (
	"errors"
	"fmt"
)

// errClosed is a mistake of the caller: no answer is better than an empty one.
var errClosed = errors.New("the corpus is closed")

// DamagedError says that a folder does not hold the corpus that it should, or
// that bleve failed in it. The folder must be built anew.
type DamagedError struct {
	Dir    string
	Reason string
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s: %s; delete the folder, it is built anew from the files", e.Dir, e.Reason)
}

// recovered turns a panic of bleve into an error: its readers do not check the
// bytes that they decode.
func recovered(dir string, err *error) {
	if r := recover(); r != nil {
		*err = &DamagedError{Dir: dir, Reason: fmt.Sprintf("the index failed: %v", r)}
	}
}
