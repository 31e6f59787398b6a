package cmd

import (
	"errors"
	"fmt"
	"io/fs"

	"gitmem/hooks/agent/settings"
	"gitmem/hooks/agent/setup"
	"gitmem/hooks/precommit"
	"gitmem/repo"
)

// notThereError says of a store that was asked for by name how to get at one.
type notThereError struct {
	err  error
	hint string
}

func (e *notThereError) Error() string { return e.err.Error() }
func (e *notThereError) Unwrap() error { return e.err }

// settingError is a value that a setting cannot have.
type settingError struct {
	name string
	err  error
}

func (e *settingError) Error() string { return e.err.Error() }
func (e *settingError) Unwrap() error { return e.err }

// noFolderError is a folder to work in that is not there.
type noFolderError struct{ path string }

func (e *noFolderError) Error() string { return e.path + ": there is no such folder" }
func (e *noFolderError) Unwrap() error { return fs.ErrNotExist }

// classifySetup: what keeps a store or its hooks from being set up.
func classifySetup(err error) (int, string, bool) {
	var (
		gone      *repo.NoStoreError
		several   *repo.AmbiguousStoreError
		tracked   *repo.TrackedError
		elsewhere *precommit.ForeignPathError
		occupied  *precommit.OccupiedError
		unfit     *precommit.SurroundingsError
		notThere  *notThereError
		noFolder  *noFolderError
		setting   *settingError
		named     *settings.ConflictError
		changed   *setup.ChangedError
		unknown   *setup.UnknownError
	)
	switch {
	case errors.As(err, &setting) && explain(setting.err).Hint == "":
		return explain(setting.err).Code, settingHint(setting.name), true
	case errors.As(err, &named):
		return exitConflict, "give that server another name in an editor; nothing was changed", true
	case errors.As(err, &changed):
		return exitConflict, "run this again", true
	case errors.As(err, &unknown):
		return exitUsage, "any other MCP client can be told by hand to start gitmem with the argument mcp", true
	case errors.As(err, &notThere):
		return exitNoStore, notThere.hint, true
	case errors.As(err, &noFolder):
		return exitNotFound, "make it first", true
	case errors.As(err, &gone) && gone.ID != "":
		return exitNoStore, "bring the folder back, or run `gitmem stores attach --new` here for a store of its own", true
	case errors.As(err, &several):
		return exitNotFound, "give more of the id, or the folder", true
	case errors.As(err, &tracked):
		return exitConflict, "without --here the store goes into the data home", true
	case errors.As(err, &elsewhere):
		return exitConflict, fmt.Sprintf("`git config --file %s --unset core.hooksPath`, then `gitmem hooks install`; or let a hook there run `gitmem check --staged`", quoted(elsewhere.Config)), true
	case errors.As(err, &occupied):
		return exitConflict, "nothing was changed", true
	case errors.As(err, &unfit):
		return exitInvalid, "run git in the working tree itself, without GIT_DIR and GIT_INDEX_FILE", true
	case errors.Is(err, errNoSetting):
		return exitNotFound, "`gitmem config list` names them all", true
	case errors.Is(err, errSettledRecord):
		return exitConflict, "`gitmem show ID` prints it; `gitmem revive ID` opens a rejected or undone one again", true
	}
	return 0, "", false
}
