package retrieve

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gitmem/memfile"
)

// receiptFolder is where the receipts lie in a store's private folder.
const receiptFolder = "receipts"

// Receipts are the contexts that were handed out from one store: files of
// lines, one a day. Any number of processes may add to them and read them.
type Receipts struct {
	// State is the private folder of the store.
	State string
	// Probe stands before every change of the disk, as in package gitdir; nil
	// asks nothing.
	Probe func(step, path string) error
}

// Append keeps a receipt, with one write behind what is there. It must have
// returned before the context is printed. The line is not synced: it survives
// the death of the process, and a power failure costs at most the last lines.
//
// Writers take no lock: one that is stopped must not keep a turn waiting. Two that
// write at once may name the same line before them.
//
// A line that was cut off when a process died stays as it is, damaged, and the
// new one begins below it.
func (s Receipts) Append(r memfile.Receipt) error {
	if err := r.Check(); err != nil {
		return err
	}
	path := filepath.Join(s.State, receiptFolder, filepath.FromSlash(r.Time.UTC().Format("2006/01/02"))+".jsonl")
	f, err := s.open(path)
	if err != nil {
		return fmt.Errorf("receipt: %w", err)
	}
	err = s.write(f, path, r)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("receipt: %w", err)
	}
	return nil
}

func (s Receipts) at(step, path string) error {
	if s.Probe == nil {
		return nil
	}
	return s.Probe(step, path)
}

// open opens the file of a day for adding to it, and makes it where it is missing.
func (s Receipts) open(path string) (*os.File, error) {
	if err := s.at("receipt.open", path); err != nil {
		return nil, err
	}
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "append", Path: path, Err: errors.New("not a plain file")}
	}
	flags := os.O_RDWR | os.O_APPEND | os.O_CREATE
	f, err := os.OpenFile(path, flags, 0o600)
	if !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	return os.OpenFile(path, flags, 0o600)
}

// write adds a line, which names the one before it. A short write is an error, and leaves a torn line that the
// next one begins below.
func (s Receipts) write(f *os.File, path string, r memfile.Receipt) error {
	torn, err := endsTorn(f)
	if err != nil {
		return err
	}
	if r.Previous, err = s.previous(f, path); err != nil {
		return err
	}
	line, err := memfile.FormatReceipt(r)
	if err != nil {
		return err
	}
	if torn {
		line = append([]byte{'\n'}, line...)
	}
	if err := s.at("receipt.write", path); err != nil {
		return err
	}
	_, err = f.Write(line)
	return err
}

// endsTorn is true for a file whose last line is not ended.
func endsTorn(f *os.File) (bool, error) {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return false, err
	}
	var last [1]byte
	_, err = f.ReadAt(last[:], info.Size()-1)
	return last[0] != '\n', err
}
