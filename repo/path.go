package repo

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"

	"gitmem/memfile"
)

// MaxFile is the largest file of a store that is read, in bytes.
const MaxFile = 8 << 20

// Bytes is the content of a path, or its absence.
type Bytes struct {
	Data    []byte
	Present bool
}

// Of is the content of a file that is there.
func Of(data []byte) Bytes { return Bytes{Data: data, Present: true} }

// Blob is git's id of the content, empty where the path is absent.
func (b Bytes) Blob() string {
	if !b.Present {
		return ""
	}
	return memfile.BlobID(b.Data)
}

// Equal compares presence and bytes.
func (b Bytes) Equal(o Bytes) bool {
	return b.Present == o.Present && string(b.Data) == string(o.Data)
}

// look reads a path of the store without following a link, and refuses what
// is not a plain file with one name that this account may write.
func (s *Store) look(rel string) (Bytes, fs.FileMode, error) {
	if err := checkName(rel); err != nil {
		return Bytes{}, 0, err
	}
	full := s.Root
	parts := strings.Split(rel, "/")
	for _, part := range parts[:len(parts)-1] {
		full = filepath.Join(full, part)
		info, err := os.Lstat(full)
		if errors.Is(err, fs.ErrNotExist) {
			return Bytes{}, 0, nil
		}
		if err != nil {
			return Bytes{}, 0, err
		}
		if !info.IsDir() {
			return Bytes{}, 0, &UnsafePathError{Path: rel, Reason: fmt.Sprintf("%s is not a folder (symbolic links are not followed)", part)}
		}
	}
	return lookFile(filepath.Join(full, parts[len(parts)-1]), rel)
}

func lookFile(full, rel string) (Bytes, fs.FileMode, error) {
	info, err := os.Lstat(full)
	if errors.Is(err, fs.ErrNotExist) {
		return Bytes{}, 0, nil
	}
	if err != nil {
		return Bytes{}, 0, err
	}
	if reason := unsafeFile(info); reason != "" {
		return Bytes{}, 0, &UnsafePathError{Path: rel, Reason: reason}
	}
	data, err := readOpened(full, info)
	if err != nil {
		return Bytes{}, 0, err
	}
	return Of(data), info.Mode().Perm(), nil
}

func unsafeFile(info fs.FileInfo) string {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return "it is a symbolic link; gitmem neither follows nor replaces one: put a plain file there"
	case !info.Mode().IsRegular():
		return "it is not a plain file"
	case links(info) > 1:
		return "it has a second name (a hard link); gitmem would separate the two: copy it to a file of its own"
	case info.Size() > MaxFile:
		return fmt.Sprintf("it is larger than %d bytes", MaxFile)
	}
	return ""
}

// readOpened reads a file and makes sure that it is still the one looked at.
func readOpened(full string, seen fs.FileInfo) ([]byte, error) {
	f, err := os.Open(full)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !os.SameFile(info, seen) {
		return nil, &ConflictError{Path: full, Reason: "it was replaced while it was read; run the command again"}
	}
	return io.ReadAll(io.LimitReader(f, MaxFile+1))
}

// checkName refuses a name that could leave the store or that is git's own.
func checkName(rel string) error {
	bad := func(reason string) error { return &UnsafePathError{Path: rel, Reason: reason} }
	switch {
	case rel == "" || path.Clean(rel) != rel || path.IsAbs(rel) || strings.HasPrefix(rel, "../") || rel == "..":
		return bad("it is not a plain path inside the store")
	case strings.ContainsAny(rel, "\\:\x00\n\r\t"):
		return bad("it has a character that does not belong into a file name")
	}
	for part := range strings.SplitSeq(rel, "/") {
		if strings.EqualFold(part, ".git") || strings.HasSuffix(part, " ") || (strings.HasSuffix(part, ".") && part != ".") {
			return bad("a part of the name is reserved")
		}
	}
	return nil
}

// spelledExactly makes sure, where the disk folds case, that a path exists
// under just this spelling.
func (s *Store) spelledExactly(rel string) error {
	if runtime.GOOS == "linux" {
		return nil
	}
	folder := s.Root
	for part := range strings.SplitSeq(rel, "/") {
		entries, err := os.ReadDir(folder)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, e := range entries {
			if e.Name() != part && strings.EqualFold(e.Name(), part) {
				return &UnsafePathError{Path: rel, Reason: fmt.Sprintf("the disk has %q instead", e.Name())}
			}
		}
		folder = filepath.Join(folder, part)
	}
	return nil
}

// Read returns the working file at a path of the store. fs.ErrNotExist where
// it is absent, *UnsafePathError where it is not a plain file.
func (s *Store) Read(rel string) ([]byte, error) {
	b, _, err := s.look(rel)
	if err != nil {
		return nil, err
	}
	if !b.Present {
		return nil, &fs.PathError{Op: "read", Path: rel, Err: fs.ErrNotExist}
	}
	return b.Data, nil
}

func (s *Store) full(rel string) string { return filepath.Join(s.Root, filepath.FromSlash(rel)) }
