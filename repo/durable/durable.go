package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Replace writes data to path: a temporary dot file in the same folder,
// synced, renamed, and the folder synced. Missing folders are made with mode
// 0700. An existing file keeps its mode, a new one gets mode; where path is a
// symbolic link, the file that it names is replaced and the link stays.
func Replace(path string, data []byte, mode fs.FileMode) error {
	path, mode, err := target(path, mode)
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := MakeFolder(dir); err != nil {
		return err
	}
	temp, err := writeTemp(dir, filepath.Base(path), data, mode)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := os.Rename(temp, path); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return SyncFolder(dir)
}

// target follows a symbolic link and reads the mode of what it will replace.
func target(path string, mode fs.FileMode) (string, fs.FileMode, error) {
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		if info, lerr := os.Lstat(path); lerr == nil && info.Mode()&fs.ModeSymlink != 0 {
			return "", 0, fmt.Errorf("%s: symbolic link to a file that does not exist", path)
		}
		return path, mode, nil
	}
	if err != nil {
		return "", 0, err
	}
	info, err := os.Stat(real)
	if err != nil {
		return "", 0, err
	}
	if !info.Mode().IsRegular() {
		return "", 0, fmt.Errorf("%s: not a plain file", path)
	}
	return real, info.Mode().Perm(), nil
}

func writeTemp(dir, base string, data []byte, mode fs.FileMode) (string, error) {
	f, err := os.CreateTemp(dir, "."+base+".*")
	if err != nil {
		return "", err
	}
	err = f.Chmod(mode)
	if runtime.GOOS == "windows" {
		err = nil // there are no such modes there
	}
	if err == nil {
		_, err = f.Write(data)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// MakeFolder makes a folder and those above it that are missing, all with
// mode 0700, and syncs the folder in which the first of them appeared.
func MakeFolder(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	parent := filepath.Dir(dir)
	if parent == dir {
		return os.Mkdir(dir, 0o700)
	}
	if err := MakeFolder(parent); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return SyncFolder(parent)
}

// SyncFolder brings the names in a folder to the disk. On Windows folders
// cannot be synced and it does nothing.
func SyncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
