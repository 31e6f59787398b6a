package gitdir

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
	"sync"
)

// WriteDurable writes a new file and syncs it. Its folder is not synced.
func (d *Dir) WriteDurable(path string, data []byte, mode fs.FileMode) error {
	if err := d.Write(path, data, mode); err != nil {
		return err
	}
	return d.Sync(path)
}

// Write writes a new file without syncing it.
func (d *Dir) Write(path string, data []byte, mode fs.FileMode) error {
	if err := d.hit("write", path); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	_, werr := f.Write(data)
	return errors.Join(werr, f.Close())
}

// Rename replaces one path by another in one step.
func (d *Dir) Rename(step, from, to string) error {
	if err := d.hit(step, to); err != nil {
		return err
	}
	return os.Rename(from, to)
}

// Move renames and refuses to overwrite: fs.ErrExist where the target is there.
func (d *Dir) Move(step, from, to string) error {
	if err := d.hit(step, to); err != nil {
		return err
	}
	return renameNoReplace(from, to)
}

// Exchange swaps two files in one step. ErrNoExchange is returned where the
// file system cannot; nothing has changed then.
func (d *Dir) Exchange(step, a, b string) error {
	if err := d.hit(step, b); err != nil {
		return err
	}
	return exchange(a, b)
}

// Sync brings files and folders to the disk, all at once, and returns when
// every one of them is there. An error is final for that file.
func (d *Dir) Sync(paths ...string) error {
	errs := make([]error, len(paths))
	var wg sync.WaitGroup
	for i, path := range paths {
		if errs[i] = d.hit("sync", path); errs[i] != nil {
			continue
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			errs[i] = syncOne(path)
		}()
	}
	wg.Wait()
	return errors.Join(errs...)
}

func syncOne(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if runtime.GOOS == "windows" {
		return nil // a handle opened for reading cannot be flushed there; git does not either
	}
	return f.Sync()
}
