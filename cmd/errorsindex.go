package cmd

import (
	"errors"
	"syscall"

	"gitmem/index/retrieve"
	"gitmem/repo"
)

// classifyIndex: receipts that are not there, and an index that is not free.
func classifyIndex(err error) (int, string, bool) {
	var several *retrieve.AmbiguousError
	switch {
	case errors.Is(err, retrieve.ErrNoReceipt):
		return exitNotFound, "`gitmem receipt list` shows every receipt", true
	case errors.As(err, &several):
		return exitNotFound, "give more of the id", true
	case errors.Is(err, syscall.ENOTDIR):
		return exitInvalid, "something else stands where a folder belongs; move it away, and gitmem makes the folder", true
	case errors.Is(err, repo.ErrLockBusy):
		return exitLocked, "searches go on beside it; try again when it is done", true
	}
	return 0, "", false
}
