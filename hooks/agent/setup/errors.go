package setup

import (
	"fmt"
	"strings"
)

// UnknownError says that no agent has this name.
type UnknownError struct{ Agent string }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("%q: no agent that gitmem sets up; there are %s", e.Agent, strings.Join(Agents(), ", "))
}

// ChangedError says that a file was saved between being read and being written.
// It was left as it is.
type ChangedError struct{ Path string }

func (e *ChangedError) Error() string {
	return e.Path + ": it was changed meanwhile, and was left as it is"
}
