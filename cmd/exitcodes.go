package cmd

import (
	"fmt"
)

// Exit codes, printed by `gitmem help exit-codes`.
const (
	exitDone        = 0
	exitUnexpected  = 1
	exitUsage       = 2
	exitNoStore     = 3
	exitNotFound    = 4
	exitInvalid     = 5
	exitConflict    = 6
	exitRefused     = 7
	exitLocked      = 8
	exitUncertain   = 9
	exitInterrupted = 130
)

// exitCodes is the table of `gitmem help exit-codes`.
var exitCodes = []struct {
	code    int
	meaning string
}{
	{exitDone, "done"},
	{exitUnexpected, "unexpected"},
	{exitUsage, "usage, or an answer is needed and there is no terminal"},
	{exitNoStore, "no store"},
	{exitNotFound, "not found, or ambiguous"},
	{exitInvalid, "invalid file or input, partial import"},
	{exitConflict, "conflict, stale, drift, or not allowed in this state"},
	{exitRefused, "refused: guard, tombstone, cap, policy, authority"},
	{exitLocked, "locked"},
	{exitUncertain, "uncertain, a person must look"},
	{exitInterrupted, "interrupted"},
}

// exit is an error that only carries a code: what was wrong is printed already.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }
