package cmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"gitmem/memfile"
)

// maxInput is the largest file that a command reads whole, in bytes: memory
// files of other tools are far smaller, and a device has no end.
const maxInput = 256 << 20

// text is an argument, or stdin for -.
func (a *app) text(arg string) (string, error) {
	if arg != "-" {
		return arg, nil
	}
	data, err := readBounded("stdin", a.In, memfile.MaxFile)
	return string(data), err
}

// entryText is the text of an entry. An empty one is named as such, since it
// most often is a variable of a script that was not set.
func (a *app) entryText(arg string) (string, error) {
	text, err := a.text(arg)
	if err == nil && strings.TrimSpace(text) == "" {
		err = &memfile.ContentError{Reason: "the text is empty", Hint: "`gitmem remove` takes an entry away"}
	}
	return text, err
}

// readInput reads a file that a command names; - is stdin. What is no plain
// file is refused, since it may have no end.
func (a *app) readInput(file string) ([]byte, error) {
	if file == "-" {
		return readBounded("stdin", a.In, maxInput)
	}
	f, err := openPlain(a.abs(file))
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = fmt.Errorf("%s: %w", file, failed.Err)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readBounded(file, f, maxInput)
}

func openPlain(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: path, Err: errNotPlain}
	}
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}

// errNotPlain says that a path is a folder, a pipe or a device.
var errNotPlain = errors.New("it is not a plain file")

// readBounded reads to the end and refuses what is longer than a bound, rather
// than cut it without a word.
func readBounded(name string, r io.Reader, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if int64(len(data)) > most {
		return nil, usagef("%s: it is longer than %d bytes", name, most)
	}
	return data, nil
}
