package watch

import "errors"

var (
	errNoFolder = errors.New("not a folder")
	// ErrNotPlain: a symlink, a pipe or another thing that is no plain file stands under the name of one. It is not opened.
	ErrNotPlain = errors.New("not a plain file; it is not followed")
	// ErrTooLarge: a file is larger than memfile.MaxFile. It is not read.
	ErrTooLarge = errors.New("larger than 1 MiB; it is not read")
)
