package signers

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gitmem/memfile"
)

// maxFile bounds a file of allowed signers, in bytes.
const maxFile = 1 << 20

// List is a file of allowed signers.
type List struct {
	path  string
	lines []line
}

// Path is the file that was read.
func (l *List) Path() string { return l.path }

// Read reads a file of allowed signers. The error is a *memfile.Fault.
func Read(path string) (*List, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, &memfile.Fault{
			Path: path, Rule: Rule, Message: "the file of allowed signers cannot be read: " + reason(err),
			Hint: "approvals.allowed_signers names it",
		}
	}
	return Parse(path, data)
}

// reason is an error of the file system without the path that stands before it.
func reason(err error) string {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		return inner.Err.Error()
	}
	return err.Error()
}

// Parse reads a file of allowed signers: one signer a line, comments and empty
// lines. The path only names it. The error is a *memfile.Fault with line and
// column of the first thing that ssh-keygen would not understand either.
func Parse(path string, data []byte) (*List, error) {
	if len(data) > maxFile {
		return nil, &memfile.Fault{Path: path, Rule: Rule, Message: fmt.Sprintf("it is larger than %d bytes", maxFile)}
	}
	l := &List{path: path}
	number := 0
	for text := range bytes.Lines(data) {
		number++
		one, err := parseLine(string(text))
		if err != nil {
			return nil, &memfile.Fault{Path: path, Line: number, Column: err.column, Rule: Rule, Message: err.message}
		}
		if one != nil {
			one.number = number
			l.lines = append(l.lines, *one)
		}
	}
	return l, nil
}
