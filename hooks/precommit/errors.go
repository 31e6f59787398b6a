package precommit

import "fmt"

// ForeignPathError says that a person has told git to look for this store's
// hooks elsewhere. Nothing was changed: other repositories may share that
// folder, and their commits must not run a store's checks.
type ForeignPathError struct {
	Config string // the file that says so
	Value  string // of core.hooksPath there
}

func (e *ForeignPathError) Error() string {
	return fmt.Sprintf("%s: core.hooksPath is set to %q, so git looks for hooks there", e.Config, e.Value)
}

// OccupiedError says that a foreign hook cannot be moved aside, because a
// chained one is there already, or because it is no plain file.
type OccupiedError struct {
	Path   string
	Reason string
}

func (e *OccupiedError) Error() string { return e.Path + ": " + e.Reason }

// SurroundingsError says that what git told the hook does not fit together, so
// that the wrong commit would be checked.
type SurroundingsError struct {
	Variable string
	Value    string
	Reason   string
}

func (e *SurroundingsError) Error() string {
	return fmt.Sprintf("%s=%s: %s", e.Variable, e.Value, e.Reason)
}
