package foreign

import "errors"

// ErrFormat: the name of a format is none of Formats.
var ErrFormat = errors.New("unknown format")
