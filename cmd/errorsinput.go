package cmd

import (
	"errors"
	"fmt"
	"io/fs"

	"gitmem/candidates"
	"gitmem/memfile"
)

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
