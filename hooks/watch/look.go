package watch

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"gitmem/memfile"
)

// look is what stands under a path at one moment.
type look struct {
	data   []byte
	digest string // "" where there is no file; of the error where it cannot be read
	err    error
}

// look reads one file. It opens nothing but a plain file below the root.
func (f folders) look(name string) look {
	data, err := f.read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return look{}
	case err != nil:
		return look{digest: err.Error(), err: err}
	}
	return look{data: data, digest: memfile.Digest(data)}
}

func (f folders) read(name string) ([]byte, error) {
	if !f.plain(path.Dir(name)) {
		return nil, fs.ErrNotExist
	}
	root, err := os.OpenRoot(f.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	file, err := open(root, name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readAll(name, file)
}

// open opens a plain file and nothing else. A save that is a rename can put another file there between the look and the open;
// then it looks again.
func open(root *os.Root, name string) (*os.File, error) {
	for range 3 {
		before, err := root.Lstat(filepath.FromSlash(name))
		switch {
		case err != nil:
			return nil, named(name, err)
		case before.IsDir():
			return nil, fs.ErrNotExist
		case !before.Mode().IsRegular():
			return nil, named(name, ErrNotPlain)
		}
		file, err := root.Open(filepath.FromSlash(name))
		if err != nil {
			return nil, named(name, err)
		}
		if after, err := file.Stat(); err == nil && os.SameFile(before, after) {
			return file, nil
		}
		file.Close()
	}
	return nil, named(name, ErrNotPlain)
}

func readAll(name string, from io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(from, memfile.MaxFile+1))
	switch {
	case err != nil:
		return nil, named(name, err)
	case len(data) > memfile.MaxFile:
		return nil, named(name, ErrTooLarge)
	}
	return data, nil
}

// named puts the path within the store first; the system's own error names it a second time.
func named(name string, err error) error {
	var system *fs.PathError
	if errors.As(err, &system) {
		err = system.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}
