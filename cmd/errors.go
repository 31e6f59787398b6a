package cmd

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"gitmem/candidates"
	"gitmem/candidates/evidence"
	"gitmem/memfile"
	"gitmem/memfile/guard"
	"gitmem/repo"
	"gitmem/repo/gitdir"
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

var errInterrupted = errors.New("interrupted")

// errHeldNowhere says that `why` found nothing.
var errHeldNowhere = errors.New("no receipt, nothing in memory, no experience and no candidate holds this")

// foreignError keeps from an agent what somebody else's store says.
type foreignError struct{ root string }

func (e *foreignError) Error() string {
	return e.root + ": this account did not make this store, and nobody trusted it; nothing of it is handed to an agent"
}

// exit is an error that only carries a code: what was wrong is printed already.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// complaint is everything that is told about an error.
type complaint struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Path    string `json:"path,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Hint    string `json:"hint,omitempty"`
	// Present is the feedback that stands, where another was expected.
	Present *feedbackJSON `json:"present,omitempty"`
}

// fail prints an error and returns the exit code of its kind.
func (a *app) fail(err error) int {
	var silent exit
	if errors.As(err, &silent) {
		return int(silent)
	}
	c := explain(err)
	if a.globals.json != "" {
		line, _ := json.Marshal(c)
		fmt.Fprintln(a.Err, string(line))
		return c.Code
	}
	fmt.Fprintln(a.Err, a.red(c.Message, a.TerminalErr))
	if c.Hint != "" {
		fmt.Fprintln(a.Err, "hint: "+c.Hint)
	}
	return c.Code
}

// explain finds the code, the place and the hint of an error.
func explain(err error) complaint {
	c := complaint{Message: firstLine(err.Error())}
	c.Code, c.Hint = classify(err)
	var fault *memfile.Fault
	if errors.As(err, &fault) {
		c.Path, c.Line, c.Column = fault.Path, fault.Line, fault.Column
		if c.Hint == "" {
			c.Hint = fault.Hint
		}
	}
	var stale *evidence.StaleError
	if errors.As(err, &stale) {
		present := newFeedbackJSON(stale.Present)
		c.Present = &present
	}
	var refused *guard.RefusedError
	if errors.As(err, &refused) && len(refused.Findings) > 0 {
		f := refused.Findings[0]
		c.Path, c.Line, c.Column = refused.Path, f.Line, f.Column
	}
	return c
}

// firstLine keeps an error on one line; what joined errors add goes behind it.
func firstLine(s string) string { return strings.Join(strings.Split(strings.TrimSpace(s), "\n"), "; ") }

// classify is the one switch from errors to exit codes and hints.
func classify(err error) (int, string) {
	for _, known := range []func(error) (int, string, bool){classifySetup, classifyJobs, classifyLearning, classifySession, classifyIndex, classifyUse, classifyRefusal, classifyState, classifyInput} {
		if code, hint, ok := known(err); ok {
			return code, hint
		}
	}
	return exitUnexpected, ""
}

// classifyUse: interruption, usage, stores and ids that are not there.
func classifyUse(err error) (int, string, bool) {
	var (
		use       *usage
		answer    *answerNeeded
		ambiguous *candidates.AmbiguousError
		locate    *memfile.LocateError
	)
	switch {
	case errors.Is(err, errInterrupted):
		return exitInterrupted, "", true
	case errors.As(err, &use):
		return exitUsage, useHint(use), true
	case errors.As(err, &answer):
		return exitUsage, cmp.Or(answer.hint, "answer with --yes"), true
	case errors.Is(err, repo.ErrNoStore):
		return exitNoStore, "make one with `gitmem init`, or name one with --store", true
	case errors.Is(err, repo.ErrNotUncertain):
		return exitNotFound, "`gitmem status` shows the uncertain operations", true
	case errors.Is(err, errNoOperation):
		return exitNotFound, "`gitmem log` shows every operation; an id may be shortened to a beginning of it", true
	case errors.Is(err, candidates.ErrNotFound):
		return exitNotFound, "`gitmem list --all` shows every candidate", true
	case errors.Is(err, errHeldNowhere):
		return exitNotFound, "`gitmem list --all` shows every candidate", true
	case errors.As(err, &ambiguous):
		return exitNotFound, "give more of the id", true
	case errors.As(err, &locate):
		return exitNotFound, locateHint(locate), true
	}
	return 0, "", false
}

// classifyRefusal: what may not be.
func classifyRefusal(err error) (int, string, bool) {
	var (
		refused   *guard.RefusedError
		tomb      *candidates.TombstoneError
		capacity  *candidates.CapError
		flood     *candidates.FloodError
		authority *candidates.AuthorityError
		unsafe    *repo.UnsafePathError
		owner     *repo.OwnerError
		foreign   *foreignError
		identity  *repo.IdentityError
		form      *gitdir.UnsupportedError
	)
	switch {
	case errors.As(err, &refused):
		return exitRefused, refused.Findings[0].Hint, true
	case errors.As(err, &tomb):
		return exitRefused, fmt.Sprintf("`gitmem show %s` says why", tomb.Candidate), true
	case errors.As(err, &capacity):
		return exitRefused, "`gitmem list` shows every entry with its size; `gitmem propose --operations` can replace and remove several in one step", true
	case errors.As(err, &flood):
		return exitRefused, "`gitmem review` walks through them", true
	case errors.As(err, &authority):
		return exitRefused, "run it yourself in a terminal, or propose the change; approvals.from_agents: allow in your own settings permits it", true
	case errors.As(err, &unsafe):
		return exitRefused, "", true
	case errors.As(err, &foreign):
		return exitRefused, "`gitmem trust`, run by a person, shows all of it first", true
	case errors.As(err, &owner):
		return exitRefused, "git's own safe.directory lists the folders of others that you trust", true
	case errors.Is(err, repo.ErrUnsigned):
		return exitRefused, "git config --global gpg.format ssh && git config --global user.signingKey KEY && git config --global commit.gpgsign true", true
	case errors.As(err, &identity):
		return exitUnexpected, strings.Join(identity.Commands(), " && "), true
	case errors.As(err, &form):
		return exitInvalid, form.Hint, true
	}
	return 0, "", false
}

// classifyState: conflicts, locks, what is uncertain.
func classifyState(err error) (int, string, bool) {
	var (
		drifted    *candidates.DriftedError
		drift      *repo.DriftError
		conflict   *repo.ConflictError
		state      *repo.StateError
		inState    *candidates.StateError
		transition *candidates.TransitionError
		undo       *candidates.UndoConflictError
		duplicate  *candidates.DuplicateError
		locked     *gitdir.LockedError
		uncertain  *repo.UncertainError
		unfinished *repo.UnfinishedError
		claimed    *repo.ClaimedError
	)
	switch {
	case errors.As(err, &drifted):
		return exitConflict, driftHint(drifted, err), true
	case errors.As(err, &drift):
		return exitConflict, "`gitmem status` shows what differs; `gitmem adopt` takes hand edits of memory in, `" + takeBack("checkout HEAD", drift.Path) + "` takes them back", true
	case errors.As(err, &conflict):
		return exitConflict, "nothing was changed; run the command again", true
	case errors.As(err, &state):
		return exitConflict, state.Hint, true
	case errors.As(err, &undo):
		return exitConflict, "`gitmem blame` shows what the entry became; undo that first, or replace it by hand", true
	case errors.As(err, &duplicate):
		return exitConflict, fmt.Sprintf("`gitmem reject %s` closes it", duplicate.ID), true
	case errors.As(err, &inState):
		return exitConflict, stateHint(inState), true
	case errors.As(err, &transition):
		return exitConflict, "`gitmem list --all` shows the state of every candidate", true
	case errors.As(err, &claimed):
		return exitConflict, "`gitmem stores attach` binds this folder on your word", true
	case errors.As(err, &locked):
		return exitLocked, "wait for it, or, if the program that made it is gone, delete that file", true
	case errors.As(err, &uncertain):
		return exitUncertain, fmt.Sprintf("look with `gitmem status` and `gitmem diff`, then `gitmem recover resolve %s --keep current|before|after`", uncertain.Operation), true
	case errors.As(err, &unfinished):
		return exitUncertain, "`gitmem recover` settles it", true
	}
	return 0, "", false
}

// classifyInput: files and input that cannot be used.
func classifyInput(err error) (int, string, bool) {
	var (
		fault    *memfile.Fault
		forged   *candidates.ForgedError
		tampered *candidates.TamperedError
		field    *candidates.FieldError
		content  *memfile.ContentError
	)
	switch {
	case errors.As(err, &tampered):
		return exitConflict, fmt.Sprintf(`git -C "$(gitmem path)" cat-file blob %s`, tampered.Blob) + " prints what its last operation left; put that back into the file", true
	case errors.As(err, &forged):
		return exitInvalid, "take gitmem's own keys back to what is committed; `git -C \"$(gitmem path)\" diff` shows them", true
	case errors.As(err, &fault):
		return exitInvalid, "", true
	case errors.As(err, &field):
		return exitInvalid, fieldHint(field.Field), true
	case errors.As(err, &content) && content.Hint != "":
		return exitInvalid, content.Hint, true
	case errors.Is(err, memfile.ErrContent):
		return exitInvalid, "write it as the text of one list item, without its marker; several entries are several changes, or one batch", true
	case errors.Is(err, memfile.ErrFields):
		return exitInvalid, "add takes a content, replace a locator and a content, remove a locator; `gitmem propose --help` lists the flags", true
	case errors.Is(err, memfile.ErrGone), errors.Is(err, memfile.ErrStands), errors.Is(err, memfile.ErrDuplicate):
		return exitConflict, "`gitmem edit ID` reviews the candidate anew", true
	case errors.Is(err, errNotPlain):
		return exitInvalid, "name the files that are meant, not their folder", true
	case errors.Is(err, fs.ErrNotExist):
		return exitNotFound, "a path counts from the working directory", true
	}
	return 0, "", false
}
